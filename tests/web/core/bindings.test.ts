/**
 * Everything that the WebAssembly modules export, as their C++ lists it: it is declared for TypeScript, and whatever it is
 * asked, nothing is thrown out of C++ and the module goes on. New exports are asked too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import createConverting from '@lithoscope/converting-module';
import createDtx from '@lithoscope/dtx-module';
import createEditing from '@lithoscope/editing-module';
import createExchange from '@lithoscope/exchange-module';
import createJupiter from '@lithoscope/jupiter-module';
import createCore from '@lithoscope/module';
import createRez from '@lithoscope/rez-module';
import { describe, expect, test } from 'vitest';
import { compiledModel } from '../../support/ltb-writer.ts';
import { assembled } from '../../support/parts.ts';
import { rezParts } from '../../support/rez-writer.ts';
import { sample } from '../support/samples.ts';

const root = new URL('../../../', import.meta.url);
const textAt = (path: string) => readFileSync(new URL(path, root), 'utf8');

type Method = (...values: unknown[]) => unknown;
type Raw = Readonly<Record<string, Method>>;
interface Class {
  new (): Raw;
  readonly prototype: object;
}
type Module = Readonly<Record<string, unknown>>;

const VERY_LONG = 2e8;
/** A list of holes, which as a number or text is not as long. */
const HOLES = Object.assign(new Array(VERY_LONG), { toString: () => 'x' });
const TERM = { part: 'any', comparison: 'contains', text: 'x', number: null, isNegated: false };
const ODD: readonly unknown[] = [
  ...[null, undefined, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 2 ** 32, 2 ** 31, 0, 1],
  ...['', 'x', 'Header', '\ud800', true, Symbol('x'), 1n, () => {}],
  ...[[], [null], [undefined], [[[]]], HOLES, {}, { length: VERY_LONG }, Object.create(null)],
  ...[
    new Uint8Array(3),
    new Float32Array(5),
    new Map(),
    { piece: 'x' },
    { piece: Symbol('x') },
    { node: 1n },
  ],
  // Filters, of which all but the last lack something.
  ...[
    [{}],
    [{ part: 'any' }],
    [{ ...TERM, text: 5 }],
    [{ ...TERM, part: null }],
    [{ ...TERM, number: 'x' }],
    [TERM],
  ],
  // Changes.
  ...[
    [{ op: 'insert', path: 'Nodes.Nodes[0]', values: HOLES }],
    [{ op: 'set', path: 'Header.InternalRadius', value: Symbol('x') }],
    [{ op: 'set', path: Symbol('x'), value: 1 }],
    [{ op: 'remove', path: 'Nodes.Nodes[0]', count: 1e300 }],
    [{ op: 'bytes', start: -1, end: 'x', value: null }],
    [{ op: 'convert', version: null }],
    [{ op: 'x' }],
  ],
];

/** Names that a binding's C++ exports by a call of `function` on what begins the expression. */
function exported(file: string, begins: RegExp): string[] {
  const [, bindings = ''] = textAt(`wasm/bindings/${file}`).split('EMSCRIPTEN_BINDINGS');
  return bindings
    .split(';')
    .filter((statement) => begins.test(statement))
    .flatMap((statement) => [...statement.matchAll(/function\(\s*"(\w+)"/g)].map(([, name = '']) => name));
}

/** Methods of interfaces, by the names of these. */
const declared = new Map<string, string[]>();
for (const name of readdirSync(new URL('wasm/js', root)).filter((file) => file.endsWith('.ts'))) {
  for (const [, type = '', above = '', body = ''] of textAt(`wasm/js/${name}`).matchAll(
    /interface (\w+)[^{\n]*?(?: extends ([^{]*))?\{\n([\s\S]*?)\n\s*\}\n/g,
  )) {
    const own = [...body.matchAll(/^ {2,4}(\w+)(?:\(|: new)/gm)].map(([, method = '']) => method);
    declared.set(type, [
      ...own,
      ...above
        .split(/[,\s]+/)
        .filter((one) => one !== '')
        .map((one) => `^${one}`),
    ]);
  }
}
function methodsOf(type: string): string[] {
  const name = type.replace(/<.*/, '');
  return (declared.get(name) ?? []).flatMap((one) => (one.startsWith('^') ? methodsOf(one.slice(1)) : [one]));
}

/** How many arguments Embind wants, which it says where they are too many. */
function arity(object: object, method: Method): number {
  try {
    method.apply(object, new Array(20).fill(0));
  } catch (error) {
    const [, count] = /expected (?:\()?(\d+)/.exec(String(error)) ?? [];
    if (count !== undefined) return Number(count);
  }
  return 0;
}

/** What is thrown otherwise than by Embind, for an argument that cannot be a number, text or file where one has to be. */
function faultsOf(name: string, object: object, method: Method): string[] {
  const faults: string[] = [];
  const count = arity(object, method);
  const usual: unknown[] = [[], '', 0, new Uint8Array(2)];
  for (let place = 0; place < count; place++) {
    for (const first of usual) {
      for (const value of ODD) {
        const values: unknown[] = new Array(count).fill(place > 0 ? first : 0);
        if (place > 0) values.fill(0, 1);
        values[place] = value;
        try {
          method.apply(object, values);
        } catch (error) {
          // Embind converts arguments before it calls C++; what is thrown later has passed through it.
          const isOfEmbind =
            error instanceof Error &&
            error.name !== 'RuntimeError' &&
            !/wasm-function/.test(error.stack ?? '');
          if (!isOfEmbind) faults.push(`${name}, argument ${place}: ${error}`);
        }
      }
    }
  }
  return faults;
}

const OPENING = new Set(['allocate', 'begin', 'take', 'parse', 'read', 'wanted']);

/** The room that a file makes for bytes. */
function room(file: Raw, length: number): Uint8Array {
  const made = file.allocate?.(length);
  if (!(made instanceof Uint8Array)) expect.fail(`no room for ${length} bytes`);
  return made;
}

/** Fills a file and parses it. */
function opened(type: Class, bytes: Uint8Array): Raw {
  const file = new type();
  if (file.begin) {
    file.begin(bytes.length, 'x.rez');
    for (let wanted = file.wanted?.(); wanted; wanted = file.wanted?.()) {
      const [start, end] = wanted as [number, number];
      room(file, end - start).set(bytes.subarray(start, end));
      file.take?.();
    }
    file.parse?.();
    return file;
  }
  room(file, bytes.length).set(bytes);
  if (file.parse) file.parse();
  else file.read?.('model');
  return file;
}

const rezBytes = () => assembled(rezParts([{ path: 'A.TXT', content: new Uint8Array(9) }]));
const MODULES = [
  {
    name: 'lithoscope',
    files: ['model.cpp', 'abc.cpp'],
    create: createCore,
    type: 'RawModule',
    classes: { File: ['RawFile', () => sample('jellyfish.abc')] },
  },
  {
    name: 'jupiter',
    files: ['model.cpp'],
    create: createJupiter,
    type: 'RawLibrary',
    classes: { File: ['RawFile', () => compiledModel()] },
  },
  {
    name: 'dtx',
    files: ['dtx.cpp', 'spr.cpp'],
    create: createDtx,
    type: 'RawTextureModule',
    classes: {
      File: ['RawTexture', () => sample('clockwork_head.dtx')],
      Sprite: ['RawSprite', () => new Uint8Array(20)],
    },
  },
  {
    name: 'rez',
    files: ['rez.cpp'],
    create: createRez,
    type: 'RawLibrary',
    classes: { File: ['RawArchive', rezBytes] },
  },
  {
    name: 'editing',
    files: ['editing.cpp'],
    create: createEditing,
    type: 'RawEditing',
    classes: { File: ['RawEdited', () => sample('jellyfish.abc')] },
  },
  {
    name: 'converting',
    files: ['converting.cpp'],
    create: createConverting,
    type: 'RawConverting',
    classes: { File: ['RawConverted', () => sample('jellyfish.abc')] },
  },
  {
    name: 'exchange',
    files: ['editing.cpp'],
    create: createExchange,
    type: 'RawEditing',
    classes: { File: ['RawEdited', () => sample('jellyfish.abc')] },
  },
] as const;

/** The classes that no file is opened with, and the interface of each. */
const WORKS: Readonly<Record<string, string>> = {
  Import: 'RawImport',
  Drafting: 'RawDrafting',
  Export: 'RawExport',
  Levels: 'RawLevels',
  Merge: 'RawMerge',
};

test.each(Object.entries(WORKS))('methods of %s', async (work, raw) => {
  const module = (await createExchange({
    wasmBinary: new Uint8Array(readFileSync(new URL('build/wasm/exchange.wasm', root))).buffer,
  })) as unknown as Module;
  const bound = module[work] as Class;
  const methods = Object.entries(bound.prototype as Record<string, Method>).filter(
    ([one]) => one !== 'constructor',
  );
  const names = methodsOf(raw).filter((one) => one !== 'delete');
  expect(methods.map(([one]) => one).sort()).toEqual([...names].sort());
  expect(methods.flatMap(([one, method]) => faultsOf(one, new bound(), method))).toEqual([]);
});

describe.each(MODULES)('$name', ({ name, files, create, type, classes }) => {
  const load = () =>
    create({
      wasmBinary: new Uint8Array(readFileSync(new URL(`build/wasm/${name}.wasm`, root))).buffer,
    }) as Promise<unknown> as Promise<Module>;
  const functions = files.flatMap((file) => exported(file, /emscripten::function\(/));

  test('functions', async () => {
    const module = await load();
    const names = methodsOf(type).filter((one) => !(one in classes) && !(one in WORKS));
    expect([...functions].sort()).toEqual([...names].sort());
    const faults = functions.flatMap((one) => faultsOf(one, module, module[one] as Method));
    expect(faults).toEqual([]);
  });

  test.each(Object.entries(classes))('methods of %s', async (of, [declaration, bytes]) => {
    const module = await load();
    const bound = module[of] as Class;
    const methods = Object.entries(bound.prototype as Record<string, Method>).filter(
      ([one]) => one !== 'constructor',
    );
    const names = methodsOf(declaration).filter((one) => one !== 'delete');
    expect(methods.map(([one]) => one).sort()).toEqual([...names].sort());
    const asked = opened(bound, bytes());
    const answer = () => asked.info?.() ?? asked.targets?.() ?? (asked.edit as Method)([]);
    const before = answer();
    const faults: string[] = [];
    for (const [one, method] of methods) {
      const fresh = OPENING.has(one) ? new bound() : asked;
      faults.push(...faultsOf(one, fresh, method));
    }
    expect(faults).toEqual([]);
    expect(answer()).toEqual(before);
  });
});
