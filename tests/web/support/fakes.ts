/** Stand-ins for what only the core or a disk can make, with as much in them as a test needs. */

import type { AbcFile, Features, Info } from '@lithoscope/core';
import { Content } from '../../../web/document/content.ts';
import { type FileSource, OpenFile } from '../../../web/document/open-file.ts';

/** A part that is taken for the whole: a test that asks it for more breaks. */
export const partly = <T>(part: object): T => part as unknown as T;

/** What models can have whose levels are collapses (`old`, as v6), and all others. */
const featuresOf = (old: boolean): Features => ({
  levels: !old,
  collapses: old,
  pieces: !old,
  weights: !old,
  sockets: !old,
  weightSets: !old,
  childModels: !old,
  deformation: old,
  keyBounds: old,
  bindPose: !old,
  interpretation: old,
  nodeNumbers: old,
  tiledSkins: !old,
});

/** What is known of a model with nothing in it, but for these parts. */
export const infoWith = (parts: object): Info =>
  partly<Info>({
    format: 'abc',
    version: 12,
    pieces: [],
    nodes: [],
    animations: [],
    sockets: [],
    childModels: [],
    bindings: [],
    lodCount: 1,
    features: featuresOf('version' in parts && parts.version === 6),
    conversions: [],
    ...parts,
  });

/** A source that is not read again. */
export const sourceOf = (name: string): FileSource => ({
  name,
  read: () => Promise.reject(new Error('not read again')),
});

/**
 * An open model of which so much is known.
 * @param core what it answers besides
 */
export function modelWith(name: string, info: object, core: object = {}): OpenFile {
  const parsed = partly<AbcFile>({ info: infoWith(info), release() {}, ...core });
  // What tells a model from other files is its class, which only the core can make.
  return withModel(new OpenFile(sourceOf(name), parsed), parsed);
}

/** Gives a file a model in place of its own. */
export function withModel(file: OpenFile, model: AbcFile): OpenFile {
  file.content.value = Object.assign(new Content(file.parsed), { model });
  return file;
}
