"""Pictures as arrays: tiled, and written to a file."""

import math
import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def tile(images: list[Image], columns: int) -> Image:
    """Return pictures of one size side by side, row by row; missing ones are black."""
    if not images:
        raise ValueError("no pictures to tile")
    rows = math.ceil(len(images) / columns)
    height, width, _ = images[0].shape
    sheet = np.zeros((rows * height, min(columns, len(images)) * width, 3), dtype=np.uint8)
    for index, image in enumerate(images):
        row, column = divmod(index, columns)
        sheet[row * height : (row + 1) * height, column * width : (column + 1) * width] = image
    return sheet


def write_png(path: Path, image: Image) -> None:
    """Write a picture, (height, width, 3), as PNG."""
    height, width, _ = image.shape
    rows = np.hstack([np.zeros((height, 1), dtype=np.uint8), image.reshape(height, 3 * width)])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in parts:
            check = zlib.crc32(kind + body)
            file.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check))
