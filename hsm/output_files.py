"""Output files of commands: checked before the work begins, and written completely or not at all.

A result is written under a temporary name beside its target and renamed when it is complete. A full
disk, an interrupt or an error leaves the previous file in place, and nothing half-written.
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
"""Name of the link to the newest result in a folder of results."""


class ResultError(HsmError):
    """A result cannot be written to the requested place.

    Attributes:
        path: The requested place.
    """

    def __init__(self, path: Path, why: str, hint: str = "") -> None:
        self.path = path
        self.hint = hint
        super().__init__(f"{path}: {why}")


def demand_folder(path: Path, option: str = "--out DIR") -> None:
    """Check that results can be written into a folder, which need not exist yet.

    Args:
        path: The folder.
        option: What gives another one, for the hint; empty if nothing does.

    Raises:
        ResultError: If it is a file, lies below one, or may not be written.
    """
    _demand_room(path, path, option)


def demand_latest(folder: Path, option: str = "--out DIR") -> None:
    """Check that a folder of results, which need not exist yet, can hold a link to the newest.

    Args:
        folder: The folder.
        option: As in `demand_folder`.

    Raises:
        ResultError: As in `demand_folder`, and if the name of the link is taken.
    """
    demand_folder(folder, option)
    if _is_others(folder / _LATEST):
        what = "folder" if (folder / _LATEST).is_dir() else "file"
        raise ResultError(
            folder / _LATEST,
            f"is a {what}, but the link to the newest run belongs there; rename it, or use another"
            " folder",
        )


def lead_to_latest(place: Path) -> bool:
    """Point the link beside a result to it; return False if the name of the link is taken."""
    link = place.with_name(_LATEST)
    if _is_others(link):
        return False
    new = place.with_name(f".{_LATEST}-{os.getpid()}")
    new.unlink(missing_ok=True)  # left by a killed process with the same id
    new.symlink_to(place.name)
    new.replace(link)
    return True


def _is_others(link: Path) -> bool:
    return link.exists() and not link.is_symlink()


def demand_file(path: Path, option: str = "--out FILE") -> None:
    """Check that a file can be written; it and its folder need not exist yet.

    Args:
        path: The file.
        option: As in `demand_folder`.

    Raises:
        ResultError: If it is a folder or a device, a link that leads to itself, or not writable.
    """
    if path.is_dir():
        raise ResultError(path, "is a folder; give the name of a file")
    if path.is_symlink() and _leads_to_itself(path):
        raise ResultError(path, "is a link that leads to itself; remove it")
    if path.exists() and not path.is_file():
        raise ResultError(path, "is not a regular file, so a complete result cannot replace it")
    if path.exists() and not os.access(path, os.W_OK):
        raise ResultError(path, "is not writable")
    _demand_room(path, path.parent, option)


def _leads_to_itself(link: Path) -> bool:
    try:
        link.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def demand_new(path: Path, *, force: bool) -> None:
    """Check that a file does not exist, unless it may be replaced.

    Raises:
        ResultError: If it exists.
    """
    if path.exists() and not force:
        raise ResultError(path, "exists already; --force replaces it, another name keeps it")


def _demand_room(path: Path, folder: Path, option: str) -> None:
    """Check that a file can be created in a folder, or in its nearest existing parent."""
    hint = f"give {option}, or run the command in a folder of your own." if option else ""
    nearest = _nearest(folder)
    if not nearest.is_dir():
        what = "is a file" if nearest == path else f"lies below the file {nearest}"
        raise ResultError(path, f"{what}, but a folder is needed", hint)
    try:
        with TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        what = f"nothing can be written there: {error.strerror}"
        raise ResultError(path, what, hint) from error


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a complete file, text as UTF-8; a missing folder is created.

    Raises:
        ResultError: If it cannot be written; a previous file is kept.
    """
    with whole_file(path) as new:
        new.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a file to write, which replaces `path` when the block ends without an exception.

    Its name has the same extension, because the extension determines the format.

    Raises:
        ResultError: If it cannot be written; a previous file is kept.
    """
    place = path.resolve()  # a link stays a link
    new = _nearest(place.parent) / f".{os.getpid()}-{place.name}"
    try:
        yield new
        place.parent.mkdir(parents=True, exist_ok=True)
        new.replace(place)
    except OSError as error:
        raise ResultError(path, f"cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):  # it was never created, or has been renamed
            new.unlink()


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder to fill, whose contents move into `path` if the block succeeds.

    Existing files that are not replaced stay.

    Raises:
        OSError: If something cannot be written.
    """
    place = path.resolve()
    new = _nearest(place) / f".{os.getpid()}-{place.name}"
    try:
        new.mkdir()  # inside the block, so that a signal leaves nothing behind
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
    """Return the path, or its nearest existing parent."""
    return next(place for place in (path, *path.parents) if place.exists())
