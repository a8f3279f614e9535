"""Run in Blender: imports OBJs and compares every corner of every triangle with what tests/interop/obj.ts wrote.

blender -b --factory-startup -noaudio --python-exit-code 1 -P obj.py -- RESULTS EXPECTATION…
"""
import json
import os
import sys

import bpy
import numpy


def image_of(material):
    """Width and height of the image that colours a material, None without one."""
    nodes = material.node_tree.nodes if material and material.use_nodes else []
    images = [node.image for node in nodes if node.type == 'TEX_IMAGE' and node.image]
    return list(images[0].size) if images else None


def corners_of(mesh):
    """Place and texture coordinates of each corner, in the axes of the file: Blender turned Y up into Z up."""
    places = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
    mesh.vertices.foreach_get('co', places)
    places = places.reshape(-1, 3)[:, (0, 2, 1)] * (1, 1, -1)
    vertices = numpy.empty(len(mesh.loops), dtype=numpy.int32)
    mesh.loops.foreach_get('vertex_index', vertices)
    uvs = numpy.zeros(2 * len(mesh.loops), dtype=numpy.float32)
    if mesh.uv_layers:
        mesh.uv_layers[0].data.foreach_get('uv', uvs)
    return numpy.concatenate([places[vertices], uvs.reshape(-1, 2)], axis=1)


def check(path):
    with open(path, encoding='utf8') as file:
        expected = json.load(file)
    folder = os.path.dirname(path)
    floats = numpy.fromfile(os.path.join(folder, expected['bin']), dtype=numpy.float32).reshape(-1, 5)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.wm.obj_import(filepath=os.path.join(folder, expected['obj']))
    objects = {each.name: each for each in bpy.data.objects if each.type == 'MESH'}
    failures = []
    worst = {'place': 0.0, 'uv': 0.0}
    at = 0
    for piece in expected['pieces']:
        wanted = floats[at:at + piece['corners']]
        at += piece['corners']
        name = piece['name']
        found = objects.get(name)
        if found is None:
            failures.append(f'{name} is not there')
            continue
        if found.matrix_world != found.matrix_world.Identity(4):
            # The importer turns the object, not its vertices.
            found.data.transform(found.matrix_world)
        corners = corners_of(found.data)
        if corners.shape != wanted.shape:
            failures.append(f'{name} has {len(corners)} corners instead of {len(wanted)}')
            continue
        errors = numpy.abs(corners - wanted)
        worst['place'] = max(worst['place'], float(errors[:, :3].max()))
        worst['uv'] = max(worst['uv'], float(errors[:, 3:].max()))
        image = image_of(found.data.materials[0] if found.data.materials else None)
        if image != piece['image']:
            failures.append(f"the image of {name} is {image} instead of {piece['image']}")
    return {'obj': expected['obj'], 'size': expected['size'], 'corners': at, **worst, 'failures': failures}


def main():
    results, *paths = sys.argv[sys.argv.index('--') + 1:]
    with open(results, 'w', encoding='utf8') as file:
        json.dump([check(path) for path in paths], file)


main()
