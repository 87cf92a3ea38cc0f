"""Classes that implement the leaves of the chart and connect them with the motion components."""
