"""Classes behind the leaves of the chart, which connect them with the motion components."""
