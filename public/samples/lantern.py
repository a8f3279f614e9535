"""Makes lantern.glb and lantern.png of the guide in Blender: blender -b -P public/samples/lantern.py -- public/samples

A lantern of 0.6 m that hangs from a hook: three bones, one mesh, two actions. The image is painted here, too.
"""
import math
import os
import sys

import bmesh
import bpy
import numpy
from mathutils import Matrix, Vector

SIDES = 8
# Name, parent, head and tail, metres.
BONES = (
    ('Hook', None, (0, 0, 0.6), (0, 0, 0.5)),
    ('Chain', 'Hook', (0, 0, 0.5), (0, 0, 0.32)),
    ('Lantern', 'Chain', (0, 0, 0.32), (0, 0, 0)),
)
# Height, radius and bone of each ring from below, and the part of the image that the faces to the next one show.
RINGS = (
    (0.000, 0.000, 'Lantern', 'iron'),
    (0.000, 0.090, 'Lantern', 'brass'),
    (0.035, 0.095, 'Lantern', 'brass'),
    (0.050, 0.075, 'Lantern', 'glass'),
    (0.210, 0.075, 'Lantern', 'brass'),
    (0.225, 0.100, 'Lantern', 'brass'),
    (0.280, 0.045, 'Lantern', 'iron'),
    (0.320, 0.012, 'Lantern', 'iron'),
    (0.320, 0.008, 'Chain', 'iron'),
    (0.410, 0.008, 'Chain', 'iron'),
    (0.500, 0.008, 'Chain', 'iron'),
    (0.500, 0.008, 'Hook', 'iron'),
    (0.560, 0.008, 'Hook', 'iron'),
    (0.570, 0.030, 'Hook', 'brass'),
    (0.600, 0.030, 'Hook', 'brass'),
    (0.600, 0.000, 'Hook', 'brass'),
)
# Left, bottom, right and top of the image.
PARTS = {'glass': (0.02, 0.52, 0.98, 0.98), 'brass': (0.02, 0.27, 0.98, 0.48), 'iron': (0.02, 0.02, 0.98, 0.23)}
# By action: degrees about X of bones at frames.
ACTIONS = {
    'swing': {
        'Chain': {0: 0, 12: 14, 36: -14, 48: 0},
        'Lantern': {0: -5, 12: 4, 24: 5, 36: -4, 48: -5},
    },
    'knock': {
        'Chain': {0: 0, 4: 55, 12: -38, 22: 24, 32: -12, 42: 5, 48: 0},
        'Lantern': {0: 0, 4: -25, 9: 30, 18: -20, 28: 12, 38: -6, 48: 0},
    },
}


def skeleton():
    owner = bpy.data.objects.new('Skeleton', bpy.data.armatures.new('Skeleton'))
    bpy.context.scene.collection.objects.link(owner)
    bpy.context.view_layer.objects.active = owner
    bpy.ops.object.mode_set(mode='EDIT')
    for name, parent, head, tail in BONES:
        bone = owner.data.edit_bones.new(name)
        bone.head, bone.tail = head, tail
        bone.parent = owner.data.edit_bones[parent] if parent else None
    bpy.ops.object.mode_set(mode='OBJECT')
    return owner


def lantern(owner):
    shape = bmesh.new()
    uv = shape.loops.layers.uv.new('UVMap')
    rows = []
    for height, radius, *_ in RINGS:
        turns = [2 * math.pi * side / SIDES for side in range(SIDES)]
        rows.append([shape.verts.new((radius * math.cos(turn), radius * math.sin(turn), height)) for turn in turns])
    for i, (below, above) in enumerate(zip(rows, rows[1:])):
        left, bottom, right, top = PARTS[RINGS[i][3]]
        for side in range(SIDES):
            after = (side + 1) % SIDES
            face = shape.faces.new((below[side], below[after], above[after], above[side]))
            across = [left + (right - left) * (side + step) / SIDES for step in (0, 1)]
            for loop, place in zip(face.loops, ((across[0], bottom), (across[1], bottom), (across[1], top), (across[0], top))):
                loop[uv].uv = place
    shape.verts.index_update()
    rings = [(RINGS[i][2], [vertex.index for vertex in row]) for i, row in enumerate(rows)]
    mesh = bpy.data.meshes.new('Lantern')
    shape.to_mesh(mesh)
    made = bpy.data.objects.new('Lantern', mesh)
    bpy.context.scene.collection.objects.link(made)
    for name, *_ in BONES:
        group = made.vertex_groups.new(name=name)
        for bone, vertices in rings:
            if bone == name:
                group.add(vertices, 1, 'REPLACE')
    # Rings without a width leave faces without an area.
    clean = bmesh.new()
    clean.from_mesh(mesh)
    bmesh.ops.dissolve_degenerate(clean, dist=1e-6, edges=clean.edges[:])
    bmesh.ops.triangulate(clean, faces=clean.faces[:])
    clean.to_mesh(mesh)
    material = bpy.data.materials.new('lantern')
    material.use_nodes = True
    material.node_tree.nodes['Principled BSDF'].inputs['Base Color'].default_value = (1, 1, 1, 1)
    mesh.materials.append(material)
    made.parent = owner
    made.modifiers.new('Armature', 'ARMATURE').object = owner


def act(owner):
    owner.animation_data_create()
    for name, bones in ACTIONS.items():
        action = bpy.data.actions.new(name)
        owner.animation_data.action = action
        for bone, frames in bones.items():
            pose = owner.pose.bones[bone]
            pose.rotation_mode = 'QUATERNION'
            for frame, degrees in frames.items():
                pose.rotation_quaternion = Matrix.Rotation(math.radians(degrees), 3, Vector((1, 0, 0))).to_quaternion()
                pose.keyframe_insert('rotation_quaternion', frame=frame)
        track = owner.animation_data.nla_tracks.new()
        track.name = name
        track.strips.new(name, 0, action)
        owner.animation_data.action = None
        for pose in owner.pose.bones:
            pose.matrix_basis.identity()


def paint(path, side=256):
    """Glass with a flame above, brass with rivets in the middle, iron below."""
    # Rows from below, as Blender has them.
    y, x = (numpy.mgrid[0:side, 0:side] + 0.5) / side
    noise = numpy.random.default_rng(1).normal(0, 1, (side, side))
    grain = (noise + numpy.roll(noise, 1, 1) + numpy.roll(noise, 2, 1)) / 3
    picture = numpy.ones((side, side, 4))

    def fill(where, colour):
        picture[where, :3] = colour[where]

    def shades(colour, light):
        return numpy.clip(numpy.array(colour) * light[..., None], 0, 1)

    fill(y < 0.25, shades((0.22, 0.23, 0.26), 1 + 0.25 * grain))
    fill((y >= 0.25) & (y < 0.5), shades((0.78, 0.56, 0.22), 0.75 + 0.1 * grain + 0.4 * numpy.sin(math.pi * (y - 0.25) / 0.25)))
    across = (x * SIDES) % 1 - 0.5
    rivet = (across * 0.125) ** 2 + (y - 0.375) ** 2 < 0.012**2
    fill(rivet, shades((0.95, 0.8, 0.45), numpy.ones_like(y)))
    up = (y - 0.5) / 0.5
    glow = numpy.exp(-((across / 0.32) ** 2) - ((up - 0.4) / 0.42) ** 2)
    fill(y >= 0.5, numpy.clip(numpy.array((0.45, 0.2, 0.05)) + glow[..., None] * numpy.array((0.75, 0.65, 0.3)), 0, 1))
    fill((y >= 0.5) & ((abs(across) > 0.44) | (up > 0.93) | (up < 0.05)), shades((0.2, 0.17, 0.13), 1 + 0.2 * grain))
    image = bpy.data.images.new('lantern', side, side)
    image.pixels = picture.astype(numpy.float32).ravel()
    image.filepath_raw, image.file_format = path, 'PNG'
    image.save()


folder = sys.argv[sys.argv.index('--') + 1]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = 24
bones = skeleton()
lantern(bones)
act(bones)
bpy.ops.export_scene.gltf(filepath=os.path.join(folder, 'lantern.glb'), export_format='GLB', export_extras=True)
paint(os.path.join(folder, 'lantern.png'))
