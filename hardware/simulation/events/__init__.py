"""What happens to a robot in physics: forces, hands, faults."""
