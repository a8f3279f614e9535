"""Changes a model as somebody in Blender would: a vertex, a key, the name of a bone. What it did is returned."""
import math

import bpy
import numpy
from mathutils import Quaternion, Vector

# In glTF, units of the file; no axis alone. Frames of v6 have steps of some tenths.
MOVE = (0.25, -0.5, 0.125)
MOVE_FRAME = (2, -3, 1.5)
TURN = Quaternion(Vector((0.6, 0.64, 0.48)), math.radians(7))
# Vertices that lie closer are one vertex of the file.
APART = 1e-3


def to_blender(place):
    x, y, z = place
    return Vector((x, -z, y))


def lonely(places):
    """Indices of vertices that share their place with no other."""
    keys = numpy.round(places / APART).astype(numpy.int64)
    _, first, counts = numpy.unique(keys, axis=0, return_index=True, return_counts=True)
    return sorted(int(index) for index in first[counts == 1])


def coordinates(points):
    places = numpy.empty(3 * len(points), dtype=numpy.float32)
    points.foreach_get('co', places)
    return places.reshape(-1, 3)


def move_vertex(model):
    """One vertex of the first mesh; with shape keys, in one of them."""
    for index, (owner, mesh) in enumerate(zip(model.meshes, model.expected['meshes'])):
        data = owner.data
        places = coordinates(data.vertices)
        candidates = lonely(places)
        if mesh['lod'] != 0 or not candidates:
            continue
        keys = data.shape_keys.key_blocks[1:] if data.shape_keys else []
        if len(keys) > 0:
            key = keys[len(keys) // 2]
            moved = numpy.abs(coordinates(key.data) - places).max(axis=1)
            candidates = [each for each in candidates if moved[each] > 0.01] or candidates
        vertex = candidates[len(candidates) // 2]
        by = MOVE_FRAME if len(keys) > 0 else MOVE
        move = to_blender(by) * model.expected['scale']
        if len(keys) > 0:
            key.data[vertex].co += move
        else:
            data.vertices[vertex].co += move
        data.update()
        return {'mesh': index, 'vertex': vertex, 'by': list(by), 'shapeKey': key.name if len(keys) > 0 else None}
    return None


def turn_key(model, name):
    """A key in the middle of an animation, of a bone that has the most keys."""
    actions = [action for owner, action in model.tracks[name] if owner == model.armature]
    curves = {}
    for curve in actions[0].fcurves:
        if curve.data_path.endswith('rotation_quaternion'):
            curves.setdefault(curve.data_path.split('"')[1], {})[curve.array_index] = curve
    most = max(len(four[0].keyframe_points) for four in curves.values())
    bones = sorted(each for each, four in curves.items() if len(four[0].keyframe_points) == most)
    bone = bones[len(bones) // 3]
    four = curves[bone]
    index = most // 2
    before = Quaternion([four[i].keyframe_points[index].co[1] for i in range(4)])
    after = before @ TURN
    for i in range(4):
        four[i].keyframe_points[index].co[1] = after[i]
        four[i].update()
    frame = four[0].keyframe_points[index].co[0]
    return {'animation': name, 'bone': bone, 'time': frame, 'degrees': math.degrees(TURN.angle)}


def rename_bone(model, other):
    """A bone that is not the root, and not the one whose key is turned; as long a name, so that no byte moves."""
    names = [bone.name for bone in model.armature.data.bones if bone.parent and bone.name != other and 'lt_index' in bone]
    name = names[-1]
    renamed = name[:-1] + ('Q' if name[-1] != 'Q' else 'R')
    model.armature.data.bones[name].name = renamed
    return {'from': name, 'to': renamed}


def edit(model, animation):
    """Changes a vertex, a key of an animation, and a name."""
    vertex = move_vertex(model)
    key = turn_key(model, animation)
    bone = rename_bone(model, key['bone'])
    return {'vertex': vertex, 'key': key, 'bone': bone}
