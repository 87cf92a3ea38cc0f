"""Terms of the walk: corrections of feet and joints beyond the planned step."""
