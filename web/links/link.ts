/** What a link says about the page (docs/links.md): its fields, and the key and the form of each. */
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
  viewOptions,
  whole,
} from './codecs.ts';

const field = <T>(key: string, codec: Codec<T>) => ({ key, ...codec });

/** Fields about the view of a file. view.ts says how each is described and applied. */
const OF_VIEW = {
  /** Animation by name, or by index as text. Absent: the bind pose. */
  anim: field('anim', text),
  /** The child model that holds it, where its name alone would mean another. */
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
  /** Pieces that are hidden. */
  hidden: field('hide', numbers),
  /** Slots whose alpha counts. */
  alpha: field('alpha', numbers),
  reading: field('read', interpretation),
  /** View options that differ from the defaults. */
  view: field('view', viewOptions),
  /** Tabs that are chosen in place of the first ones. */
  panels: field('panel', texts),
};

/** All, in the order in which they are written. */
export const FIELDS = {
  /** Address of the file. */
  model: field('model', text),
  /** The file within the archive that `model` is; without `model`, within an archive that the user has. */
  entry: field('entry', text),
  /** Name of a file without an address. */
  name: field('name', text),
  /** Its size, and the SHA-256 of its bytes as 64 hexadecimal digits: how it is known again. */
  size: field('size', whole),
  sha256: field('sha256', digest),
  /** Files that lend animations. */
  bases: field('base', supplied),
  /** Models at its sockets. */
  attached: field('attach', attached),
  /** Textures. */
  textures: field('tex', supplied),
  /** Names of bases and textures that have no address, and are not in the link: its author has them. */
  local: field('local', texts),
  /** What the library is searched for. */
  find: field('find', text),
  ...OF_VIEW,
  /** It is about bytes: the view of a file that is open already stays. */
  keepView: field('keep', switched),
  // Last: they may have hundreds of thousands of characters.
  /** The bytes of the file themselves: deflated, in base64url. Read as it is written; `unpack` judges it. */
  data: field('data', text),
  /** Bases and textures that have no address, themselves. */
  packedBases: field('basedata', packedFiles),
  packedTextures: field('texdata', packedFiles),
};

export type ViewField = keyof typeof OF_VIEW;

type Values = {
  readonly [Name in keyof typeof FIELDS]?: NonNullable<ReturnType<(typeof FIELDS)[Name]['read']>>;
};

export interface Link extends Values {
  /** Parts that this page does not know, as written: they stay in the address. */
  readonly unknownParts: readonly string[];
}
