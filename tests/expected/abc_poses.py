"""Poses of LithTech .abc models, from docs/format/abc.md alone ("§"); see reference.py.

The steps are those of §4, in its order: a node's transform at a time, layers over it, rotation-only nodes, the root's
origin, the product with the parent's matrix, and then the vertices.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence

from abc_math import (
    ORIGIN,
    Matrix,
    Transform,
    Vector,
    added,
    conjugated,
    cross,
    difference,
    dot,
    inverse,
    lerp,
    matrix_of,
    moved,
    multiplied,
    normalised,
    product,
    rotated,
    slerp,
    translation,
)
from abc_reader import ROTATION_ONLY, Animation, Model, Vertex, read_model


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
            if time < times[k]:
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
            turned = slerp(below.rotation, layer.rotation, weight)
            return Transform(lerp(below.location, layer.location, weight), turned)
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


def contradicts_flip_mat(model: Model) -> bool:
    """Whether the faces of a v6 model, by a vote in its rest pose, show another side than FlipMat says (§2.8)."""
    play = rest_pose(model)
    (vertices,) = deformed_v6(model, pose(model, play), play)
    votes = 0
    for face in model.pieces[0].lods[0].faces:
        (p0, n0), (p1, n1), (p2, n2) = (vertices[v] for v in face)
        side = dot(cross(difference(p1, p0), difference(p2, p0)), added(added(n0, n1), n2))
        votes += (side > 0) - (side < 0)
    mirrored = model.transform_info is None or model.transform_info[0] != 0
    return votes > 0 if mirrored else votes < 0
