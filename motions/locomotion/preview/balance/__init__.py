"""Feedback of the preview walk: corrects the plan, the swing foot, and the support ankles."""
