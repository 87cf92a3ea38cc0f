"""Entry point of `hsm` and `python -m hsm`; simple questions skip the full command line."""

import sys
from collections.abc import Sequence

from hsm.apps.ask.answers import plainly
from hsm.apps.error_boundary import guarded


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its code; by default with the arguments of the process."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    answer = plainly(words)
    if answer is not None:
        sys.exit(guarded(answer, debug=False))
    from hsm.apps.main import main as command_line

    command_line(words)


if __name__ == "__main__":
    main()
