#!/usr/bin/env python3
"""Writes two small models for what the samples of the project do not have, after docs/format/abc.md ("§").

    make_models.py FOLDER     writes FOLDER/turned_v12.abc and FOLDER/turned_v6.abc, always the same bytes

They are heaps of triangles and look like nothing. turned_v12 has bind matrices with rotations, up to six weights a
vertex whose biases do not sum to 1, quaternions that are not quite of unit length and change their sign from key to
key (§4.3), and weight sets with every kind of number (§4.10). turned_v6 has no TransformInfo, so that its rotations are
conjugated (§2.8), collapses that follow one another (§2.10) and a deformation vertex that is listed twice (§2.9).
"""

from __future__ import annotations

import math
import random
import struct
import sys
from pathlib import Path
from typing import Sequence

sys.dont_write_bytecode = True  # leave no __pycache__ behind

from abc_math import (
    Matrix,
    Quaternion,
    Transform,
    Vector,
    added,
    cross,
    difference,
    inverse,
    matrix_of,
    moved,
    multiplied,
    normalised,
)
from abc_reader import LAST_SECTION, TOKEN_V6

dice = random.Random(6)


def values(types: str, *numbers: float) -> bytes:
    return struct.pack("<" + types, *numbers)


def floats(*numbers: float) -> bytes:
    return values(f"{len(numbers)}f", *numbers)


def string(text: str) -> bytes:
    return values("H", len(text)) + text.encode("latin-1")


def chain(sections: Sequence[tuple[str, bytes]]) -> bytes:
    """§1.2"""
    file = b""
    for i, (name, data) in enumerate(sections):
        following = len(file) + 2 + len(name) + 4 + len(data)
        file += string(name) + values("I", following if i + 1 < len(sections) else LAST_SECTION) + data
    return file


def some_vector(size: float) -> Vector:
    return (dice.uniform(-size, size), dice.uniform(-size, size), dice.uniform(-size, size))


def some_rotation(degrees: float) -> Quaternion:
    """About any axis, of a length as real keys have it, and with either sign."""
    x, y, z = normalised(some_vector(1))
    angle = math.radians(dice.uniform(0.2, 1) * degrees) / 2
    length = dice.uniform(0.9992, 1.0004) * dice.choice((1, -1))
    s = math.sin(angle) * length
    return (x * s, y * s, z * s, math.cos(angle) * length)


def some_key() -> Transform:
    return Transform(some_vector(10), some_rotation(116))


# name, flags, children; depth first
NODES = (("root", 0, 2), ("arm", 2, 1), ("hand", 2, 0), ("leg", 0, 1), ("foot", 1, 1), ("toe", 2, 0))
PARENTS = (-1, 0, 1, 0, 3, 4)
ANIMATIONS_V12 = {"turn": (0, 40, 200, 330), "nod": (0, 125, 500)}
WEIGHT_SETS = {"Some": (0, 1, 0.35, 0.8, 0, 1), "Added": (2, 0, 2, 0, 2, 0.5)}


def turned_v12() -> bytes:
    binds: list[Matrix] = []
    for parent in PARENTS:
        x, y, z, w = some_rotation(90)
        length = math.sqrt(x * x + y * y + z * z + w * w)
        local = matrix_of(Transform(some_vector(12), (x / length, y / length, z / length, w / length)))
        binds.append(multiplied(binds[parent], local) if parent >= 0 else local)

    def vertex(weights: int, apart: float) -> bytes:
        place, normal = some_vector(30), normalised(some_vector(1))
        shares = [dice.uniform(0.2, 1) for _ in range(weights)]
        total = sum(shares) / dice.uniform(0.95, 1)
        data = values("HH", weights, 0)
        for node, share in zip(dice.sample(range(len(NODES)), weights), shares):
            bias = share / total
            x, y, z = moved(inverse(binds[node]), added(place, some_vector(apart)))
            data += values("I", node) + floats(x * bias, y * bias, z * bias, bias)
        return data + floats(*place, *normal)

    def lod(faces: int, most_weights: int, apart: float) -> bytes:
        data = values("I", faces)
        for i in range(faces):
            for corner in range(3):
                data += floats(dice.random(), dice.random()) + values("H", 3 * i + corner)
        return data + values("I", 3 * faces) + b"".join(vertex(1 + i % most_weights, apart) for i in range(3 * faces))

    # Faces, most weights, and how far apart the weights of a vertex see its place, as they do on lower levels (§4.12).
    pieces, levels = 2, ((6, 4, 0), (2, 6, 0.5))
    per_piece = [sum(1 + i % most for i in range(3 * faces)) for faces, most, _ in levels]
    weights = pieces * sum(per_piece)
    mesh = values("II", weights, pieces)
    for p in range(pieces):
        mesh += values("HfffH", p, 0, 0, 1, 0) + string(f"piece{p}")
        mesh += b"".join(lod(*level) for level in levels)

    skeleton = b""
    for i, (name, flags, children) in enumerate(NODES):
        skeleton += string(name) + values("HB", i, flags) + floats(*binds[i], 0, 0, 0, 1) + values("I", children)
    skeleton += values("I", len(WEIGHT_SETS))
    for name, numbers in WEIGHT_SETS.items():
        skeleton += string(name) + values("I", len(numbers)) + floats(*numbers)

    children_ = values("H", 1) + string("") + values("I", 1) + floats(0, 0, 0, 0, 0, 0, 1) * len(NODES)

    movement = values("I", len(ANIMATIONS_V12))
    for name, times in ANIMATIONS_V12.items():
        movement += floats(20, 40, 20) + string(name) + values("iII", -1, 200, len(times))
        movement += b"".join(values("I", time) + string("") for time in times)
        for _ in NODES:
            for _ in times:
                location, rotation = some_key()
                movement += floats(*location, *rotation)

    bindings = values("I", len(ANIMATIONS_V12))
    for name in ANIMATIONS_V12:
        bindings += string(name) + floats(20, 40, 20, *some_vector(5))

    strings = [name for name, *_ in NODES] + list(ANIMATIONS_V12)
    faces = pieces * sum(faces for faces, *_ in levels)
    keyframes = sum(map(len, ANIMATIONS_V12.values()))
    counters = (keyframes, len(ANIMATIONS_V12), len(NODES), pieces, 1, faces, 3 * faces, weights, len(levels))
    counters += (0, len(WEIGHT_SETS), len(strings), sum(map(len, strings)))
    header = values("I13I", 12, *counters) + string("") + floats(40) + values("H", 1) + bytes(62) + floats(200)
    return chain(
        [
            ("Header", header),
            ("Pieces", mesh),
            ("Nodes", skeleton),
            ("ChildModels", children_),
            ("Animation", movement),
            ("Sockets", values("I", 0)),
            ("AnimBindings", bindings),
        ]
    )


ANIMATIONS_V6 = {"Turn": (0, 90, 300), "STATIC_model": (0,), "blow": (0, 100, 150)}
DEFORMED = (0, 1, 2, 3, 4, 5, 1)  # vertex 1 twice: the last entry wins


def turned_v6() -> bytes:
    # The first vertices, of which those of one node have two collapses: the second takes the vertex of the first.
    owners = [1] * 6 + [3] * 6 + [5] * 6
    places = [some_vector(15) for _ in owners]
    replacements = [(0xCDCD, 0xCDCD)] * len(owners)
    normals = [(0, 0, 0)] * len(owners)
    faces = [(i, i + 1, i + 2) for i in range(0, len(owners), 3)] + [(7, 6, 9), (6, 9, 11)]
    for a, b, c in faces[:6]:
        # FlipMat counts as 1, so the sides are mirrored (§2.8).
        normal = normalised(cross(difference(places[c], places[a]), difference(places[b], places[a])))
        for v in (a, b, c):
            normals[v] = tuple(round(127 * x) for x in normal)
    original = len(owners)
    for pair in ((6, 7), (original, 9)):
        p, q = (places[v] for v in pair)
        places.append(tuple((x + y) / 2 for x, y in zip(p, q)))
        owners.append(owners[pair[0]])
        replacements.append(pair)
        normals.append(normals[pair[0]])

    geometry = floats(-40, -40, -40, 40, 40, 40) + values("I3H", 2, 0, 2, 3) + values("I", len(faces))
    for face in faces:
        geometry += floats(*(dice.random() for _ in range(6))) + values("3H3b", *face, *normals[face[0]])
    geometry += values("II", len(places), original)
    for place, normal, owner, pair in zip(places, normals, owners, replacements):
        geometry += floats(*place) + values("3bB2H", *normal, owner, *pair)

    skeleton = b""
    for i, (name, _, children) in enumerate(NODES):
        deformed = DEFORMED if i == 1 else ()
        flags = 1 if i == 0 else 6 if deformed else 2
        skeleton += floats(0, 0, 0, 0, 0, 0) + string(name) + values("HBI", i, flags, len(deformed))
        skeleton += values(f"{len(deformed)}HI", *deformed, children)

    movement = values("I", len(ANIMATIONS_V6))
    for name, times in ANIMATIONS_V6.items():
        movement += string(name) + values("I", times[-1]) + floats(-40, -40, -40, 40, 40, 40) + values("I", len(times))
        for time in times:
            movement += values("I", time) + floats(0, 0, 0, 0, 0, 0) + string("")
        for i in range(len(NODES)):
            for _ in times:
                location, rotation = some_key()
                movement += floats(*location, *rotation)
            if i == 1:
                for _ in times:
                    for v in DEFORMED:
                        # Near the vertex's place, so that its triangles keep their sides: byte · 0.25 − 32.
                        near = added(places[v], some_vector(0.4))
                        movement += bytes(min(255, max(0, round((x + 32) / 0.25))) for x in near)
            movement += floats(0.25, 0.25, 0.25, -32, -32, -32)
    dims = floats(20, 40, 20) * len(ANIMATIONS_V6)
    return chain(
        [
            ("Header", string(TOKEN_V6) + string("")),
            ("Geometry", geometry),
            ("Nodes", skeleton),
            ("Animation", movement),
            ("AnimDims", dims),
        ]
    )


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "turned_v12.abc").write_bytes(turned_v12())
    (folder / "turned_v6.abc").write_bytes(turned_v6())


if __name__ == "__main__":
    main()
