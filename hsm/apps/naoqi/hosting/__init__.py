"""The services over qi, in a process of their own."""
