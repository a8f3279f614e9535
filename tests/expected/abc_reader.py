"""A reader of LithTech .abc models, from docs/format/abc.md alone ("§"); see reference.py."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional, Sequence, TypeVar

from abc_math import Matrix, Quaternion, Transform, Vector, conjugated, normalised

T = TypeVar("T")

TOKEN_V6 = "MonolithExport Model File v6"
LAST_SECTION = 0xFFFFFFFF
ROTATION_ONLY = 2  # a flag of nodes, v9 and later (§3.4)


class AbcError(Exception):
    """The file is not what the documentation says; the message has the offset."""


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
        return self.values("3f")

    def quaternion(self) -> Quaternion:
        return self.values("4f")

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
        model.transform_info = self.section("TransformInfo", lambda r: r.values("2i"))
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
            vertex.replacements = r.values("2H")
            vertices.append(vertex)
        model.pieces = [Piece("", [Lod(faces, vertices)])]
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
            model.findings.append(("INDEX_OUT_OF_RANGE", "a face has a vertex that is not of the full mesh (§2.10)"))
        if [node.number for node in model.nodes] != list(range(len(model.nodes))):
            model.findings.append(("NODE_INDEX_ORDER", "TransformationIndex is not the position in the list (§2.2)"))
        used: set[int] = set()
        for k, stored in enumerate(model.vertex_start):  # §2.10
            if k > 0:
                replacements = lod.vertices[model.normal_vertices + k - 1].replacements
                used.update(v for v in replacements if v < model.normal_vertices)
            if stored != len(used):
                model.findings.append(("COUNT_MISMATCH", f"VertexStartNum[{k}] is {stored}, not {len(used)}"))


def unpacked(position: Sequence[int], scale: Vector, offset: Vector) -> Vector:
    return tuple(p * s + o for p, s, o in zip(position, scale, offset))


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
