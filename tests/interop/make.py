"""Makes a model in Blender from nothing: an armature, a skinned mesh with a shape key, actions with pose markers.

Exported as it is by default, custom properties on; beside the GLB where every vertex is at every frame.
"""
import math
import os

import bmesh
import bpy
import numpy
from mathutils import Matrix

FRAMES_PER_SECOND = 24
LAST = 24
# Name, parent, head and tail, metres: a puppet of 1.7 m.
BONES = (
    ('Hips', None, (0, 0, 0.8), (0, 0, 1.0)),
    ('Chest', 'Hips', (0, 0, 1.0), (0, 0.02, 1.4)),
    ('Head', 'Chest', (0, 0.02, 1.4), (0, 0, 1.7)),
    ('Leg.L', 'Hips', (0.1, 0, 0.8), (0.12, 0, 0.0)),
    ('Leg.R', 'Hips', (-0.1, 0, 0.8), (-0.12, 0, 0.0)),
)
# By action: degrees about X, Y, Z of bones at frames.
TURNS = {
    'Bow': {'Chest': {0: (0, 0, 0), 5: (20, 5, 0), 17: (55, -10, 8), 24: (0, 0, 0)}, 'Head': {0: (0, 0, 0), 12: (-30, 20, 0)}},
    'March': {
        'Leg.L': {0: (30, 0, 0), 12: (-30, 0, 0), 24: (30, 0, 0)},
        'Leg.R': {0: (-30, 0, 0), 12: (30, 0, 0), 24: (-30, 0, 0)},
        'Hips': {0: (0, 0, -6), 12: (0, 0, 6), 24: (0, 0, -6)},
    },
}
MARKERS = {'March': {0: 'footstep_key left', 12: 'footstep_key right'}, 'Bow': {17: '[SOUND Creak.wav]'}}
TO_GLTF = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))
SCRIPT = os.path.join(os.path.dirname(__file__), '../../docs/import.md')


def armature():
    owner = bpy.data.objects.new('Puppet', bpy.data.armatures.new('Puppet'))
    bpy.context.scene.collection.objects.link(owner)
    bpy.context.view_layer.objects.active = owner
    bpy.ops.object.mode_set(mode='EDIT')
    for name, parent, head, tail in BONES:
        bone = owner.data.edit_bones.new(name)
        bone.head, bone.tail = head, tail
        bone.parent = owner.data.edit_bones[parent] if parent else None
    bpy.ops.object.mode_set(mode='OBJECT')
    owner.location = (0.05, -0.03, 0.0)
    return owner


def body(skeleton):
    """A box of many faces, each vertex moved by the two bones that are nearest in height."""
    mesh = bpy.data.meshes.new('Body')
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1)
    bmesh.ops.subdivide_edges(shape, edges=shape.edges[:], cuts=5, use_grid_fill=True)
    bmesh.ops.transform(shape, verts=shape.verts, matrix=Matrix.Translation((0, 0, 0.85)) @ Matrix.Diagonal((0.44, 0.3, 1.7, 1)))
    shape.to_mesh(mesh)
    mesh.uv_layers.new(name='UVMap')
    owner = bpy.data.objects.new('Body', mesh)
    bpy.context.scene.collection.objects.link(owner)
    groups = {name: owner.vertex_groups.new(name=name) for name, *_ in BONES}
    for vertex in mesh.vertices:
        leg = 'Leg.L' if vertex.co.x > 0 else 'Leg.R'
        heights = ((0.4, leg), (0.9, 'Hips'), (1.2, 'Chest'), (1.55, 'Head'))
        below = [each for each in heights if each[0] <= vertex.co.z]
        above = [each for each in heights if each[0] > vertex.co.z]
        if below and above:
            share = (vertex.co.z - below[-1][0]) / (above[0][0] - below[-1][0])
            groups[below[-1][1]].add([vertex.index], 1 - share, 'REPLACE')
            groups[above[0][1]].add([vertex.index], share, 'REPLACE')
        else:
            groups[(below or above[::-1])[-1][1]].add([vertex.index], 1, 'REPLACE')
    owner.parent = skeleton
    owner.modifiers.new('Armature', 'ARMATURE').object = skeleton
    owner.shape_key_add(name='Basis')
    key = owner.shape_key_add(name='Belly')
    for vertex in mesh.vertices:
        if 0.7 < vertex.co.z < 1.3 and vertex.co.y < 0:
            key.data[vertex.index].co.y -= 0.12
    return owner


def act(skeleton, mesh):
    """Each action in an NLA track of its name; one of them moves the shape key too."""
    for name, bones in TURNS.items():
        action = bpy.data.actions.new(name)
        skeleton.animation_data_create().action = action
        for bone, frames in bones.items():
            pose = skeleton.pose.bones[bone]
            pose.rotation_mode = 'QUATERNION'
            for frame, degrees in frames.items():
                turn = Matrix.Identity(3)
                for axis, angle in zip('XYZ', degrees):
                    turn = turn @ Matrix.Rotation(math.radians(angle), 3, axis)
                pose.rotation_quaternion = turn.to_quaternion()
                pose.keyframe_insert('rotation_quaternion', frame=frame)
        for frame, text in MARKERS[name].items():
            action.pose_markers.new(text).frame = frame
        push_down(skeleton, action)
    keys = mesh.data.shape_keys
    action = bpy.data.actions.new('Bow belly')
    keys.animation_data_create().action = action
    for frame, value in ((0, 0.0), (12, 1.0), (24, 0.25)):
        keys.key_blocks['Belly'].value = value
        keys.key_blocks['Belly'].keyframe_insert('value', frame=frame)
    push_down(keys, action, 'Bow')


def push_down(owner, action, name=None):
    track = owner.animation_data.nla_tracks.new()
    track.name = name or action.name
    track.strips.new(action.name, 0, action)
    owner.animation_data.action = None


def show(skeleton, mesh, name, frame):
    for owner in (skeleton, mesh.data.shape_keys):
        for track in owner.animation_data.nla_tracks:
            track.mute = track.name != name
    for bone in skeleton.pose.bones:
        bone.matrix_basis.identity()
    mesh.data.shape_keys.key_blocks['Belly'].value = 0
    bpy.context.scene.frame_set(frame)


def places(owner):
    """Of all vertices, in glTF."""
    evaluated = owner.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    found = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get('co', found)
    matrix = numpy.array(TO_GLTF @ evaluated.matrix_world)
    evaluated.to_mesh_clear()
    return (found.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]).astype(numpy.float32)


def run_script(skeleton):
    """The one of docs/import.md that keeps pose markers as frame strings."""
    bpy.context.view_layer.objects.active = skeleton
    with open(SCRIPT, encoding='utf8') as file:
        script = file.read().split('```python\n')[1].split('```')[0]
    exec(compile(script, SCRIPT, 'exec'), {})


def make(folder):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FRAMES_PER_SECOND
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, LAST
    skeleton = armature()
    mesh = body(skeleton)
    act(skeleton, mesh)
    poses = []
    for name in TURNS:
        for frame in range(LAST + 1):
            show(skeleton, mesh, name, frame)
            poses.append(places(mesh))
    for owner in (skeleton, mesh.data.shape_keys):
        for track in owner.animation_data.nla_tracks:
            track.mute = False
    run_script(skeleton)
    bpy.ops.export_scene.gltf(filepath=os.path.join(folder, 'made.glb'), export_format='GLB', export_extras=True)
    numpy.concatenate(poses).tofile(os.path.join(folder, 'made.bin'))
    return {
        'glb': 'made.glb',
        'bin': 'made.bin',
        'vertices': len(poses[0]),
        'bones': [name for name, *_ in BONES],
        'frames': LAST + 1,
        'framesPerSecond': FRAMES_PER_SECOND,
        'animations': list(TURNS),
        'shaped': ['Bow'],
        'strings': {name: [{'frame': frame, 'text': text} for frame, text in marks.items()] for name, marks in MARKERS.items()},
    }
