"""What is said about messages that are none, with what was expected."""

from hardware.errors import HsmError


class LolaError(HsmError):
    """A message that cannot be taken: another length, another type, a key too few."""

    hint = "hardware/lola/README.md says what a message holds."


class StreamError(LolaError):
    """Bytes that are no messages: nothing in the stream says where the next one would begin."""

    hint = "The connection is made anew; hardware/lola/README.md says what a message holds."
