#!/usr/bin/env python3
"""A second reader of LithTech .abc models, and a second evaluator of their poses.

Lithoscope's own are in C++. This one was written from docs/format/abc.md alone, without a look at them, so that each
can be held against the other: what the two agree on is what the documentation says. "§x" below is a section of abc.md.

    reference.py MODEL.abc... -o FOLDER     writes FOLDER/MODEL.abc.json for each model: what it holds, and poses of it
    reference.py --check CORPUS             compares itself with expectations that others made (see README.md)

It is written to be read, not to be fast, and needs nothing but Python 3.9 or later.
"""

from __future__ import annotations

import argparse
import json
import math
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence, TypeVar

T = TypeVar("T")

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]  # X, Y, Z, W (§1.1)
Matrix = tuple[float, ...]  # three rows of four: the rotation, and the translation in 3, 7 and 11 (§4.8)

ORIGIN: Vector = (0.0, 0.0, 0.0)
TOKEN_V6 = "MonolithExport Model File v6"
LAST_SECTION = 0xFFFFFFFF
REMOVABLE, ROTATION_ONLY = 1, 2  # flags of a node, v9 and later (§3.4)


class AbcError(Exception):
    """The file is not what the documentation says; the message has the offset."""


# ---------------------------------------------------------------------------------------------------------------------
# The model, as the rest of this file needs it
# ---------------------------------------------------------------------------------------------------------------------


class Transform(NamedTuple):
    location: Vector
    rotation: Quaternion


class Weight(NamedTuple):
    node: int
    location: Vector  # already multiplied by the bias (§4.12)
    bias: float


@dataclass
class Vertex:
    location: Vector  # v9 and later: in the bind pose; v6: in the space of its node
    normal: Vector
    weights: list[Weight] = field(default_factory=list)  # v9 and later
    node: int = 0  # v6
    replacements: tuple[int, int] = (0, 0)  # v6


@dataclass
class Lod:
    faces: list[tuple[int, int, int]]
    vertices: list[Vertex]

    def weight_count(self) -> int:
        return sum(len(vertex.weights) for vertex in self.vertices)


@dataclass
class Piece:
    name: str
    lods: list[Lod]
    material: int = 0
    specular_power: float = 0.0
    specular_scale: float = 0.0
    lod_weight: float = 0.0
    extra_count: int = 0


@dataclass
class Node:
    name: str
    number: int  # v6: TransformationIndex; v9 and later: Index
    flags: int
    parent: int  # position in the list, -1 for a root
    bind: Optional[Matrix] = None  # v9 and later
    deformed: tuple[int, ...] = ()  # v6: the vertices that animations deform


@dataclass
class Animation:
    name: str
    times: list[int]
    keys: list[list[Transform]]  # by node, then by keyframe
    strings: list[str]
    packed: dict[int, list[list[Vector]]] = field(default_factory=dict)  # v6: unpacked positions, by node and keyframe

    def length(self) -> int:
        return self.times[-1] if self.times else 0  # §4.1


@dataclass
class Section:
    name: str
    offset: int
    data: int  # where its head ends
    end: int
    next: int


@dataclass
class Model:
    path: Path
    size: int
    version: int = 0
    leaves: int = 0  # numbers, strings and runs of padding in the whole file
    sections: list[Section] = field(default_factory=list)
    header: dict[str, Any] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)  # v6: one, without a name
    nodes: list[Node] = field(default_factory=list)
    animations: list[Animation] = field(default_factory=list)
    weight_sets: dict[str, list[float]] = field(default_factory=dict)
    child_models: list[str] = field(default_factory=list)
    sockets: list[tuple[str, int, Transform]] = field(default_factory=list)
    bindings: list[dict[str, Vector]] = field(default_factory=list)  # by child model: origins by lower-case name
    normal_vertices: int = 0  # v6
    vertex_start: tuple[int, ...] = ()  # v6: VertexStartNum
    transform_info: Optional[tuple[int, int]] = None  # v6: FlipMat, FixAnimKeyframes
    findings: list[tuple[str, str]] = field(default_factory=list)  # a code of docs/findings.md, and what is wrong

    def animation(self, name: str) -> Animation:
        for animation in self.animations:
            if animation.name == name:
                return animation
        raise AbcError(f"{self.path}: no animation {name}")


# ---------------------------------------------------------------------------------------------------------------------
# Values and sections (§1)
# ---------------------------------------------------------------------------------------------------------------------


class Reader:
    """Reads one value after another up to `end`, and counts them (§1.1)."""

    def __init__(self, data: bytes, offset: int, end: int) -> None:
        self.data, self.offset, self.end = data, offset, end
        self.leaves = 0

    def raw(self, size: int) -> bytes:
        if self.offset + size > self.end:
            raise AbcError(f"{size} bytes at {self.offset:#x} do not fit, the section ends at {self.end:#x}")
        start, self.offset = self.offset, self.offset + size
        return self.data[start : self.offset]

    def values(self, types: str) -> tuple[Any, ...]:
        """Several numbers, in the letters of Python's struct: B u8, b i8, H u16, I u32, i i32, f f32."""
        values = struct.unpack("<" + types, self.raw(struct.calcsize("<" + types)))
        self.leaves += len(values)
        return values

    def many(self, count: int, type_: str) -> tuple[Any, ...]:
        if count > self.end - self.offset:  # before a broken counter makes a list of it
            raise AbcError(f"{count} values at {self.offset:#x} do not fit, the section ends at {self.end:#x}")
        return self.values(f"{count}{type_}")

    def u8(self) -> int:
        return self.values("B")[0]

    def u16(self) -> int:
        return self.values("H")[0]

    def u32(self) -> int:
        return self.values("I")[0]

    def f32(self) -> float:
        return self.values("f")[0]

    def string(self) -> str:
        (length,) = struct.unpack("<H", self.raw(2))
        self.leaves += 1
        return self.raw(length).decode("latin-1")

    def padding(self, size: int) -> bytes:
        self.leaves += 1
        return self.raw(size)

    def vector(self) -> Vector:
        return self.values("3f")  # type: ignore[return-value]

    def quaternion(self) -> Quaternion:
        return self.values("4f")  # type: ignore[return-value]

    def transform(self) -> Transform:
        return Transform(self.vector(), self.quaternion())

    def packed_normal(self) -> Vector:
        x, y, z = self.values("3b")
        return normalised((x / 127, y / 127, z / 127))  # §2.2

    def list_of(self, count: int, read: Callable[[], T]) -> list[T]:
        return [read() for _ in range(count)]


def read_model(path: Path) -> Model:
    data = path.read_bytes()
    model = Model(path, len(data))
    offset = 0
    while True:  # the chain of sections (§1.2)
        head = Reader(data, offset, len(data))
        name, following = head.string(), head.u32()
        end = len(data) if following == LAST_SECTION else following
        if not head.offset <= end <= len(data):
            raise AbcError(f"{path}: section {name} at {offset:#x} ends at {end:#x}")
        is_last = following == LAST_SECTION
        model.sections.append(Section(name, offset, head.offset, end, -1 if is_last else following))
        model.leaves += head.leaves
        if is_last:
            break
        offset = following
    if model.sections[0].name != "Header":
        raise AbcError(f"{path}: begins with a section {model.sections[0].name}")
    token = Reader(data, model.sections[0].data, model.sections[0].end)
    is_v6 = data[token.offset : token.offset + 2] == b"\x1c\x00" and token.string() == TOKEN_V6  # §1.3
    (SectionsOfV6 if is_v6 else SectionsOfV9)(model, data).read()
    return model


class Sections:
    """Reads the sections of a model in the order of their needs (§1.2)."""

    def __init__(self, model: Model, data: bytes) -> None:
        self.model, self.data = model, data

    def section(self, name: str, *layouts: Callable[[Reader], T]) -> Optional[T]:
        """Reads a section in the first of the layouts with which it ends where it should (§3.7)."""
        model = self.model
        section = next((s for s in model.sections if s.name == name), None)
        if section is None:
            return None
        failure = ""
        for i, layout in enumerate(layouts):
            reader = Reader(self.data, section.data, section.end)
            try:
                value = layout(reader)
            except AbcError as error:
                failure = failure or str(error)
                continue
            if reader.offset == section.end:
                if i > 0:
                    text = f"{name} is in another layout than version {model.version} has"
                    model.findings.append(("LAYOUT_SETTLED", text))
                model.leaves += reader.leaves
                return value
            failure = failure or f"what is known of it ends at {reader.offset:#x}"
        raise AbcError(f"{model.path}: section {name} ends at {section.end:#x}: {failure}")

    def tree(self, read: Callable[[int], tuple[Node, int]]) -> list[Node]:
        """Nodes, depth first: each is followed by the subtrees of its children (§2.3, §3.4)."""
        nodes: list[Node] = []
        open_: list[list[int]] = [[-1, 1]]  # parents, and how many children of theirs are still to come
        while open_:
            parent, left = open_[-1]
            if left == 0:
                open_.pop()
                continue
            open_[-1][1] -= 1
            node, children = read(parent)
            nodes.append(node)
            open_.append([len(nodes) - 1, children])
        return nodes


# ---------------------------------------------------------------------------------------------------------------------
# Version 6 (§2)
# ---------------------------------------------------------------------------------------------------------------------


class SectionsOfV6(Sections):
    def read(self) -> None:
        model = self.model
        model.version = 6
        self.section("Header", self.header)
        self.section("Geometry", self.geometry)
        # Without the section both flags are 1 (§2.5); how keys are to be read depends on them.
        model.transform_info = self.section("TransformInfo", lambda r: r.values("2i"))  # type: ignore[assignment]
        model.nodes = self.section("Nodes", self.nodes) or []
        model.animations = self.section("Animation", self.animation) or []
        self.section("AnimDims", lambda r: r.list_of(len(model.animations), r.vector))
        self.section("TriStrips", self.tri_strips)
        self.check()

    def header(self, r: Reader) -> None:
        self.model.header = {"FileToken": r.string(), "CommandString": r.string()}

    def geometry(self, r: Reader) -> None:
        model = self.model
        r.vector(), r.vector()  # BoundsMin, BoundsMax
        collapses = r.u32()
        model.vertex_start = r.many(collapses + 1, "H")
        faces = []
        for _ in range(r.u32()):
            r.values("6f")  # texture coordinates of the three corners
            faces.append(r.values("3H"))
            r.packed_normal()
        vertex_count, model.normal_vertices = r.u32(), r.u32()
        vertices = []
        for _ in range(vertex_count):
            vertex = Vertex(location=r.vector(), normal=r.packed_normal())
            vertex.node = r.u8()
            vertex.replacements = r.values("2H")  # type: ignore[assignment]
            vertices.append(vertex)
        model.pieces = [Piece("", [Lod(faces, vertices)])]  # type: ignore[arg-type]
        if collapses != vertex_count - model.normal_vertices:  # §2.10
            text = f"NumLODs is {collapses}, {vertex_count - model.normal_vertices} vertices stand in for others"
            model.findings.append(("COUNT_MISMATCH", text))

    def nodes(self, r: Reader) -> list[Node]:
        def node(parent: int) -> tuple[Node, int]:
            r.vector(), r.vector()  # BoundsMin, BoundsMax
            node = Node(name=r.string(), number=r.u16(), flags=r.u8(), parent=parent)
            node.deformed = r.many(r.u32(), "H")
            return node, r.u32()

        return self.tree(node)

    def animation(self, r: Reader) -> list[Animation]:
        return r.list_of(r.u32(), lambda: self.one_animation(r))

    def one_animation(self, r: Reader) -> Animation:
        name, length = r.string(), r.u32()
        r.vector(), r.vector()  # BoundsMin, BoundsMax
        times, strings = [], []
        for _ in range(r.u32()):
            times.append(r.u32())
            r.vector(), r.vector()  # BoundsMin, BoundsMax
            strings.append(r.string())
        animation = Animation(name, times, [], strings)
        if length != animation.length():
            text = f"Length of {name} is {length}, the last key is at {animation.length()}"
            self.model.findings.append(("ANIMATION_LENGTH", text))
        conjugate = self.model.transform_info is None or self.model.transform_info[1] != 0  # §2.8
        for n, node in enumerate(self.model.nodes):
            keys = r.list_of(len(times), r.transform)
            if conjugate:
                keys = [Transform(key.location, conjugated(key.rotation)) for key in keys]
            animation.keys.append(keys)
            packed = [r.many(3 * len(node.deformed), "B") for _ in times] if node.deformed else []
            scale, offset = r.vector(), r.vector()
            animation.packed[n] = [  # §2.9
                [unpacked(frame[i : i + 3], scale, offset) for i in range(0, len(frame), 3)] for frame in packed
            ]
        return animation

    def tri_strips(self, r: Reader) -> None:
        for type_ in "HIH":  # §2.6: three lists of numbers that nobody knows
            r.many(r.u32(), type_)
        r.many(2 * self.model.normal_vertices, "f")

    def check(self) -> None:
        model = self.model
        (lod,) = model.pieces[0].lods
        if any(v >= model.normal_vertices for face in lod.faces for v in face):
            model.findings.append(("INDEX_OUT_OF_RANGE", "a face has a vertex that is not one of the full mesh (§2.10)"))
            return
        if [node.number for node in model.nodes] != list(range(len(model.nodes))):
            model.findings.append(("NODE_INDEX_ORDER", "TransformationIndex is not the position in the list (§2.2)"))
        used: set[int] = set()
        for k, stored in enumerate(model.vertex_start):  # §2.10
            if k > 0:
                replacements = lod.vertices[model.normal_vertices + k - 1].replacements
                used.update(v for v in replacements if v < model.normal_vertices)
            if stored != len(used):
                model.findings.append(("COUNT_MISMATCH", f"VertexStartNum[{k}] is {stored}, not {len(used)}"))
        if model.animations:
            self.check_winding(lod.faces)

    def check_winding(self, faces: Sequence[tuple[int, int, int]]) -> None:
        """A vote of all faces in the rest pose (§2.8)."""
        play = rest_pose(self.model)
        (vertices,) = deformed_v6(self.model, pose(self.model, play), play)
        votes = 0
        for face in faces:
            (p0, n0), (p1, n1), (p2, n2) = (vertices[v] for v in face)
            up = cross(difference(p1, p0), difference(p2, p0))
            side = dot(up, added(added(n0, n1), n2))
            votes += (side > 0) - (side < 0)
        mirrored = self.model.transform_info is None or self.model.transform_info[0] != 0
        if votes < 0 if not mirrored else votes > 0:
            self.model.findings.append(("WINDING_INWARD", "the faces contradict FlipMat"))


def unpacked(position: Sequence[int], scale: Vector, offset: Vector) -> Vector:
    return tuple(p * s + o for p, s, o in zip(position, scale, offset))  # type: ignore[return-value]


def faces_after(model: Model, collapses: int) -> int:
    """Triangles that are left of a v6 mesh after the first `collapses` of its edge collapses (§2.10)."""
    (lod,) = model.pieces[0].lods
    instead = list(range(len(lod.vertices)))
    for j in range(collapses):
        collapsed = model.normal_vertices + j
        for replaced in lod.vertices[collapsed].replacements:
            if replaced < collapsed:  # or the mapping could run in a circle
                instead[replaced] = collapsed

    def final(vertex: int) -> int:
        while instead[vertex] != vertex:
            vertex = instead[vertex]
        return vertex

    return sum(len({final(v) for v in face}) == 3 for face in lod.faces)


# ---------------------------------------------------------------------------------------------------------------------
# Versions 9 to 13, and 108 (§3)
# ---------------------------------------------------------------------------------------------------------------------

COUNTERS = (
    "KeyframeCount AnimationCount NodeCount PieceCount ChildModelCount FaceCount VertexCount WeightCount LODCount "
    "SocketCount WeightSetCount StringCount StringLengthTotal"
).split()


class SectionsOfV9(Sections):
    def read(self) -> None:
        model = self.model
        self.section("Header", self.read_header)
        header = model.header
        model.version = self.version = header["Version"]
        levels = [header["LODDistanceCount"] + 1, header["LODCount"]]  # §3.3
        model.pieces = self.section("Pieces", *[self.pieces_with(n) for n in levels]) or []
        self.section("Nodes", self.read_nodes)
        sizes = (28, 36) if self.version == 108 else (28,)  # of a child model's transforms (§3.5)
        self.section("ChildModels", *[self.child_models_with(size) for size in sizes])
        # §3.7: bytes between the name and the keyframes of an animation
        head = 0 if self.version <= 10 else 4 if self.version == 11 else 8
        heads = [head] + [other for other in (0, 4, 8) if other != head]
        model.animations = self.section("Animation", *[self.animations_with(n) for n in heads]) or []
        self.section("Sockets", self.sockets)
        self.section("AnimBindings", self.anim_bindings)
        self.section("HitGroups", self.hit_groups)
        self.check()

    def read_header(self, r: Reader) -> None:
        header = self.model.header = {"Version": r.u32()}
        if header["Version"] not in (9, 10, 11, 12, 13, 108):
            raise AbcError(f"{self.model.path}: version {header['Version']} is not known")
        header.update(zip(COUNTERS, r.many(len(COUNTERS), "I")))
        if header["Version"] == 13:
            header["VertAnimDataSize"] = r.u32()
        if header["Version"] == 108:
            header.update(zip(("Unknown108A", "HitGroupCount", "Unknown108B"), r.values("3I")))
        header["CommandString"] = r.string()
        header["InternalRadius"] = r.f32()
        header["LODDistanceCount"] = r.u16()
        r.padding(62)
        header["LODDistances"] = list(r.many(header["LODDistanceCount"], "f"))

    def pieces_with(self, levels: int) -> Callable[[Reader], list[Piece]]:
        def pieces(r: Reader) -> list[Piece]:
            r.u32()  # repeats Header.WeightCount
            return r.list_of(r.u32(), lambda: self.piece(r, levels))

        return pieces

    def piece(self, r: Reader, levels: int) -> Piece:
        piece = Piece(name="", lods=[], material=r.u16())
        if self.version == 108:
            r.u16(), r.u32()
        piece.specular_power, piece.specular_scale = r.f32(), r.f32()
        if self.version >= 10:
            piece.lod_weight = r.f32()
        piece.extra_count = r.u16()
        r.many(piece.extra_count, "I")
        piece.name = r.string()
        for _ in range(levels):
            faces = []
            for _ in range(r.u32()):
                corners = r.values("ffHffHffH")  # U, V and vertex of each corner
                faces.append((corners[2], corners[5], corners[8]))
            piece.lods.append(Lod(faces, r.list_of(r.u32(), lambda: self.vertex(r))))
        return piece

    def vertex(self, r: Reader) -> Vertex:
        count, *_ = r.values("BBH" if self.version == 108 else "HH")  # and SubLODVertexIndex
        weights = r.list_of(count, lambda: Weight(r.u32(), r.vector(), r.f32()))
        return Vertex(r.vector(), r.vector(), weights)

    def read_nodes(self, r: Reader) -> None:
        if self.version == 108:  # §3.4: there the weight sets come first
            self.weight_sets(r)
        self.model.nodes = self.tree(lambda parent: self.node(r, parent))
        if self.version != 108:
            self.weight_sets(r)

    def node(self, r: Reader, parent: int) -> tuple[Node, int]:
        node = Node(name=r.string(), number=r.u16(), flags=r.u8(), parent=parent)
        if self.version == 108:
            r.u32()
        node.bind = r.values("16f")[:12]
        return node, r.u32()

    def weight_sets(self, r: Reader) -> None:
        for _ in range(r.u32()):
            name = r.string()
            self.model.weight_sets[name] = list(r.many(r.u32(), "f"))

    def child_models_with(self, size: int) -> Callable[[Reader], None]:
        def child_models(r: Reader) -> None:
            self.model.child_models = []
            for _ in range(r.u16()):
                self.model.child_models.append(r.string())
                r.u32()  # BuildNumber
                for _ in self.model.nodes:  # identity in every known file; not to be applied (§3.5)
                    r.transform()
                    if size == 36:
                        r.values("2I")

        return child_models

    def animations_with(self, head: int) -> Callable[[Reader], list[Animation]]:
        return lambda r: r.list_of(r.u32(), lambda: self.animation(r, head))

    def animation(self, r: Reader, head: int) -> Animation:
        r.vector()  # Extents
        name = r.string()
        r.many(head // 4, "I")  # Unknown, InterpolationTime
        keyframes = r.list_of(r.u32(), lambda: (r.u32(), r.string()))
        keys = []
        for _ in self.model.nodes:
            if self.version >= 13:
                r.u32()  # -1
            keys.append(r.list_of(len(keyframes), lambda: self.key_transform(r)))
        return Animation(name, [time for time, _ in keyframes], keys, [string for _, string in keyframes])

    def key_transform(self, r: Reader) -> Transform:
        key = r.transform()
        if self.version >= 13:
            r.values("2I")  # Time, Pointer
        return key

    def sockets(self, r: Reader) -> None:
        for _ in range(r.u32()):
            node, name, rotation, location = r.u32(), r.string(), r.quaternion(), r.vector()  # rotation first (§3.8)
            self.model.sockets.append((name, node, Transform(location, rotation)))

    def anim_bindings(self, r: Reader) -> None:
        for _ in self.model.child_models:  # one list for each child model, the model itself first (§3.9)
            origins = self.model.bindings
            origins.append({})
            for _ in range(r.u32()):
                name = r.string()
                r.vector()  # Extents
                origins[-1].setdefault(name.lower(), r.vector())

    def hit_groups(self, r: Reader) -> None:
        for _ in range(r.u32()):  # §3.10: nobody knows what they mean
            for _ in range(r.u32()):
                r.values("6h")
            r.values("4f4h")

    def check(self) -> None:
        """The counters of the header against the lists (§3.2), and the indices."""
        model, header = self.model, self.model.header
        lods = [lod for piece in model.pieces for lod in piece.lods]
        strings = {header["CommandString"], *model.child_models, *(node.name for node in model.nodes)}
        for animation in model.animations:
            strings.update([animation.name], animation.strings)
        strings.discard("")
        counted = (
            sum(len(animation.times) for animation in model.animations),
            len(model.animations),
            len(model.nodes),
            len(model.pieces),
            len(model.child_models),
            sum(len(lod.faces) for lod in lods),
            sum(len(lod.vertices) for lod in lods),
            sum(lod.weight_count() for lod in lods),
            max((len(piece.lods) for piece in model.pieces), default=header["LODCount"]),
            len(model.sockets),
            len(model.weight_sets),
            len(strings),
            sum(map(len, strings)),
        )
        for name, count in zip(COUNTERS, counted):
            if header[name] != count:
                model.findings.append(("HEADER_COUNT_MISMATCH", f"{name} is {header[name]}, the file holds {count}"))
        for lod in lods:
            if any(v >= len(lod.vertices) for face in lod.faces for v in face):
                model.findings.append(("INDEX_OUT_OF_RANGE", "a face has a vertex that is not there"))
            if any(w.node >= len(model.nodes) for vertex in lod.vertices for w in vertex.weights):
                model.findings.append(("INDEX_OUT_OF_RANGE", "a weight has a node that is not there"))


# ---------------------------------------------------------------------------------------------------------------------
# Vectors, quaternions and matrices
# ---------------------------------------------------------------------------------------------------------------------


def normalised(v: Vector) -> Vector:
    length = math.sqrt(dot(v, v))
    return (v[0] / length, v[1] / length, v[2] / length) if length > 0 else ORIGIN


def lerp(a: Vector, b: Vector, p: float) -> Vector:
    return tuple(x + (y - x) * p for x, y in zip(a, b))  # type: ignore[return-value]


def added(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def difference(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def conjugated(q: Quaternion) -> Quaternion:
    return (-q[0], -q[1], -q[2], q[3])


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def slerp(a: Quaternion, b: Quaternion, p: float) -> Quaternion:
    """Along the shorter arc; nearly parallel ones linearly (§4.3)."""
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = (-b[0], -b[1], -b[2], -b[3]), -cosine
    if cosine > 0.99999:
        share_a, share_b = 1 - p, p
    else:
        angle = math.acos(cosine)
        share_a, share_b = math.sin((1 - p) * angle) / math.sin(angle), math.sin(p * angle) / math.sin(angle)
    return tuple(x * share_a + y * share_b for x, y in zip(a, b))  # type: ignore[return-value]


def matrix_of(transform: Transform) -> Matrix:
    """T(location) · R(rotation), with a rotation of any length taken as one of unit length (§4.3, §4.5)."""
    (tx, ty, tz), (x, y, z, w) = transform
    length = x * x + y * y + z * z + w * w
    s = 2 / length if length > 0 else 0.0
    return (
        *(1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), tx),
        *(s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x), ty),
        *(s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y), tz),
    )


def multiplied(a: Matrix, b: Matrix) -> Matrix:
    return tuple(
        sum(a[row + k] * b[4 * k + column] for k in range(3)) + (a[row + 3] if column == 3 else 0.0)
        for row in (0, 4, 8)
        for column in range(4)
    )


def inverse(m: Matrix) -> Matrix:
    a, b, c, _, d, e, f, _, g, h, i, _ = m
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if determinant == 0:
        raise AbcError("a bind matrix has no inverse")
    rows = ((e * i - f * h, c * h - b * i, b * f - c * e), (f * g - d * i, a * i - c * g, c * d - a * f))
    rows += ((d * h - e * g, b * g - a * h, a * e - b * d),)  # type: ignore[assignment]
    result: list[float] = []
    for row in rows:
        turned = [x / determinant for x in row]
        result += [*turned, -sum(x * t for x, t in zip(turned, translation(m)))]
    return tuple(result)


def translation(m: Matrix) -> Vector:
    return (m[3], m[7], m[11])


def rotated(m: Matrix, v: Vector) -> Vector:
    x, y, z = v
    return tuple(m[r] * x + m[r + 1] * y + m[r + 2] * z for r in (0, 4, 8))  # type: ignore[return-value]


def moved(m: Matrix, v: Vector) -> Vector:
    return added(rotated(m, v), translation(m))


# ---------------------------------------------------------------------------------------------------------------------
# Poses (§4)
# ---------------------------------------------------------------------------------------------------------------------


class Play(NamedTuple):
    """An animation at a time; as a layer, with the numbers of a weight set (§4.10)."""

    source: Model
    animation: Animation
    time: float
    loop: bool = True
    weights: Sequence[float] = ()

    def between(self) -> tuple[int, int, float]:
        """The two keys around the time, and how far it is from the first to the second (§4.2)."""
        times, time = self.animation.times, self.time
        length = self.animation.length()
        if self.loop and time > length:
            time = time % length if length > 0 else 0
        if time <= times[0]:
            return 0, 0, 0.0
        for k in range(1, len(times)):
            if time <= times[k]:
                return k - 1, k, (time - times[k - 1]) / (times[k] - times[k - 1])
        return len(times) - 1, len(times) - 1, 0.0

    def transform(self, node: int) -> Transform:
        a, b, p = self.between()
        keys = self.animation.keys[node]
        return Transform(lerp(keys[a].location, keys[b].location, p), slerp(keys[a].rotation, keys[b].rotation, p))

    def over(self, below: Transform, node: int) -> Transform:
        """This layer over what is there (§4.10)."""
        weight, layer = self.weights[node], self.transform(node)
        if weight == 0:
            return below
        if weight != 2.0:
            return Transform(lerp(below.location, layer.location, weight), slerp(below.rotation, layer.rotation, weight))
        first = self.animation.keys[node][0]
        by = difference(layer.location, first.location)
        turn = product(conjugated(first.rotation), layer.rotation)
        return Transform(added(below.location, by), product(below.rotation, turn))


def bind_pose(model: Model) -> list[Matrix]:
    """Where the nodes are without an animation: bind matrices (§4.8), of v6 the rest pose (§2.7)."""
    if model.version != 6:
        return [node.bind for node in model.nodes if node.bind is not None]
    return pose(model, rest_pose(model))


def rest_pose(model: Model) -> Play:
    static = [a for a in model.animations if a.name.lower() == "static_model"]
    return Play(model, (static or model.animations)[0], 0)


def pose(model: Model, play: Play, layers: Sequence[Play] = (), origin: Vector = ORIGIN) -> list[Matrix]:
    """The global matrix of each node, in the order of §4."""
    result: list[Matrix] = []
    for n, node in enumerate(model.nodes):
        local = play.transform(n)
        for layer in layers:
            local = layer.over(local, n)
        if node.bind is not None and node.flags & ROTATION_ONLY:  # §4.6: of the model that is displayed
            placed = ORIGIN
            if node.parent >= 0:
                placed = translation(multiplied(inverse(model.nodes[node.parent].bind or ()), node.bind))
            local = Transform(placed, local.rotation)
        if node.parent < 0:
            local = Transform(added(local.location, origin), local.rotation)  # §4.7
        matrix = matrix_of(local)
        result.append(multiplied(result[node.parent], matrix) if node.parent >= 0 else matrix)
    return result


def origin_of(model: Model, source: Model, animation: str) -> Vector:
    """What the model's binding to an animation of its own or of a child model adds to the root (§4.7)."""
    if animation == "bind":
        return ORIGIN
    for child, origins in zip(model.child_models, model.bindings):
        if source is model if not child else base_name(child) == source.path.name.lower():
            return origins.get(animation.lower(), ORIGIN)
    return ORIGIN


def base_name(child: str) -> str:
    """The file that a child model names: either kind of slash, in any case (§4.13)."""
    return child.replace("\\", "/").rsplit("/", 1)[-1].lower()


def child_file(model: Model, child: str) -> Optional[Model]:
    """A child model from the model's own folder, where there is one (§4.13)."""
    paths = model.path.parent.iterdir() if child else ()
    return next((read_model(path) for path in sorted(paths) if path.name.lower() == base_name(child)), None)


Posed = tuple[Vector, Vector]  # position and normal


def deformed(model: Model, nodes: Sequence[Matrix], lod: int) -> list[list[Posed]]:
    """The vertices of every piece, v9 and later (§4.12)."""
    turns = [multiplied(matrix, inverse(node.bind or ())) for matrix, node in zip(nodes, model.nodes)]
    return [[weighted(vertex, nodes, turns) for vertex in piece.lods[lod].vertices] for piece in model.pieces]


def weighted(vertex: Vertex, nodes: Sequence[Matrix], turns: Sequence[Matrix]) -> Posed:
    if not vertex.weights:
        return vertex.location, vertex.normal
    position, normal, biases = ORIGIN, ORIGIN, 0.0
    for node, location, bias in vertex.weights:
        tx, ty, tz = translation(nodes[node])
        position = added(position, added(rotated(nodes[node], location), (bias * tx, bias * ty, bias * tz)))
        nx, ny, nz = rotated(turns[node], vertex.normal)
        normal = added(normal, (bias * nx, bias * ny, bias * nz))
        biases += bias
    return (position[0] / biases, position[1] / biases, position[2] / biases), normalised(normal)


def deformed_v6(model: Model, nodes: Sequence[Matrix], play: Play) -> list[list[Posed]]:
    """The vertices of a v6 mesh, those of its collapses included (§2.7, §2.9)."""
    vertices = model.pieces[0].lods[0].vertices
    positions = [vertex.location for vertex in vertices]
    a, b, p = play.between()
    for n, node in enumerate(model.nodes):
        frames = play.animation.packed[n]
        for i, v in enumerate(node.deformed):  # of a vertex that is named twice the last entry wins
            positions[v] = lerp(frames[a][i], frames[b][i], p)
    by_number = {node.number: matrix for node, matrix in zip(model.nodes, nodes)}
    posed = []
    for vertex, position in zip(vertices, positions):
        matrix = by_number[vertex.node]
        posed.append((moved(matrix, position), normalised(rotated(matrix, vertex.normal))))
    return [posed]


def evaluated(
    model: Model, name: str, time: float, lod: int, base: Optional[Model], origin: Vector, **more: Any
) -> tuple[list[Matrix], list[list[Posed]]]:
    """Nodes and vertices of a pose as an expectation describes it."""
    source = base or model
    loop = more.get("loop", True)
    if name == "bind":
        play, nodes = (rest_pose(model) if model.version == 6 else None), bind_pose(model)
    else:
        layers = [
            Play(source, source.animation(layer["anim"]), layer["time"], loop, model.weight_sets[layer["weight_set"]])
            for layer in more.get("layers", [])
        ]
        play = Play(source, source.animation(name), time, loop)
        nodes = pose(model, play, layers, origin)
    if model.version == 6 and play is not None:
        (vertices,) = deformed_v6(model, nodes, play)
        return nodes, [vertices[: model.normal_vertices]]
    return nodes, deformed(model, nodes, lod)


# ---------------------------------------------------------------------------------------------------------------------
# Expectations
# ---------------------------------------------------------------------------------------------------------------------

SAMPLES = 20  # vertices of a pose, over all pieces


def rounded(values: Iterable[float]) -> list[float]:
    return [round(value, 5) + 0.0 for value in values]  # + 0.0: no −0.0


def described(model: Model) -> dict[str, Any]:
    """What the model holds, without poses."""
    result: dict[str, Any] = {"size": model.size, "version": model.version, "leaf_fields": model.leaves}
    result["sections"] = [
        {"name": s.name, "offset": s.offset, "size": s.end - s.offset, "next": s.next} for s in model.sections
    ]
    # Of errors and warnings the codes; LAYOUT_SETTLED is only information.
    result["findings"] = sorted({code for code, _ in model.findings} - {"LAYOUT_SETTLED"})
    if model.version != 6:
        result["header"] = model.header
        result["pieces"] = [
            {
                "name": piece.name,
                "material": piece.material,
                "specular_power": piece.specular_power,
                "specular_scale": piece.specular_scale,
                "lod_weight": piece.lod_weight,
                "unknown": piece.extra_count,
                "lods": [
                    {"faces": len(lod.faces), "vertices": len(lod.vertices), "weights": lod.weight_count()}
                    for lod in piece.lods
                ],
            }
            for piece in model.pieces
        ]
    else:
        (lod,) = model.pieces[0].lods
        collapses = len(lod.vertices) - model.normal_vertices
        result["faces"], result["vertices"] = len(lod.faces), len(lod.vertices)
        result["normal_vertices"], result["collapses"] = model.normal_vertices, collapses
        result["transform_info"] = model.transform_info
        steps = sorted({collapses * quarter // 4 for quarter in range(5)} | {min(1, collapses)})
        result["faces_after"] = {str(k): faces_after(model, k) for k in steps}
    result["nodes"] = [[node.name, node.flags, node.parent, len(node.deformed)] for node in model.nodes]
    result["animations"] = [[a.name, a.length(), len(a.times)] for a in model.animations]
    return result


def sampled(model: Model, lod: int) -> list[tuple[int, int]]:
    """Which vertices an expectation samples, as pairs of piece and vertex.

    Of each piece as many as are its share of all vertices, but two at least; half of them spread over the piece, half
    over those vertices of it that have the most weights.
    """
    if model.version == 6:
        # Half of the places are for deformation vertices where there are any.
        everything = range(model.normal_vertices)
        deformed = sorted({v for node in model.nodes for v in node.deformed})
        return [(0, v) for v in sorted({*spread(everything, SAMPLES // 2), *spread(deformed, SAMPLES // 2)})]
    pieces = [piece.lods[lod].vertices for piece in model.pieces]
    total = sum(map(len, pieces)) or 1
    result = []
    for p, vertices in enumerate(pieces):
        places = max(2, round(SAMPLES * len(vertices) / total))
        by_weights = sorted(range(len(vertices)), key=lambda v: -len(vertices[v].weights))
        busiest = sorted(by_weights[: max(1, len(vertices) // 8)])
        chosen = {*spread(range(len(vertices)), places - places // 2), *spread(busiest, places // 2)}
        result += [(p, v) for v in sorted(chosen)]
    return result


def spread(choice: Sequence[int], count: int) -> list[int]:
    count = min(count, len(choice))
    return [choice[(2 * i + 1) * len(choice) // (2 * count)] for i in range(count)]


def expectation(
    model: Model, name: str, time: float, lod: int = 0, base: Optional[Model] = None, **more: Any
) -> dict[str, Any]:
    """A pose with its numbers. `more` may be layers, and loop=False; see README.md."""
    origin = origin_of(model, base or model, name)
    nodes, pieces = evaluated(model, name, time, lod, base, origin, **more)
    points = [position for piece in pieces for position, _ in piece]
    result: dict[str, Any] = {"anim": name}
    if model.version != 6:
        result["base"] = base.path.name if base else None
    result["time"] = int(time) if time == int(time) else time
    if model.version != 6:
        result["lod"] = lod
        result["origin"] = rounded(origin)
    result.update(more)
    result["bbox"] = [rounded(f(point[axis] for point in points) for axis in range(3)) for f in (min, max)]
    result["count"] = len(points)
    result["samples"] = []
    for piece, vertex in sampled(model, lod):
        position, normal = pieces[piece][vertex]
        at = [vertex] if model.version == 6 else [piece, vertex]
        result["samples"].append([*at, *rounded(position), *rounded(normal)])
    result["node_translations"] = [rounded(translation(matrix)) for matrix in nodes]
    return result


def times_of(animation: Animation) -> Iterator[float]:
    """Between two keys, at a key, at the end (which is the last key), and behind it: in a later pass (§4.2)."""
    length, middle = animation.length(), len(animation.times) // 2
    if middle > 0:
        yield (animation.times[middle - 1] * 5 + animation.times[middle] * 3) / 8
        yield animation.times[middle]
    yield length
    yield length + 1 if middle % 2 else 2.5 * length + 7


def expectations(model: Model) -> dict[str, list[dict[str, Any]]]:
    """The poses that hold the promise: every animation, also of child models in the same folder, and every level."""
    # Levels without vertices have nothing to compare, and a v6 model without animations has no rest pose (§2.7).
    depth = max((len(piece.lods) for piece in model.pieces), default=0)
    levels = [lod for lod in range(depth) if any(piece.lods[lod].vertices for piece in model.pieces)]
    if not levels or (model.version == 6 and not model.animations):
        return {"poses": [], "other_poses": []}
    poses = [expectation(model, "bind", 0, lod) for lod in levels]

    def play(animation: Animation, base: Optional[Model], skip: int) -> None:
        for time in list(times_of(animation))[skip:]:
            poses.append(expectation(model, animation.name, time, levels[len(poses) % len(levels)], base))

    for animation in model.animations:
        play(animation, None, 0)
    for base in filter(None, (child_file(model, child) for child in model.child_models)):
        for animation in base.animations:
            play(animation, base, 1)
    result = {"poses": poses}

    # What the corpus has no place for: no looping, and layers.
    others = []
    if model.animations:
        last = model.animations[-1]
        others.append(expectation(model, last.name, last.length() + 100, loop=False))
        layers = []
        for i, name in enumerate(model.weight_sets):
            # The animation of that name where there is one, else one after the other.
            next_ = model.animations[(i + 1) % len(model.animations)]
            above = next((a for a in model.animations if a.name == name), next_)
            layers.append({"anim": above.name, "time": above.length() * 2 // 5, "weight_set": name})
        below = model.animations[0]
        for count in sorted({min(1, len(layers)), len(layers)} - {0}):
            others.append(expectation(model, below.name, below.length() * 3 // 5, layers=layers[:count]))
    result["other_poses"] = others
    return result


def to_json(value: dict[str, Any]) -> str:
    """One member a line, and of lists of objects one object a line."""

    def member(name: str, item: Any) -> str:
        dump = lambda x: json.dumps(x, separators=(",", ":"), ensure_ascii=False)  # noqa: E731
        if isinstance(item, list) and item and isinstance(item[0], dict):
            return f"{dump(name)}: [\n" + ",\n".join("  " + dump(x) for x in item) + "\n ]"
        return f"{dump(name)}: {dump(item)}"

    return "{\n " + ",\n ".join(member(*pair) for pair in value.items()) + "\n}\n"


# ---------------------------------------------------------------------------------------------------------------------
# Against expectations that others made
# ---------------------------------------------------------------------------------------------------------------------


class Comparison:
    """Counts what was compared, and keeps the greatest deviation and all that differs."""

    def __init__(self, tolerance: float) -> None:
        self.tolerance, self.greatest, self.where, self.numbers = tolerance, 0.0, "", 0
        self.differences: list[str] = []

    def same(self, what: str, actual: Any, expected: Any) -> None:
        self.numbers += 1
        actual = json.loads(json.dumps(actual))  # tuples become lists
        if actual != expected:
            self.differences.append(f"{what}: {str(actual)[:80]}, expected {str(expected)[:80]}")

    def close(self, what: str, actual: Iterable[float], expected: Sequence[float]) -> None:
        actual = list(actual)
        if len(actual) != len(expected):
            self.differences.append(f"{what}: {len(actual)} numbers, expected {len(expected)}")
        for a, e in zip(actual, expected):
            self.numbers += 1
            deviation = abs(a - e) if math.isfinite(a) else math.inf
            if deviation > self.greatest:
                self.greatest, self.where = deviation, what
            if deviation > self.tolerance:
                self.differences.append(f"{what}: {a}, expected {e}")

    def report(self, name: str) -> bool:
        verdict = "ok  " if not self.differences else "BAD "
        print(f"{verdict} {name}: {self.numbers} values, greatest deviation {self.greatest:.2g} ({self.where})")
        for difference in self.differences[:8]:
            print(f"       {difference}")
        return not self.differences


def flat(vectors: Iterable[Iterable[float]]) -> list[float]:
    return [x for vector in vectors for x in vector]


def compare_with_expectation(path: Path, models: Path, tolerance: float) -> Comparison:
    """With a file of the same shape as those that this program writes."""
    expected = json.loads(path.read_text("utf-8"))
    comparison = Comparison(tolerance)
    model = read_model(models / path.name[: -len(".json")])
    for name, value in described(model).items():
        if name == "findings":
            comparison.same(name, value, expected.get(name, []))
        elif name == "header":
            for field_, number in expected["header"].items():
                if field_ != "Padding":
                    comparison.same(f"Header.{field_}", value[field_], number)
        elif name == "faces_after":
            for k, faces in expected[name].items():
                comparison.same(f"faces after {k} collapses", faces_after(model, int(k)), faces)
        elif name in expected:
            comparison.same(name, value, expected[name])
    bases: dict[str, Model] = {}
    for wanted in expected["poses"] + expected.get("other_poses", []):
        name, base = wanted["anim"], wanted.get("base")
        if base and base not in bases:
            bases[base] = read_model(models / base)
        more = {key: wanted[key] for key in ("loop", "layers") if key in wanted}
        origin = origin_of(model, bases[base] if base else model, name)
        nodes, pieces = evaluated(model, name, wanted["time"], wanted.get("lod", 0), bases.get(base), origin, **more)
        what = f"{name} at {wanted['time']}"
        if "origin" in wanted:
            comparison.close(f"{what}, origin", origin, wanted["origin"])
        points = [position for piece in pieces for position, _ in piece]
        comparison.same(f"{what}, count", len(points), wanted["count"])
        bounds = [[f(p[axis] for p in points) for axis in range(3)] for f in (min, max)]
        comparison.close(f"{what}, bbox", flat(bounds), flat(wanted["bbox"]))
        for sample in wanted["samples"]:
            piece, vertex, *numbers = sample if model.version != 6 else [0, *sample]
            comparison.close(f"{what}, piece {piece} vertex {vertex}", flat(pieces[piece][vertex]), numbers)
        comparison.close(f"{what}, nodes", flat(map(translation, nodes)), flat(wanted["node_translations"]))
    return comparison


def compare_with_blender(model: Model, path: Path, tolerance: float) -> Comparison:
    """With all vertices of an animation at its keys, as Blender has them."""
    expected, comparison = json.loads(path.read_text("utf-8")), Comparison(tolerance)
    for record in expected["records"]:
        _, pieces = evaluated(model, expected["anim"], record["time_ms"], 0, None, ORIGIN)
        actual = [position for piece in pieces for position, _ in piece]
        comparison.close(f"{expected['anim']} at {record['time_ms']}", flat(actual), flat(record["positions"]))
    return comparison


def compare_with_parent(model: Model, path: Path, tolerance: float) -> Comparison:
    """With all vertices and normals of a model that plays the animation of a child model."""
    comparison = Comparison(tolerance)
    for wanted in json.loads(path.read_text("utf-8"))["samples"]:
        base = read_model(model.path.parent / wanted["base"]) if wanted.get("base") else None
        origin = origin_of(model, base or model, wanted["anim"])
        comparison.close(f"{wanted['anim']}, origin", origin, wanted.get("origin") or ORIGIN)
        _, pieces = evaluated(model, wanted["anim"], wanted["time"], wanted["lod"], base, origin)
        comparison.same("pieces", [piece.name for piece in model.pieces], [p["name"] for p in wanted["pieces"]])
        for actual, piece in zip(pieces, wanted["pieces"]):
            what = f"{wanted['anim']} at {wanted['time']}, level {wanted['lod']}, {piece['name']}"
            comparison.close(f"{what}, positions", flat(p for p, _ in actual), flat(piece["positions"]))
            comparison.close(f"{what}, normals", flat(n for _, n in actual), flat(piece["normals"]))
    return comparison


def check(corpus: Path) -> bool:
    good = True
    for game in ("nolf", "kiss"):
        for path in sorted((corpus / game / "expected").glob("*.json")):
            good &= compare_with_expectation(path, corpus / game / "models", 1e-3).report(f"{game}/{path.name}")
    made = corpus / "made"
    for name, file, tolerance in (
        ("arm_v6.abc", "arm__wave.json", 1e-4),
        ("arm_v6.abc", "arm__point.json", 1e-4),
        ("derived_arm_smooth_premult_v12.abc", "arm_smooth__wave.json", 1e-4),
        ("flag_vertanim_v6.abc", "flag_vertanim__flap.json", 0.06),  # its exporter truncates to bytes
    ):
        comparison = compare_with_blender(read_model(made / name), made / file, tolerance)
        good &= comparison.report(f"made/{file}")
    parent = compare_with_parent(read_model(made / "v12_parent.abc"), made / "v12_parent.json", 1e-4)
    good &= parent.report("made/v12_parent.json")
    try:
        read_model(made / "multipiece_v6.abc")
        print("BAD  made/multipiece_v6.abc: is read, though it is broken")
        good = False
    except AbcError as error:
        print(f"ok   made/multipiece_v6.abc is broken: {error}")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=Path, metavar="MODEL.abc")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="where MODEL.abc.json are written")
    parser.add_argument("--check", type=Path, metavar="CORPUS", help="a folder as README.md describes it")
    arguments = parser.parse_args()
    if bool(arguments.check) == bool(arguments.models) or bool(arguments.models) != bool(arguments.output):
        parser.error("give either models and a folder to write to, or a corpus to compare with")
    if arguments.check:
        return 0 if check(arguments.check) else 1
    arguments.output.mkdir(parents=True, exist_ok=True)
    for path in arguments.models:
        model = read_model(path)
        content = to_json({**described(model), **expectations(model)})
        (arguments.output / f"{path.name}.json").write_text(content, "utf-8")
        print(f"{path.name}: {len(content)} bytes, findings: {'; '.join(text for _, text in model.findings) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
