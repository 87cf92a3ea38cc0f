"""`python -m hsm` is the command `hsm`."""

from hsm.apps.main import main

main()
