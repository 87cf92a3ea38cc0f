"""The properties of a plant and its robots, in the terms in which real robots are described."""
