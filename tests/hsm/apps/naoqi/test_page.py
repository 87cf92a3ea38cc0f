from pathlib import Path

from hsm.apps.naoqi.catalogue import PAGE, write_page


def test_the_page_of_functions_is_up_to_date(tmp_path: Path) -> None:
    write_page(tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text() == PAGE.read_text()
