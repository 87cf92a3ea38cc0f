"""A NAO V6 behind a socket: the protocol LoLA, both ends of it."""
