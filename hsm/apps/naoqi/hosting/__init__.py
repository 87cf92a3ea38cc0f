"""The services over qi, in a process of their own, or beside a robot in physics."""
