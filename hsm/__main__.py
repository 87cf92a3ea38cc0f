"""`hsm` and `python -m hsm`: the command, without its command line where that is not needed."""

import sys
from collections.abc import Sequence

from hsm.apps.ask.answers import plainly
from hsm.apps.error_boundary import guarded


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command, with the words of the process if none are given; leave with its code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    answer = plainly(words)
    if answer is not None:
        sys.exit(guarded(answer, debug=False))
    from hsm.apps.main import main as command_line

    command_line(words)


if __name__ == "__main__":
    main()
