/**
 * The schema of a DTX version as the text of a template. The schema has the structs; how many mips there are, and how large,
 * follows from the header, and is said here as the reader has it (wasm/dtx/parse.cpp). No DOM.
 */
import type { Schema, SchemaField, SchemaStruct } from '@lithoscope/core';
import { textureFlags } from '../explain/flags.ts';
import { sectionColor } from './section-colors.ts';
import { func, numberAt, numberFunction } from './template-functions.ts';
import { identifier, indented, type Language, plainText } from './template-language.ts';
import { bitNames, fieldDoc, headOf } from './template-parts.ts';
import { fixedSize, type Structs } from './template-walk.ts';
import { isHeldBy, isOneOf, PALETTE_HERE, PIXEL_FORMATS } from './texture-formats.ts';

const PREFIX = 'Dtx';
const FLAGS = `${PREFIX}Flags`;
const PIXELS = `${PREFIX}PixelFormat`;

/** Structs of the schema that only hold a list. */
const LISTS: readonly string[] = ['Mips', 'Faces', 'AlphaPlanes', 'Sections'];
const ONLY_BEFORE_5: readonly string[] = ['Palette', 'AlphaPlane', 'ColorARGB'];
const ONLY_5: readonly string[] = ['Face', 'ColorBGRA'];

/** The parts of a texture, each in a colour of its own. */
const COLORS: Readonly<Record<string, string>> = {
  Header: sectionColor('Header'),
  Palette: sectionColor('Animation'),
  Mips: sectionColor('Pieces'),
  Faces: sectionColor('Pieces'),
  AlphaPlanes: sectionColor('Nodes'),
  Sections: sectionColor('Sockets'),
};

/** The template that reads every texture of the schema's version. */
export function textureText(schema: Schema, language: Language, extension: string): string {
  const lines = new TextureTemplate(schema, language).lines(extension);
  return `${lines.join('\n')}\n`;
}

class TextureTemplate {
  readonly #structs: Structs;
  readonly #parts: ReadonlyMap<string, SchemaStruct>;
  /** v−5 chooses among formats of pixels, has cube maps, and neither palette nor alpha planes. */
  readonly #isNew: boolean;

  constructor(
    readonly schema: Schema,
    readonly language: Language,
  ) {
    this.#structs = new Map(schema.structs.map((struct) => [struct.id, struct]));
    this.#parts = new Map(
      schema.sections.flatMap(({ name, struct }) => {
        const part = this.#structs.get(struct);
        return part ? [[name, part] as const] : [];
      }),
    );
    this.#isNew = schema.version === -5;
  }

  lines(extension: string): string[] {
    const { language, schema } = this;
    return [
      ...language.head(
        headOf({
          subject: `LithTech DTX texture, version ${schema.version}`,
          fileName: `dtx-v${schema.version}.${extension}`,
          fileMask: '*.dtx',
          magic: [0, 0, 0, 0, 256 + schema.version, 255, 255, 255],
          remarks: [
            'How many mips there are, and how large each is, follows from the numbers of the header.',
          ],
        }),
      ),
      '',
      ...this.#functions(),
      ...this.#globals(),
      '',
      ...language.bitfield(FLAGS, language.types.u32, bitNames(textureFlags(schema.version), 32, language)),
      '',
      ...(this.#isNew ? [...language.enumeration(PIXELS, language.types.u8, PIXEL_FORMATS), ''] : []),
      ...schema.structs
        .filter((struct) => this.#isDeclared(struct))
        .flatMap((struct) => this.#structLines(struct)),
      ...language.root(`${PREFIX}Texture`, this.#layout()),
    ];
  }

  #functions(): string[] {
    const { language } = this;
    const size = { name: 'size', type: 'number' } as const;
    return [
      ...numberFunction(language),
      ...func(
        language,
        'the side of the next mip',
        'half',
        'number',
        [size],
        ['if (size < 2) return 1;', 'return size / 2;'],
      ),
      ...func(
        language,
        'mips of a face: as many as the header counts, but none below 1 x 1',
        'mipsFrom',
        'number',
        [size, { name: 'most', type: 'number' }],
        [
          language.local('mips', '0'),
          'while (size > 0 && mips < most) {',
          ...indented(['mips = mips + 1;', 'size = size / 2;']),
          '}',
          'return mips;',
        ],
      ),
    ];
  }

  /** Numbers of the header, which have fixed places, and what is kept from mip to mip. */
  #globals(): string[] {
    const { language } = this;
    const number = (field: string) => numberAt(...this.#placeOf(field));
    const side = 'width > height ? width : height';
    const isUnknown = ['width == 0', 'height == 0', ...(this.#isNew ? ['bpp > 8'] : [])].join(' || ');
    return [
      language.global('width', number('Width')),
      language.global('height', number('Height')),
      language.global('flags', number('Flags')),
      ...(this.#isNew ? [language.global('bpp', number('BPP'))] : []),
      language.global('sectionCount', number('SectionCount')),
      language.global('mipCount', `${isUnknown} ? 0 : mipsFrom(${side}, ${number('MipmapCount')})`),
      ...['mipWidth', 'mipHeight', 'unitCount', ...(this.#isNew ? ['palettes'] : [])].map((name) =>
        language.global(name, '0'),
      ),
    ];
  }

  #placeOf(name: string): [at: string, bytes: number] {
    let at = 0;
    for (const field of this.#parts.get('Header')?.fields ?? []) {
      const bytes = fixedSize(this.#structs, field);
      if (bytes === null) break;
      if (field.name === name) return [String(at), bytes];
      at += bytes;
    }
    throw new Error(`Header.${name} has no fixed place.`);
  }

  /** What the version has of the structs; lists of parts are arrays and need none. */
  #isDeclared(struct: SchemaStruct): boolean {
    const name = this.#nameOf(struct).slice(PREFIX.length);
    return !LISTS.includes(name) && !(this.#isNew ? ONLY_BEFORE_5 : ONLY_5).includes(name);
  }

  /** Two structs are called Color: one begins with alpha. */
  #nameOf({ name, fields }: SchemaStruct): string {
    return `${PREFIX}${name}${name === 'Color' ? fields.map((field) => field.name).join('') : ''}`;
  }

  #structLines(struct: SchemaStruct): string[] {
    const { language } = this;
    const body = struct.fields.flatMap((field) => this.#fieldLines(struct, field));
    const fixed = struct.fields.every((field) => fixedSize(this.#structs, field) !== null);
    const lines = [...this.#before(struct), ...body, ...this.#behind(struct)];
    return [`// ${plainText(struct.doc)}`, ...language.struct(this.#nameOf(struct), lines, fixed), ''];
  }

  /** How many units the mip at hand has. */
  #before({ name }: SchemaStruct): string[] {
    if (name === 'Face') return ['mipWidth = width;', 'mipHeight = height;'];
    if (name === 'AlphaPlane') return ['unitCount = (mipWidth * mipHeight + 1) / 2;'];
    if (name !== 'Mip') return [];
    const pixels = 'unitCount = mipWidth * mipHeight;';
    if (!this.#isNew) return [pixels];
    return [
      pixels,
      `if (${isOneOf(['DXT1', 'DXT3', 'DXT5'])}) unitCount = ((mipWidth + 3) / 4) * ((mipHeight + 3) / 4);`,
      `if (${isOneOf(['RGB16'])}) unitCount = unitCount * 2;`,
      `if (${isOneOf(['RGB24'])}) unitCount = unitCount * 3;`,
    ];
  }

  #behind({ name }: SchemaStruct): string[] {
    if (name === 'Mip' || name === 'AlphaPlane') {
      return ['mipWidth = half(mipWidth);', 'mipHeight = half(mipHeight);'];
    }
    if (name !== 'Section') return [];
    const data = `if (Length > 0) ${this.#declared('Data', this.language.types.bytes, 'Length')}`;
    return this.#isNew ? [`else ${data}`, `if (${PALETTE_HERE}) palettes = 1;`] : [data];
  }

  #fieldLines(struct: SchemaStruct, field: SchemaField): string[] {
    const inner = this.#structs.get(field.struct);
    const own = struct.name === 'Header' ? this.#ownType(field.name) : '';
    const type = own || (inner ? this.#nameOf(inner) : this.language.types[field.type || 'u8']);
    const declare = (count: string | null) =>
      this.#declared(field.name, type, count, inner?.name !== 'Mip', fieldDoc(field));
    if (field.repeat === 'one') return [declare(null)];
    if (field.repeat === 'times') return [declare(String(field.count))];
    if (field.name === 'Palette') return this.#isNew ? [`if (${PALETTE_HERE}) ${declare('256')}`] : [];
    if (field.name === 'Mips') return [declare('mipCount')];
    if (struct.name !== 'Mip' || !this.#isNew) return [declare('unitCount')];
    // One chain: in ImHex a struct may have a name twice only in branches of the same `if`.
    const otherwise = field === struct.fields[0] ? '' : 'else ';
    return [`${otherwise}if (${isHeldBy(inner?.name ?? field.type)}) ${declare('unitCount')}`];
  }

  /** The numbers of the header whose bits or values have names. */
  #ownType(field: string): string {
    if (field === 'Flags') return FLAGS;
    return field === 'BPP' && this.#isNew ? PIXELS : '';
  }

  #declared(name: string, type: string, count: string | null, fixed = true, doc = '', color = ''): string {
    return this.language.declare({
      type,
      name: identifier(name, this.language.reserved),
      count,
      fixed,
      doc,
      color,
    });
  }

  /** The parts in their order; without mips the rest of the file is bytes. */
  #layout(): string[] {
    const { here, fileSize, types } = this.language;
    return [
      this.#part('Header', 'Header', null),
      ...(this.#isNew ? [] : [this.#part('Palette', 'Palette', null)]),
      ...this.#mips(),
      `if (mipCount > 0 && sectionCount > 0) ${this.#part('Sections', 'Section', 'sectionCount')}`,
      `if (${here} < ${fileSize}) ${this.#declared('Data', types.bytes, `${fileSize} - ${here}`)}`,
    ];
  }

  #mips(): string[] {
    const fromLargest = ['mipWidth = width;', 'mipHeight = height;'];
    const mips = this.#part('Mips', 'Mip', 'mipCount');
    if (this.#isNew) {
      return [
        ...fromLargest,
        `if (mipCount > 0 && (flags & 1024) > 0) ${this.#part('Faces', 'Face', '6')}`,
        `else if (mipCount > 0) ${mips}`,
      ];
    }
    return [
      ...fromLargest,
      `if (mipCount > 0) ${mips}`,
      ...fromLargest,
      `if (mipCount > 0 && (flags & 2) > 0) ${this.#part('AlphaPlanes', 'AlphaPlane', 'mipCount')}`,
    ];
  }

  #part(name: string, type: string, count: string | null): string {
    return this.#declared(name, `${PREFIX}${type}`, count, false, '', COLORS[name]);
  }
}
