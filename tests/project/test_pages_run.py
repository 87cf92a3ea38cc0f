"""The programs that stand on pages do what the pages say: every block is run as it stands."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)


def blocks(page: str) -> list[str]:
    """Return the indented blocks of a page."""
    text = (ROOT / page).read_text()
    return [re.sub(r"^    ", "", found, flags=re.MULTILINE) for found in BLOCK.findall(text)]


def test_the_notebook_page_is_one_program_that_runs(tmp_path: Path) -> None:
    programs = blocks("docs/notebook.md")
    first = [line for line in programs[0].splitlines() if line.strip()]
    assert len(first) <= 15
    text = "\n".join(programs).replace("range(20)", "range(2)")
    (tmp_path / "page.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "page.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "pushed.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "pushed.csv").read_text().startswith("time [s],")
    assert "It fell at" in done.stdout and "FallCause.PUSH" in done.stdout
