"""What a plant and its robots are like, in the terms in which real ones are described."""
