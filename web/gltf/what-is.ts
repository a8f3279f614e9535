/** What a file is that is no GLB or glTF, in words, with what to do. */

/** Bytes from which a file is known, at most. */
const LOOK = 64;

interface Kind {
  /** `a Blender file` */
  readonly what: string;
  /** A sentence; '' for none. */
  readonly help: string;
  is(bytes: Uint8Array, text: string, name: string): boolean;
}

const BLENDER_EXPORT = 'export it with File › Export › glTF 2.0';
const throughBlender = (menu: string) =>
  `Import it into Blender (File › Import › ${menu}) and ${BLENDER_EXPORT}.`;

const begins =
  (...starts: string[]) =>
  (_: Uint8Array, text: string) =>
    starts.some((start) => text.startsWith(start));
const beginsAs = (start: RegExp) => (_: Uint8Array, text: string) => start.test(text);
const endsWith = (ending: RegExp) => (_: Uint8Array, __: string, name: string) => ending.test(name);

const IN_BLENDER = `Open it in Blender and ${BLENDER_EXPORT}.`;
const IS_MODEL = 'Open it directly; no import is needed.';
const PICTURE = 'Skins are opened together with their model.';

/** Text is Latin-1. */
const KINDS: readonly Kind[] = [
  { what: 'a LithTech model (ABC)', help: IS_MODEL, is: begins('\x06\0Header', '\x09\0LTBHeader') },
  { what: 'a Blender file', help: IN_BLENDER, is: begins('BLENDER') },
  { what: 'a Blender file', help: IN_BLENDER, is: endsWith(/\.blend\d*$/i) },
  { what: 'an FBX scene', help: throughBlender('FBX'), is: begins('Kaydara FBX Binary', '; FBX') },
  { what: 'an FBX scene', help: throughBlender('FBX'), is: endsWith(/\.fbx$/i) },
  {
    what: 'a Collada scene',
    help: throughBlender('Collada'),
    is: (_, text, name) => /\.dae$/i.test(name) || /<COLLADA/.test(text),
  },
  { what: 'an OBJ mesh', help: throughBlender('Wavefront'), is: endsWith(/\.obj$/i) },
  { what: 'an Alembic scene', help: throughBlender('Alembic'), is: begins('Ogawa', '\x89HDF') },
  { what: 'an LTA model', help: '', is: beginsAs(/^\s*\(lt-model/) },
  { what: 'an STL mesh', help: throughBlender('STL'), is: endsWith(/\.stl$/i) },
  { what: 'a PLY mesh', help: throughBlender('PLY'), is: begins('ply\n', 'ply\r') },
  { what: 'a USD scene', help: throughBlender('USD'), is: endsWith(/\.usd[acz]?$/i) },
  { what: 'a LithTech archive (REZ)', help: '', is: begins('\r\nRezMgr') },
  { what: 'a ZIP archive', help: 'Unpack it first.', is: begins('PK\x03\x04') },
  { what: 'a 7z archive', help: 'Unpack it first.', is: begins('7z\xbc\xaf') },
  { what: 'a gzip archive', help: 'Unpack it first.', is: begins('\x1f\x8b') },
  { what: 'a RAR archive', help: 'Unpack it first.', is: begins('Rar!') },
  { what: 'a PNG image', help: PICTURE, is: begins('\x89PNG') },
  { what: 'a JPEG image', help: PICTURE, is: begins('\xff\xd8\xff') },
  { what: 'an image', help: PICTURE, is: begins('GIF8', 'DDS ', 'BM') },
  {
    what: 'the buffer of a .gltf',
    help: 'Open the .gltf together with it.',
    is: endsWith(/\.bin$/i),
  },
];

/** @returns `a Blender file`, and a sentence that says what to do, '' for none */
export function whatIs(bytes: Uint8Array, name: string): { readonly what: string; readonly help: string } {
  const text = String.fromCharCode(...bytes.subarray(0, LOOK));
  const kind = KINDS.find(({ is }) => is(bytes, text, name));
  return kind ?? { what: 'not a GLB or glTF', help: 'Its first bytes match neither.' };
}
