"""`hsm` and `python -m hsm`: the command, without its command line where that is not needed."""

import sys
from collections.abc import Sequence

from hsm.apps.ask.answers import plainly
from hsm.apps.error_boundary import guarded


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit code.

    Args:
        arguments: Words after the program's name; those of the process if not given.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    answer = plainly(words)
    if answer is not None:
        sys.exit(guarded(answer, debug=False))
    from hsm.apps.main import main as command_line

    command_line(words)


if __name__ == "__main__":
    main()
