"""Run in Blender: draws a moment of a GLB with Cycles, without a background.

blender -b --factory-startup -noaudio --python-exit-code 1 -P render.py -- '{"glb": …, "animation": …, "time": ms, "out": …,
"size": [w, h], "camera": [x, y, z], "target": [x, y, z], "fieldOfView": degrees, "shift": share of the height, "samples": n}'
Camera and target are in the space of glTF.
"""
import json
import math
import sys

import bpy
from mathutils import Vector

try:
    import numpy
except ImportError:
    sys.exit(77)
# Blender 3.4's importer uses a name that numpy 1.24 no longer has.
if 'bool' not in vars(numpy):
    numpy.bool = bool


def place(numbers):
    """Of glTF, which is Y up, in Blender, which is Z up."""
    x, y, z = numbers
    return Vector((x, -z, y))


def show(scene, name, milliseconds):
    for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
        for track in owner.animation_data.nla_tracks if owner.animation_data else []:
            if track.name == name:
                owner.animation_data.action = track.strips[0].action
    whole = math.floor(milliseconds)
    scene.frame_set(whole, subframe=milliseconds - whole)


def add(scene, name, data):
    owner = bpy.data.objects.new(name, data)
    scene.collection.objects.link(owner)
    return owner


def main():
    wanted = json.loads(sys.argv[sys.argv.index('--') + 1])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    # A frame is a millisecond.
    scene.render.fps = 1000
    bpy.ops.import_scene.gltf(filepath=wanted['glb'])
    show(scene, wanted['animation'], wanted['time'])

    camera = add(scene, 'camera', bpy.data.cameras.new('camera'))
    camera.location = place(wanted['camera'])
    camera.rotation_euler = (place(wanted['target']) - camera.location).to_track_quat('-Z', 'Y').to_euler()
    camera.data.sensor_fit = 'VERTICAL'
    camera.data.angle = math.radians(wanted['fieldOfView'])
    camera.data.shift_y = wanted['shift']
    camera.data.clip_end = 10000
    scene.camera = camera

    # The lamps of the page's studio light: over the viewer's left shoulder, and from behind; a soft sky.
    for direction, energy in (((-0.9, 1.1, 1.2), 2.9), ((1.2, 0.9, -1.4), 1.6)):
        sun = bpy.data.lights.new('sun', 'SUN')
        sun.energy = energy
        sun.angle = 0.3
        towards = camera.rotation_euler.to_matrix() @ Vector(direction)
        add(scene, 'sun', sun).rotation_euler = towards.to_track_quat('Z', 'Y').to_euler()
    scene.world = bpy.data.worlds.new('sky')
    scene.world.color = (0.41, 0.44, 0.5)
    for material in bpy.data.materials:
        shader = material.node_tree.nodes.get('Principled BSDF')
        if shader:
            shader.inputs['Specular'].default_value = 0.2

    render = scene.render
    render.engine = 'CYCLES'
    scene.cycles.samples = wanted['samples']
    scene.cycles.use_denoising = False
    render.film_transparent = True
    scene.view_settings.view_transform = 'Standard'
    render.resolution_x, render.resolution_y = wanted['size']
    render.resolution_percentage = 100
    render.image_settings.file_format = 'PNG'
    render.image_settings.color_mode = 'RGBA'
    render.filepath = wanted['out']
    bpy.ops.render.render(write_still=True)


main()
