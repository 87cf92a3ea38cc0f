"""Parts of the walk that are switched off as it ships."""
