"""The preview walk: feet exactly placed, and a centre of mass that is moved ahead of them."""
