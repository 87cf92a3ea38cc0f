"""How much memory a process has."""

from pathlib import Path


def resident_mb(process: int | str = "self") -> float:
    """Return the memory of a process that is in use, MB; 0 where the system does not say."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    kb = next((line.split()[1] for line in lines if line.startswith("VmRSS:")), "0")
    return round(int(kb) / 1024.0, 2)
