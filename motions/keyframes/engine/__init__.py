"""The component behind the keyframe states: plays motions, judges them, breaks up."""
