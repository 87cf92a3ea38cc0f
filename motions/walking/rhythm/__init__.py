"""When a step ends beyond the rule, and how long its swing foot stays up."""
