/**
 * A game that is made: an archive of 20,000 entries and 2 GB, its models and textures the samples of the page under
 * paths as games have them, the rest zeros; and its twin as a zip.
 */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Part } from './parts.ts';
import { rezParts } from './rez-writer.ts';
import { crcOf, zipParts } from './zip-writer.ts';

const sample = (name: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(new URL(`../../public/samples/${name}`, import.meta.url)));

/** A file of the made game. */
export interface MadeFile {
  readonly path: string;
  readonly content: Part;
}

const GROUPS = ['CHARS', 'ENEMIES', 'PROPS', 'WEAPONS', 'GUIS'];

/**
 * The files of the game: of every five two models, two textures, of which one is the skin of the first model, and a
 * file of zeros.
 * @param count of files
 * @param size bytes of all files together, as near as the models and textures allow
 */
export function madeFiles(count = 20_000, size = 2 ** 31): MadeFile[] {
  const jellyfish = sample('jellyfish.abc');
  const base = sample('clockwork_base.abc');
  const clockwork = sample('clockwork.abc');
  const skins = { jellyfish: sample('jellyfish.dtx'), clockwork: sample('clockwork.dtx') };
  const files: MadeFile[] = [
    { path: 'MODELS/CLOCKWORK_BASE.ABC', content: base },
    { path: 'SKINS/CLOCKWORK_HEAD.DTX', content: sample('clockwork_head.dtx') },
  ];
  for (let i = 0; files.length < count; i++) {
    const number = String(i).padStart(5, '0');
    const folder = `${GROUPS[i % GROUPS.length]}/SET${String(Math.floor(i / 50)).padStart(3, '0')}`;
    const isClockwork = i % 40 === 0;
    const name = isClockwork ? `CLOCKWORK_${number}` : `JELLYFISH_${number}`;
    files.push(
      { path: `MODELS/${folder}/${name}.ABC`, content: isClockwork ? clockwork : jellyfish },
      { path: `MODELS/${folder}/BASE_${number}.ABC`, content: base },
      { path: `SKINS/${folder}/${name}.DTX`, content: isClockwork ? skins.clockwork : skins.jellyfish },
      { path: `TEX/${folder}/WALL_${number}.DTX`, content: skins.jellyfish },
      { path: `SOUNDS/${folder}/STEP_${number}.WAV`, content: 0 },
    );
  }
  files.length = count;
  const real = files.reduce(
    (sum, { content }) => sum + (typeof content === 'number' ? 0 : content.length),
    0,
  );
  const empty = files.filter(({ content }) => typeof content === 'number').length;
  const filling = Math.max(0, Math.floor((size - real) / Math.max(1, empty)));
  return files.map((file) => (typeof file.content === 'number' ? { ...file, content: filling } : file));
}

/** The game as a REZ archive. */
export const madeRez = (files: readonly MadeFile[]): Part[] => rezParts(files);

/** The game as a zip, deflated; what is there many times is deflated once. */
export function madeZip(files: readonly MadeFile[]): Part[] {
  const known = new Map<Part, { packed: Uint8Array<ArrayBuffer>; crc: number }>();
  return zipParts(
    files.map(({ path, content }) => {
      const bytes = typeof content === 'number' ? new Uint8Array(content) : content;
      const made = known.get(content) ?? {
        packed: Uint8Array.from(deflateRawSync(bytes, { level: 6 })),
        crc: crcOf(content),
      };
      known.set(content, made);
      return { path, content, ...made };
    }),
  );
}
