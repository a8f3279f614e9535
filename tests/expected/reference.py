#!/usr/bin/env python3
"""A second reader of LithTech .abc models, and a second evaluator of their poses.

Lithoscope's own are in C++. These were written from docs/format/abc.md alone, without a look at the others, so that
each can be held against the other: what both agree on is what the documentation says. "§x" is a section of abc.md.

    reference.py MODEL.abc... -o FOLDER     writes FOLDER/MODEL.abc.json for each model: what it holds, and poses of it
    reference.py --check CORPUS             compares itself with expectations that others made (README.md)

The reader is abc_reader.py, the evaluator abc_poses.py; this file writes and compares expectations. They are written
to be read, not to be fast, and need nothing but Python 3.9 or later.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional, Sequence

sys.dont_write_bytecode = True  # leave no __pycache__ behind

from abc_math import ORIGIN, translation
from abc_poses import child_file, contradicts_flip_mat, evaluated, origin_of
from abc_reader import AbcError, Animation, Model, faces_after, read_model

SAMPLES = 20  # vertices of a pose, over all pieces


def rounded(values: Iterable[float]) -> list[float]:
    return [round(value, 5) + 0.0 for value in values]  # + 0.0: no −0.0


def findings(model: Model) -> list[str]:
    """The codes of errors and warnings; LAYOUT_SETTLED is only information."""
    codes = {code for code, _ in model.findings} - {"LAYOUT_SETTLED"}
    if model.version == 6 and model.animations and contradicts_flip_mat(model):
        codes.add("WINDING_INWARD")
    return sorted(codes)


def described(model: Model) -> dict[str, Any]:
    """What the model holds, without poses."""
    result: dict[str, Any] = {"size": model.size, "version": model.version, "leaf_fields": model.leaves}
    result["sections"] = [
        {"name": s.name, "offset": s.offset, "size": s.end - s.offset, "next": s.next} for s in model.sections
    ]
    result["findings"] = findings(model)
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
        dump = lambda x: json.dumps(x, separators=(",", ":"), ensure_ascii=False)
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
        remarks = [f"{code}: {text}" for code, text in model.findings] or findings(model)
        (arguments.output / f"{path.name}.json").write_text(content, "utf-8")
        print(f"{path.name}: {len(content)} bytes, findings: {'; '.join(remarks) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
