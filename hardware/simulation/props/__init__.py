"""Things on the field: how they are touched, roll and are pushed, in physics."""
