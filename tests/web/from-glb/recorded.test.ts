/**
 * The bytes of imports stay what they are, and so does what is told of them: recorded.json beside this has the SHA-256 of both,
 * for models of this repository alone. LITHOSCOPE_RECORD_IMPORTS=1 writes it again, which is right only where the change is
 * meant: `git diff` then shows which imports became others.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Logger, WebIO } from '@gltf-transform/core';
import type { ImportSettings } from '@lithoscope/core';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../web/from-glb/draft.ts';
import { fileOf } from '../../../web/from-glb/file-of.ts';
import { importModel } from '../../../web/from-glb/import.ts';
import { IMPORT_DEFAULTS, type ImportOptions } from '../../../web/from-glb/options.ts';
import { NotImported } from '../../../web/from-glb/report.ts';
import { understand } from '../../../web/from-glb/understand.ts';
import { readGltf } from '../../../web/gltf/read.ts';
import type { GltfSource } from '../../../web/gltf/source.ts';
import { gltfSamples } from '../../support/gltf-samples.ts';
import { CHANGES } from '../support/changes.ts';
import { loadCore } from '../support/core.ts';
import { bending, tube } from '../support/drafts.ts';
import { loadEditing } from '../support/editing.ts';
import { bytesOf, CLOCKWORK, CLOCKWORK_BASE, JELLYFISH } from '../support/samples.ts';
import { draco } from '../support/unpack-draco.ts';
import { glbOf, sourceOf } from '../support/way-back.ts';

const [core, editing] = await Promise.all([loadCore(), loadEditing()]);
const tools = { open: (_: string, bytes: Uint8Array) => core.open(bytes), editing };

const PATH = fileURLToPath(new URL('recorded.json', import.meta.url));

/** The bytes of the file, and all else that is given back. */
interface Recorded {
  readonly bytes: string;
  readonly told: string;
}

const isRecording = process.env.LITHOSCOPE_RECORD_IMPORTS === '1';
const known: Record<string, Recorded> = isRecording ? {} : JSON.parse(readFileSync(PATH, 'utf8'));
const made: Record<string, Recorded> = {};

function expectRecorded(name: string, bytes: Uint8Array, told: unknown): void {
  // Typed arrays as the lists that they are.
  const text = JSON.stringify(told, (_, value) =>
    ArrayBuffer.isView(value) ? [...(value as never)] : value,
  );
  const hashOf = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
  made[name] = { bytes: hashOf(bytes), told: hashOf(text) };
  if (!isRecording) expect(made[name], name).toEqual(known[name]);
}

async function expectImport(
  name: string,
  source: GltfSource,
  options: Partial<ImportOptions>,
  base: Uint8Array | null = null,
): Promise<void> {
  const into = base && core.open(base);
  const { bytes, ...told } = await importModel(source, { ...IMPORT_DEFAULTS, ...options }, tools, into);
  expectRecorded(name, bytes, told);
}

/** Options that are not the usual ones, one after the other. */
const VARIED: readonly Partial<ImportOptions>[] = [
  { version: 12 },
  { version: 11, scale: 32 },
  { version: 10, turn: 90, centre: true },
  { version: 9, up: 'z' },
  { version: 12, levels: [0.6, 0.3], distances: [150, 400] },
  { version: 11, scale: 0.5, turn: 180, levels: [0.5] },
  { version: 12, paletteSkin: true, turn: 270 },
];

const samples = gltfSamples.filter(({ isEmpty }) => !isEmpty);

describe('samples of glTF', () => {
  const sourceFrom = async (sample: (typeof samples)[number]) =>
    readGltf(sample.file, await sample.files(), {}, { draco });

  test.each(samples.map((sample, i) => [sample.file, sample, VARIED[i % VARIED.length]] as const))(
    '%s',
    async (file, sample, options = {}) => {
      await expectImport(`${file} ${JSON.stringify(options)}`, await sourceFrom(sample), options);
    },
  );

  test.each(samples.map((sample, i) => [sample.file, sample, i] as const))(
    '%s as v6',
    async (file, sample, i) => {
      const options: Partial<ImportOptions> = {
        version: 6,
        ...(i % 2 ? { levels: [0.4] } : {}),
        ...(i % 3 ? {} : { scale: 20, turn: 90 }),
      };
      await expectImport(`${file} ${JSON.stringify(options)}`, await sourceFrom(sample), options);
    },
  );
});

describe('models that went out as GLBs', () => {
  const models = [CLOCKWORK, CLOCKWORK_BASE, JELLYFISH].map(
    (path) => [path.replace(/.*\//, ''), bytesOf(path)] as const,
  );

  test.each(models)('%s, as if it came from elsewhere', async (name, bytes) => {
    const source = await sourceOf(await glbOf(core.open(bytes), { template: false }));
    for (const options of [
      { version: 12 },
      { version: 10, levels: [0.5, 0.2], distances: [100, 300] },
      { version: 6 },
      { version: 6, levels: [0.5], scale: 2 },
    ] as const) {
      await expectImport(`${name} ${JSON.stringify(options)}`, source, options);
    }
  });

  test.each(models)('%s, back into the file', async (name, bytes) => {
    const glb = await glbOf(core.open(bytes));
    const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
    const document = await io.readBinary(glb);
    const positions = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('POSITION');
    const [x = 0, y = 0, z = 0] = positions?.getElement(0, []) ?? [];
    positions?.setElement(0, [x + 1, y, z]);
    document.getRoot().listNodes().at(-1)?.setName('renamed');
    const changed = await io.writeBinary(document);
    for (const [what, own] of [
      ['as it is', glb],
      ['changed', changed],
    ] as const) {
      const source = await sourceOf(own);
      const { suggested } = understand(editing, source);
      await expectImport(`${name} ${what}, merged`, source, suggested, bytes);
      await expectImport(`${name} ${what}, with what the export kept`, source, suggested);
    }
  });
});

describe('GLBs that were changed in one way', () => {
  const models = [CLOCKWORK, JELLYFISH].map((path) => [path.replace(/.*\//, ''), bytesOf(path)] as const);
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));

  for (const [name, bytes] of models) {
    test.each(Object.entries(CHANGES))(`${name}: %s`, async (what, change) => {
      const document = await io.readBinary(await glbOf(core.open(bytes)));
      change(document);
      const source = await sourceOf(await io.writeBinary(document));
      const { suggested } = understand(editing, source);
      for (const [way, base] of [
        ['merged', bytes],
        ['with what the export kept', null],
      ] as const) {
        const recorded = `${name}, ${what}: ${way}`;
        try {
          await expectImport(recorded, source, suggested, base);
        } catch (error) {
          if (!(error instanceof NotImported)) throw error;
          expectRecorded(recorded, new Uint8Array(0), error.message);
        }
      }
    });
  }
});

describe('drafts as v6', () => {
  const bent = (draft: Draft, degrees = 40): Draft => ({
    ...draft,
    animations: [bending(draft, { degrees })],
  });
  const drafts: readonly (readonly [string, Draft, Partial<ImportSettings>?])[] = [
    ['still', tube()],
    ['rigid', bent(tube())],
    [
      'pieces, and an origin',
      { ...tube({ pieces: 2 }), animations: [bending(tube(), { origin: [0, 5, -3] })] },
    ],
    ['two nodes a vertex', bent(tube({ influences: 2 }), 80)],
    ['four nodes a vertex, and targets', bent(tube({ influences: 4, morphs: true, pieces: 2 }))],
    ['targets alone', bent(tube({ morphs: true }))],
    ['no room to deform', bent(tube({ influences: 2 }), 20), { deformedBytes: 0 }],
    ['little room to deform', bent(tube({ influences: 2 }), 20), { deformedBytes: 900 }],
    ['300 bones', bent(tube({ bones: 300, rings: 30, sides: 4 }), 0.5)],
    ['collapses', bent(tube({ rings: 24, sides: 16 })), { share: 0.3 }],
    ['collapses to the end', bent(tube({ rings: 60, sides: 40, influences: 2, pieces: 3 })), { share: 0.01 }],
  ];
  for (const [name, draft, options] of drafts) {
    test(name, async () => {
      const { bytes, notes } = await fileOf(editing, draft, { version: 6, share: 1, ...options });
      expectRecorded(`a tube: ${name}`, bytes, notes);
    });
  }
});

// The last, when all are made.
test('each import that is recorded is made', () => {
  if (isRecording) writeFileSync(PATH, `${JSON.stringify(made, null, 2)}\n`);
  else expect(Object.keys(made)).toEqual(Object.keys(known));
});
