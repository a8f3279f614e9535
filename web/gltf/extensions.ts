/** Which extensions of glTF are understood, and which do not matter to a model. */

import { shown } from './container.ts';
import { type Json, listAt, wrong } from './json.ts';
import { NotImported } from './not-imported.ts';
import type { ReadNotes } from './notes.ts';

export const DRACO = 'KHR_draco_mesh_compression';

const UNDERSTOOD = new Set([
  'KHR_mesh_quantization',
  'KHR_texture_transform',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  DRACO,
]);

/** How it looks, what is around it, and what is known about it. */
const DO_NOT_MATTER =
  /^(KHR_materials_|KHR_lights_|EXT_lights_|EXT_texture_|KHR_texture_basisu$|MSFT_texture_|KHR_xmp|KHR_audio|KHR_node_visibility$|KHR_node_selectability$|KHR_node_hoverability$|KHR_interactivity$|MSFT_packing_|ADOBE_materials_|VRM|VRMC_|FB_)/;

/** Those that change what is where: without them it is another scene. */
const CHANGE_THE_SHAPE = new Set(['EXT_mesh_gpu_instancing', 'MSFT_lod', 'KHR_animation_pointer']);

/** @throws NotImported for one that the file cannot be read without */
export function checkExtensions(json: Json, notes: ReadNotes): ReadonlySet<string> {
  for (const [i, name] of listAt(json, 'extensionsRequired', '').entries()) {
    if (typeof name !== 'string') return wrong(`extensionsRequired[${i}]`, 'is not text');
    if (UNDERSTOOD.has(name) || DO_NOT_MATTER.test(name)) continue;
    throw new NotImported(
      `The file needs the extension ${shown(name)}, which is not supported. Export it without this extension.`,
    );
  }
  const used = new Set<string>();
  for (const name of listAt(json, 'extensionsUsed', '')) if (typeof name === 'string') used.add(name);
  for (const name of used) if (CHANGE_THE_SHAPE.has(name)) notes.add('EXTENSION_LEFT_OUT', name);
  return used;
}
