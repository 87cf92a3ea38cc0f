"""LoLA, the socket protocol of a NAO V6: client and server."""
