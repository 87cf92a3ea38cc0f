"""Preview walk: exactly placed footsteps, and a centre of mass planned ahead of them."""
