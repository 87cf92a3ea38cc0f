"""Writing of motions in the language of other teams."""
