"""One class per leaf of the chart: it connects the leaf with the component that moves the robot."""
