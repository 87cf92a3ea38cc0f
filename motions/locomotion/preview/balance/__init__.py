"""What is measured acts back on the preview walk: plan, foot in the air, ankles that carry."""
