/**
 * Reads a GLB, or a glTF with the files beside it. Every number, place and length is looked at before it is used, and the
 * document is made of what was found right: a file can say anything of itself, and costs no more than its bytes do.
 */
import { baseName } from '../lib/file-names.ts';
import { Pace, type Watch } from '../lib/pace.ts';
import { Accessors } from './accessors.ts';
import { readAnimations } from './animations.ts';
import { Buffers } from './buffers.ts';
import { openContainer, shortName } from './container.ts';
import { readDescription } from './description.ts';
import { checkExtensions } from './extensions.ts';
import { clean } from './json.ts';
import { readImages, readMaterials } from './materials.ts';
import { readMeshes } from './meshes.ts';
import { NotImported } from './not-imported.ts';
import { ReadNotes } from './notes.ts';
import { PackedMeshes } from './packed-meshes.ts';
import type { ImportParts } from './parts.ts';
import type { Reading } from './reading.ts';
import { attach, readNodes, readScenes, readSkins } from './scene.ts';
import type { GltfSource } from './source.ts';

/**
 * @param name of the GLB or .gltf, as in `files`
 * @param files it, and what was opened with it; by name, with or without folders
 * @throws NotImported, whose message is a sentence for the user; the reason of the signal, when it was cancelled
 */
export async function readGltf(
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  watch: Watch = {},
  parts: ImportParts = {},
): Promise<GltfSource> {
  const bytes = files.get(name);
  if (!bytes) throw new NotImported(`${shortName(name)} is missing.`);
  const pace = new Pace(watch);
  await pace.step(0);
  const { json, binary } = openContainer(name, bytes);
  await clean(json, pace);
  const notes = new ReadNotes();
  checkExtensions(json, notes);
  const buffers = new Buffers(json, binary, files);
  await buffers.ready();
  const accessors = new Accessors(json, buffers, notes, pace);
  const packed = new PackedMeshes(accessors, buffers, pace, parts.draco);
  const reading: Reading = { json, buffers, accessors, packed, notes, pace };
  const textures = readImages(reading);
  const materials = readMaterials(reading, textures);
  const meshes = await readMeshes(reading, materials);
  const nodes = await readNodes(reading);
  const skins = await readSkins(reading, nodes);
  attach(reading, nodes, meshes, skins);
  const document = {
    nodes: nodes.nodes,
    meshes: meshes.map(({ mesh }) => mesh),
    materials: materials.map(({ material }) => material),
    textures,
    skins,
    scene: readScenes(reading, nodes),
    animations: await readAnimations(reading, nodes, meshes),
  };
  const fromHere = readDescription(nodes.defs, notes);
  pace.end();
  return { name: baseName(name), document, ...fromHere, notes: notes.list() };
}
