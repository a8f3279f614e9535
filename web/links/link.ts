/** Fields of a link (docs/links.md), with key and codec. */
import {
  attached,
  bookmarks,
  type Codec,
  camera,
  digest,
  interpretation,
  layers,
  numbers,
  oneOf,
  packedFiles,
  range,
  supplied,
  switched,
  text,
  texts,
  thousandths,
  trails,
  viewOptions,
  whole,
} from './codecs.ts';

const field = <T>(key: string, codec: Codec<T>) => ({ key, ...codec });

/** Fields about the view of a file; view.ts reads and applies them. */
const OF_VIEW = {
  /** Animation by name, or by index as text. Absent: the bind pose. */
  anim: field('anim', text),
  /** The child model of the animation, if its name alone is ambiguous. */
  child: field('child', whole),
  /** Milliseconds, 0 … 2³², to a thousandth. */
  timeMs: field('t', thousandths),
  playing: field('play', switched),
  mode: field('mode', oneOf(['once', 'pingpong', 'next'])),
  speed: field('speed', thousandths),
  layers: field('layer', layers),
  lod: field('lod', whole),
  lodByDistance: field('lodauto', switched),
  /** Selected bytes. */
  selection: field('sel', range),
  camera: field('cam', camera),
  /** Bookmarks, half-open ranges. */
  bookmarks: field('mark', bookmarks),
  /** Hidden pieces. */
  hidden: field('hide', numbers),
  /** Slots that use alpha. */
  alpha: field('alpha', numbers),
  /** Kept motion trails. */
  trails: field('trail', trails),
  reading: field('read', interpretation),
  /** View options that differ from the defaults. */
  view: field('view', viewOptions),
  /** Chosen tabs other than the first ones. */
  panels: field('panel', texts),
};

/** All fields, in the order in which they are written. */
export const FIELDS = {
  /** Address of the file. */
  model: field('model', text),
  /** Path in the archive at `model`; without `model`, in an archive of the user. */
  entry: field('entry', text),
  /** Name of a file without an address. */
  name: field('name', text),
  /** Size and SHA-256 of the file, 64 hexadecimal digits, by which the file is identified. */
  size: field('size', whole),
  sha256: field('sha256', digest),
  /** Child models: files with animations that the model plays. */
  bases: field('base', supplied),
  /** Models at sockets. */
  attached: field('attach', attached),
  /** Textures. */
  textures: field('tex', supplied),
  /** Names of child models and textures without an address that are not packed: only the author has them. */
  local: field('local', texts),
  /** Search text of the library. */
  find: field('find', text),
  ...OF_VIEW,
  /** A link to bytes: if the file is already open, its view is kept. */
  keepView: field('keep', switched),
  // Last, since they may have hundreds of thousands of characters.
  /** The bytes of the file, deflated, in base64url; validated by `unpack`. */
  data: field('data', text),
  /** Packed child models and textures. */
  packedBases: field('basedata', packedFiles),
  packedTextures: field('texdata', packedFiles),
};

export type ViewField = keyof typeof OF_VIEW;

type Values = {
  readonly [Name in keyof typeof FIELDS]?: NonNullable<ReturnType<(typeof FIELDS)[Name]['read']>>;
};

export interface Link extends Values {
  /** Parts with unknown keys, which are kept in the address. */
  readonly unknownParts: readonly string[];
}
