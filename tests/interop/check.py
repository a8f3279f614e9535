"""Run in Blender: imports GLBs and compares every vertex, joint and socket with what tests/interop/expect.ts wrote.

blender -b --factory-startup -noaudio --python-exit-code 1 -P check.py -- RESULTS EXPECTATION…
"""
import json
import math
import os
import sys
import time

import bpy
from mathutils import Matrix

# Blender does not look for modules beside a script.
sys.path.insert(0, os.path.dirname(__file__))

try:
    import io_scene_gltf2
    import numpy
except ImportError:
    # Debian's Blender comes without what its glTF importer needs: skipped.
    sys.exit(77)

from edit import edit
from make import make

# Blender 3.4's importer uses names that numpy 1.24, which Debian has beside it, no longer has.
if not hasattr(numpy, 'bool'):
    numpy.bool = bool

# At so many frames a second a frame is a millisecond, the unit of the files.
FRAMES_PER_SECOND = 1000
# A name is cut where Blender cuts it: 63 bytes.
MOST_NAME = 63
# glTF is Y up, Blender Z up: (x, y, z) is (x, -z, y) there.
TO_GLTF = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))
ALPHA = {'OPAQUE': 'OPAQUE', 'MASK': 'CLIP', 'BLEND': 'BLEND'}


def cut(name):
    return name.encode()[:MOST_NAME].decode(errors='ignore')


class Floats:
    """The numbers of the .bin, one after the other."""

    def __init__(self, path):
        self.all = numpy.fromfile(path, dtype=numpy.float32)
        self.at = 0

    def take(self, *shape):
        size = math.prod(shape)
        part = self.all[self.at:self.at + size].reshape(shape)
        self.at += size
        return part

    def pose(self, expected):
        return {
            'meshes': [self.take(mesh['count'], 3) for mesh in expected['meshes']],
            'joints': self.take(len(expected['joints']), 3),
            'sockets': self.take(len(expected['sockets']), 3, 4),
        }


class Model:
    """What Blender made of a GLB."""

    def __init__(self, expected, folder, failures):
        self.expected = expected
        self.failures = failures
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.scene.render.fps = FRAMES_PER_SECOND
        bpy.ops.import_scene.gltf(filepath=os.path.join(folder, expected['glb']))
        objects = list(bpy.data.objects)
        self.armature = next((each for each in objects if each.type == 'ARMATURE'), None)
        if self.armature is None:
            failures.append('there is no armature')
        meshes = {self.key(each.data): each for each in objects if each.type == 'MESH' and 'lt_piece' in each.data}
        self.meshes = [meshes.get((mesh['piece'], mesh['lod'])) for mesh in expected['meshes']]
        empties = {each.get('lt_socket'): each for each in objects if each.type == 'EMPTY'}
        self.sockets = [empties.get(index) for index in range(len(expected['sockets']))]
        self.tracks = {}
        for owner in [each for each in [*objects, *bpy.data.shape_keys] if each.animation_data]:
            for track in owner.animation_data.nla_tracks:
                self.tracks.setdefault(track.name, []).append((owner, track.strips[0].action))

    @staticmethod
    def key(mesh):
        return (mesh.get('lt_piece'), mesh.get('lt_lod'))

    def show(self, name, milliseconds):
        """Sets the animation of this name, None for none, and the time."""
        for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
            if owner.animation_data:
                owner.animation_data.action = None
        for keys in bpy.data.shape_keys:
            for block in keys.key_blocks:
                block.value = 0
        if self.armature:
            for bone in self.armature.pose.bones:
                bone.matrix_basis.identity()
        for owner, action in self.tracks.get(name, []):
            owner.animation_data.action = action
        whole = math.floor(milliseconds)
        self.scene.frame_set(whole, subframe=milliseconds - whole)

    def pose(self):
        graph = bpy.context.evaluated_depsgraph_get()
        return {
            'meshes': [self.vertices(each, graph) for each in self.meshes],
            'joints': self.joints(graph),
            'sockets': [self.socket(each, graph) for each in self.sockets],
        }

    @staticmethod
    def vertices(owner, graph):
        if owner is None:
            return None
        evaluated = owner.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        places = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
        mesh.vertices.foreach_get('co', places)
        matrix = numpy.array(TO_GLTF @ evaluated.matrix_world)
        evaluated.to_mesh_clear()
        return places.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]

    def joints(self, graph):
        if self.armature is None:
            return None
        armature = self.armature.evaluated_get(graph)
        matrix = TO_GLTF @ armature.matrix_world
        bones = [armature.pose.bones.get(cut(name)) for name in self.expected['joints']]
        return None if None in bones else numpy.array([matrix @ bone.head for bone in bones]).reshape(-1, 3)

    @staticmethod
    def socket(owner, graph):
        if owner is None:
            return None
        return numpy.array(TO_GLTF @ owner.evaluated_get(graph).matrix_world @ TO_GLTF.inverted())[:3]


def distance(found, expected):
    """The greatest distance, or infinity where something is not there."""
    if found is None or found.shape != expected.shape:
        return math.inf
    if len(expected) == 0:
        return 0.0
    lengths = numpy.sqrt(((found.astype(numpy.float64) - expected) ** 2).sum(axis=-1))
    greatest = float(lengths.max())
    return greatest if math.isfinite(greatest) else math.inf


class Errors:
    """The greatest of each kind, in file units."""

    def __init__(self, expected):
        self.scale = expected['scale']
        self.meshes = [0.0] * len(expected['meshes'])
        self.joints = 0.0
        self.sockets = 0.0
        self.turns = 0.0

    def add(self, found, expected):
        for index, vertices in enumerate(expected['meshes']):
            error = distance(found['meshes'][index], vertices) / self.scale
            self.meshes[index] = max(self.meshes[index], error)
        self.joints = max(self.joints, distance(found['joints'], expected['joints']) / self.scale)
        for have, want in zip(found['sockets'], expected['sockets']):
            place = math.inf if have is None else distance(have[:, 3:].T, want[:, 3:].T)
            self.sockets = max(self.sockets, place / self.scale)
            turn = math.inf if have is None else float(numpy.abs(turned(have) - turned(want)).max())
            self.turns = max(self.turns, turn)

    def result(self):
        return {
            'meshes': [known(error) for error in self.meshes],
            'joints': known(self.joints),
            'sockets': known(self.sockets),
            'turns': known(self.turns),
        }


def known(error):
    """JSON has no infinity, which stands for what is not there."""
    return error if math.isfinite(error) else None


def turned(matrix):
    """The rotation of a matrix: a socket in a scaled scene is scaled."""
    columns = matrix[:3, :3]
    return columns / numpy.maximum(numpy.linalg.norm(columns, axis=0), 1e-12)


def same(found, expected):
    """Whether a custom property is what the GLB has: Blender's floats are doubles, its lists have types of their own."""
    if hasattr(found, 'to_list'):
        found = found.to_list()
    elif hasattr(found, 'to_dict'):
        found = found.to_dict()
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(same(found.get(key), value) for key, value in expected.items())
    if isinstance(expected, list):
        if not isinstance(found, list) or len(found) != len(expected):
            return False
        return all(same(one, other) for one, other in zip(found, expected))
    if isinstance(expected, float) or isinstance(found, float):
        return math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-12)
    return found == expected


def check_extras(what, owner, extras, failures):
    for key, value in (extras or {}).items():
        # Blender reads these names, and gives them to the shape keys.
        if key == 'targetNames':
            continue
        if owner is None or not same(owner.get(key), value):
            failures.append(f'{what}: custom property {key} is not what the GLB has')


def check_names(what, found, expected, failures):
    wanted = sorted(cut(name) for name in expected)
    if sorted(found) != wanted:
        failures.append(f'{what}: {sorted(set(found) ^ set(wanted))[:4]}, {len(found)} instead of {len(wanted)}')


def check_scene(model, failures):
    expected = model.expected
    extras = expected['extras']
    check_extras('armature', model.armature, extras['root'], failures)
    bones = model.armature.data.bones if model.armature else {}
    if not set(map(cut, expected['joints'])) <= set(bones.keys()):
        failures.append(f'bones: {sorted(set(map(cut, expected["joints"])) - set(bones.keys()))[:4]} are not there')
    if len(bones) - len(expected['joints']) not in (0, 1):
        failures.append(f'bones: {len(bones)} instead of {len(expected["joints"])}')
    for name, wanted in zip(expected['joints'], extras['joints']):
        check_extras(f'bone {name}', bones.get(cut(name)), wanted, failures)
    check_names('sockets', [each.name for each in model.sockets if each], expected['sockets'], failures)
    for owner, wanted in zip(model.sockets, extras['sockets']):
        check_extras('socket', owner, wanted, failures)
    check_names('mesh objects', [each.name for each in model.meshes if each],
                [mesh['name'] for mesh in expected['meshes']], failures)
    for owner, wanted in zip(model.meshes, extras['meshes']):
        check_extras('mesh', owner and owner.data, wanted, failures)
    check_names('animations', model.tracks.keys(), [each['name'] for each in expected['animations']], failures)


def check_materials(model, failures):
    expected = model.expected
    for wanted, extras in zip(expected['materials'], expected['extras']['materials']):
        name = wanted['name']
        material = bpy.data.materials.get(cut(name))
        check_extras(f'material {name}', material, extras, failures)
        if material is None:
            failures.append(f'material {name} is not there')
            continue
        if material.blend_method != ALPHA[wanted['alphaMode']]:
            failures.append(f'material {name}: alpha {material.blend_method} instead of {wanted["alphaMode"]}')
        images = [node.image for node in material.node_tree.nodes if node.type == 'TEX_IMAGE']
        sizes = [tuple(image.size) for image in images]
        image = wanted['image']
        if sizes != ([(image['width'], image['height'])] if image else []):
            failures.append(f'material {name}: images of {sizes}')
        if image and images and images[0].size[0] > 0:
            # Blender lays rows from below.
            pixels = numpy.empty(4 * image['width'] * image['height'], dtype=numpy.float32)
            images[0].pixels.foreach_get(pixels)
            below, above = pixels.reshape(2, -1, 4)
            means = 255 * numpy.concatenate([above[:, :3].mean(axis=0), below[:, :3].mean(axis=0)])
            # Where alpha counts, Blender may have multiplied it in.
            if wanted['alphaMode'] == 'OPAQUE' and numpy.abs(means - image['halves']).max() > 0.5:
                failures.append(f'material {name}: the image has other pixels, {means} instead of {image["halves"]}')


def check_texcoords(model, expected, failures):
    for owner, mesh, uvs in zip(model.meshes, model.expected['meshes'], expected):
        # The second has the marks of the vertices.
        if owner is None or len(owner.data.uv_layers) != 2:
            failures.append(f'{mesh["name"]} has not two layers of texture coordinates')
            continue
        data = owner.data
        found = numpy.empty(2 * len(data.loops), dtype=numpy.float32)
        vertices = numpy.empty(len(data.loops), dtype=numpy.int32)
        data.uv_layers[0].data.foreach_get('uv', found)
        data.loops.foreach_get('vertex_index', vertices)
        found = found.reshape(-1, 2)
        # In Blender the first row of an image is below.
        found[:, 1] = 1 - found[:, 1]
        wanted = uvs[vertices]
        error = float((numpy.abs(found - wanted) / numpy.maximum(1, numpy.abs(wanted))).max())
        if not error < 1e-5:
            failures.append(f'{mesh["name"]}: texture coordinates are off by {error}')


def check_fronts(model, failures):
    for owner, mesh in zip(model.meshes, model.expected['meshes']):
        if owner is None:
            continue
        data = owner.data
        if len(data.polygons) != mesh['triangles']:
            failures.append(f'{mesh["name"]}: {len(data.polygons)} triangles instead of {mesh["triangles"]}')
        data.calc_normals_split()
        out = 0
        for polygon in data.polygons:
            normals = [data.loops[loop].normal for loop in polygon.loop_indices]
            if sum(normal.dot(polygon.normal) for normal in normals) > 0:
                out += 1
        share = out / max(1, len(data.polygons))
        if share < mesh['facingOut'] - 0.01:
            failures.append(f'{mesh["name"]}: {share:.3f} of the triangles face out, {mesh["facingOut"]:.3f} in the file')


def check_markers(model, failures):
    """Runs the script of docs/export.md that makes pose markers of the frame strings."""
    if model.armature is None or model.armature.animation_data is None:
        return
    animations = json.loads(model.armature['lithoscope'])['animations']
    page = os.path.join(os.path.dirname(__file__), '../../docs/export.md')
    with open(page, encoding='utf8') as file:
        script = file.read().split('```python\n')[1].split('```')[0]
    bpy.context.view_layer.objects.active = model.armature
    exec(compile(script, page, 'exec'), {})
    for track in model.armature.animation_data.nla_tracks:
        cues = animations[track.name]
        wanted = sorted((cues['times'][cue['key']], cut(cue['text'])) for cue in cues['strings'])
        found = sorted((marker.frame, marker.name) for marker in track.strips[0].action.pose_markers)
        if found != wanted:
            failures.append(f'{track.name}: pose markers {found[:3]} instead of {wanted[:3]}')


def export(folder, name):
    """As docs/export.md says it."""
    path = os.path.join(folder, f'{name}.glb')
    bpy.ops.export_scene.gltf(
        filepath=path, export_format='GLB', export_extras=True, export_all_influences=True,
        export_force_sampling=False, export_optimize_animation_size=False)
    return os.path.basename(path)


def nearest(found, expected):
    """How far the vertices of a mesh are from the nearest that are expected: Blender's export orders them anew."""
    if found is None or len(found) == 0 or len(expected) == 0:
        return math.inf
    parts = numpy.array_split(found, math.ceil(len(found) / 500))
    gaps = [((part[:, None, :] - expected[None, :, :]) ** 2).sum(axis=-1).min(axis=1).max() for part in parts]
    return float(max(gaps)) ** 0.5


def check_back(expected, folder, back):
    """Imports what Blender exported, and compares it at the keys: joints, sockets, and at one of them vertices."""
    failures = []
    model = Model({**expected, 'glb': back}, folder, failures)
    floats = Floats(os.path.join(folder, expected['bin']))
    for mesh in expected['meshes']:
        floats.take(mesh['count'], 2)
    floats.pose(expected)
    errors = Errors(expected)
    for animation in expected['animations']:
        at_keys = 0
        for moment in animation['moments']:
            wanted = floats.pose(expected)
            if not moment['atKey']:
                floats.pose(expected)
                continue
            model.show(cut(animation['name']), moment['time'])
            found = model.pose()
            at_keys += 1
            for index, vertices in enumerate(wanted['meshes']):
                # Neither the first key, which may be the rest pose, nor all of them, which takes long.
                gap = nearest(found['meshes'][index], vertices) if at_keys == 2 else 0
                errors.meshes[index] = max(errors.meshes[index], gap / expected['scale'])
            errors.add({**found, 'meshes': []}, {**wanted, 'meshes': []})
    return {**errors.result(), 'failures': failures}


def check(path):
    folder = os.path.dirname(path)
    with open(path, encoding='utf8') as file:
        expected = json.load(file)
    failures = []
    start = time.monotonic()
    model = Model(expected, folder, failures)
    imported = time.monotonic()
    floats = Floats(os.path.join(folder, expected['bin']))
    at_keys, between, slerp = Errors(expected), Errors(expected), Errors(expected)
    rest = Errors(expected)
    check_texcoords(model, [floats.take(mesh['count'], 2) for mesh in expected['meshes']], failures)
    model.show(None, 0)
    rest.add(model.pose(), floats.pose(expected))
    check_scene(model, failures)
    check_materials(model, failures)
    check_fronts(model, failures)
    check_markers(model, failures)
    moments = 0
    for animation in expected['animations']:
        for moment in animation['moments']:
            moments += 1
            model.show(cut(animation['name']), moment['time'])
            found = model.pose()
            if moment['atKey']:
                at_keys.add(found, floats.pose(expected))
            else:
                slerp.add(found, floats.pose(expected))
                between.add(found, floats.pose(expected))
    if floats.at != len(floats.all):
        failures.append(f'{len(floats.all) - floats.at} expected numbers were not compared')
    name = os.path.splitext(expected['glb'])[0]
    result = {
        'name': name,
        'rest': rest.result(),
        'atKeys': at_keys.result(),
        'between': between.result(),
        'slerp': slerp.result(),
        'moments': moments,
        'bones': len(model.armature.data.bones) if model.armature else 0,
        'vertices': sum(len(each.data.vertices) for each in model.meshes if each),
        'shapeKeys': sum(len(keys.key_blocks) - 1 for keys in bpy.data.shape_keys),
        'actions': sorted(action.name for action in bpy.data.actions),
        'images': len([image for image in bpy.data.images if image.size[0] > 0]),
        'failures': failures,
        'seconds': {'import': imported - start, 'all': time.monotonic() - start},
        'back': None,
    }
    if expected['roundTrip']:
        back = export(folder, f'{name}-back')
        edited = edit_and_export(model, folder, name) if expected['edit'] else None
        result['back'] = {'glb': back, 'edited': edited, **check_back(expected, folder, back)}
    return result


def edit_and_export(model, folder, name):
    """Beside the GLB the places of all vertices at the changed key."""
    changes = edit(model, model.expected['edit'])
    glb = export(folder, f'{name}-edited')
    model.show(cut(changes['key']['animation']), changes['key']['time'])
    graph = bpy.context.evaluated_depsgraph_get()
    places = numpy.concatenate([model.vertices(each, graph) for each in model.meshes])
    places.astype(numpy.float32).tofile(os.path.join(folder, f'{name}-edited.bin'))
    return {'glb': glb, 'bin': f'{name}-edited.bin', **changes}


def main():
    results, *paths = sys.argv[sys.argv.index('--') + 1:]
    models = [check(path) for path in paths]
    made = make(os.path.dirname(results))
    with open(results, 'w', encoding='utf8') as file:
        json.dump({
            'blender': bpy.app.version_string,
            'importer': '.'.join(map(str, io_scene_gltf2.bl_info['version'])),
            'models': models,
            'made': made,
        }, file)


main()
