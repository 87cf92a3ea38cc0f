"""What the walk knows of its joints beyond the plan: what they were asked, and how they follow."""
