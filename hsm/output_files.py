"""The files that a command leaves: looked at before the work begins, whole or not there at all.

A result is written under another name in the same place and takes its own when it is whole. A full
disk, an interrupt or a mistake leaves what was there before, and nothing half written.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from typing import Final

from hsm.errors import HsmError

_LATEST: Final = "latest"
"""The link in a folder of results that leads to the newest of them."""


class ResultError(HsmError):
    """A result cannot be left where it is asked for.

    Attributes:
        path: Where.
    """

    def __init__(self, path: Path, why: str) -> None:
        self.path = path
        super().__init__(f"{path}: {why}")


def demand_folder(path: Path) -> None:
    """Refuse a folder that results cannot be written into; it need not exist yet.

    Raises:
        ResultError: If it is a file, lies below one, or may not be written.
    """
    _demand_room(path, path)


def demand_latest(folder: Path) -> None:
    """Refuse a folder of results in which a link cannot lead to the newest; it need not exist yet.

    Raises:
        ResultError: As in `demand_folder`, and if something else has the name of the link.
    """
    demand_folder(folder)
    if _is_others(folder / _LATEST):
        what = "folder" if (folder / _LATEST).is_dir() else "file"
        raise ResultError(
            folder / _LATEST,
            f"is a {what} where the link to the newest run goes; rename it, or take another folder",
        )


def lead_to_latest(place: Path) -> bool:
    """Let the link beside a result lead to it; return False if its name is somebody else's."""
    link = place.with_name(_LATEST)
    if _is_others(link):
        return False
    new = place.with_name(f".{_LATEST}-{os.getpid()}")
    new.unlink(missing_ok=True)  # of a process with the same number that was killed in between
    new.symlink_to(place.name)
    new.replace(link)
    return True


def _is_others(link: Path) -> bool:
    return link.exists() and not link.is_symlink()


def demand_file(path: Path) -> None:
    """Refuse a file that cannot be written; it and its folder need not exist yet.

    Raises:
        ResultError: If it is a folder or a device, a link that leads to itself, or may not be
            written.
    """
    if path.is_dir():
        raise ResultError(path, "is a folder; give the name of a file")
    if path.is_symlink() and _leads_to_itself(path):
        raise ResultError(path, "is a link that leads to itself; remove it")
    if path.exists() and not path.is_file():
        raise ResultError(path, "is no file; a result takes its place when it is whole")
    if path.exists() and not os.access(path, os.W_OK):
        raise ResultError(path, "may not be written")
    _demand_room(path, path.parent)


def _leads_to_itself(link: Path) -> bool:
    try:
        link.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def demand_new(path: Path, *, force: bool) -> None:
    """Refuse to take the place of a file that is there, unless it may be replaced.

    Raises:
        ResultError: If it is there.
    """
    if path.exists() and not force:
        raise ResultError(path, "is there; --force replaces it, another --out keeps it")


def _demand_room(path: Path, folder: Path) -> None:
    """Try whether a folder, or the nearest one above it that exists, takes a file."""
    nearest = _nearest(folder)
    if not nearest.is_dir():
        what = "is a file" if nearest == path else f"lies below the file {nearest}"
        raise ResultError(path, f"{what}, and a folder is needed")
    try:
        with TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        raise ResultError(path, f"nothing can be written there: {error.strerror}") from error


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file at once; text as UTF-8, its folder is made if it is missing.

    Raises:
        ResultError: If it cannot be written; what was there is still there.
    """
    with whole_file(path) as new:
        new.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a file to write, which replaces `path` when the block is left without an exception.

    Its name has the same ending, because the ending says the format.

    Raises:
        ResultError: If it cannot be written; what was there is still there.
    """
    place = path.resolve()  # a link stays one
    new = _nearest(place.parent) / f".{os.getpid()}-{place.name}"
    try:
        yield new
        place.parent.mkdir(parents=True, exist_ok=True)
        new.replace(place)
    except OSError as error:
        raise ResultError(path, f"cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):  # it was never made, or has its own name now
            new.unlink()


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Give an empty folder to fill, whose content goes into `path` when the block is left well.

    Files that are there and have no successor stay.

    Raises:
        OSError: If something cannot be written.
    """
    place = path.resolve()
    new = _nearest(place) / f".{os.getpid()}-{place.name}"
    try:
        new.mkdir()  # a signal that comes now leaves nothing either
        yield new
        place.mkdir(parents=True, exist_ok=True)
        for item in sorted(new.rglob("*")):
            target = place / item.relative_to(new)
            if item.is_dir():
                target.mkdir(exist_ok=True)
            else:
                item.replace(target)
    finally:
        rmtree(new, ignore_errors=True)


def _nearest(path: Path) -> Path:
    """Return the path, or the nearest one above it that exists."""
    return next(place for place in (path, *path.parents) if place.exists())
