/** A level of a piece that gets the mesh of one of another open model: a low-poly version that was made elsewhere. */

import type { AbcFile } from '@lithoscope/core';
import { counted } from '../../explain/describe.ts';
import type { OpenFile } from '../../store/open-file.ts';
import { files } from '../../store/state.ts';
import { visible } from '../../ui/dom.ts';
import { type FormValues, openForm } from './form.ts';
import { changedBy, modelNow, modelSince, quoted } from './now.ts';

/** More are not offered. */
const MAX_CHOICES = 1000;

interface LevelChoice {
  readonly path: string;
  readonly words: string;
}

/** Opens the form at its button. */
export function openReplaceLevel(file: OpenFile, at: HTMLElement): void {
  const model = modelNow(file);
  if (!model) return;
  const own = levelsOf(model);
  const others = donors(file, model);
  const [first] = others;
  const theirs = first ? levelsOf(first.model) : [];
  const sourceOf = (values: FormValues) =>
    others.find((other) => String(other.file.id) === values.text('source'))?.file;
  openForm({
    title: 'Replace a level',
    note: 'The level gets the vertices, weights and triangles of a level of another open model with the same skeleton. Vertices of the level before collapse to the nearest new ones.',
    at: at.getBoundingClientRect(),
    action: 'Replace',
    fields: [
      // A game that draws from afar is what most replace a level for.
      { id: 'level', label: 'Level', value: own.at(-1)?.path ?? '', choices: choicesOf(own) },
      {
        id: 'source',
        label: 'From',
        value: first ? String(first.file.id) : '',
        choices: others.map((other) => [String(other.file.id), visible(other.file.name, 60)]),
      },
      {
        id: 'by',
        label: 'Its level',
        value: theirs[0]?.path ?? '',
        choices: choicesOf(theirs),
      },
    ],
    check: (values, id, { choose }) => {
      const now = modelSince(file);
      if (typeof now === 'string') return { words: now, isProblem: true };
      const source = sourceOf(values);
      if (!source) return { words: 'No other model with levels is open.', isProblem: true };
      const other = modelSince(source);
      if (typeof other === 'string') return { words: `“${quoted(source.name)}”: ${other}`, isProblem: true };
      if (id === 'source') choose('by', choicesOf(levelsOf(other)));
      const why = now.skeletonDifference(other);
      if (why) return { words: why, isProblem: true };
      return {
        words: `${wordsOf(now, values.text('level'))} → ${wordsOf(other, values.text('by'))}.`,
      };
    },
    apply: (values) => {
      const source = sourceOf(values);
      const other = source && modelNow(source);
      if (!other) return { refused: 'The file was closed.' };
      const path = values.text('level');
      const level = values.text('by');
      return changedBy(file, [{ op: 'adoptLevel', path, from: other.bytes, level }], {
        label: 'Replace a level',
        path,
        after: `${quoted(source.name)}, ${wordsOf(other, level)}`,
      });
    },
    closed: () => at.focus(),
  });
}

/** Other open models with levels, those with this skeleton first. */
function donors(file: OpenFile, model: AbcFile): { readonly file: OpenFile; readonly model: AbcFile }[] {
  return files
    .peek()
    .flatMap((other) => {
      const source = other.id === file.id ? null : modelNow(other);
      if (!source || levelsOf(source).length === 0) return [];
      return [{ file: other, model: source, fits: model.skeletonDifference(source) === '' }];
    })
    .sort((a, b) => Number(b.fits) - Number(a.fits))
    .slice(0, MAX_CHOICES);
}

function levelsOf({ info }: AbcFile): LevelChoice[] {
  if (!info.features.levels) return [];
  const all = info.pieces.flatMap(({ name, lods }, piece) =>
    lods.map((_, level) => ({
      path: `Pieces.Pieces[${piece}].LODs[${level}]`,
      words: `${quoted(name)}, level ${level}`,
    })),
  );
  return all.slice(0, MAX_CHOICES);
}

const choicesOf = (levels: readonly LevelChoice[]) => levels.map(({ path, words }) => [path, words] as const);

/** `120 vertices, 200 triangles` */
function wordsOf({ info }: AbcFile, path: string): string {
  const [piece = 0, level = 0] = [...path.matchAll(/\d+/g)].map(Number);
  const lod = info.pieces[piece]?.lods[level];
  return lod ? `${counted(lod.vertices, 'vertex')}, ${counted(lod.faces, 'triangle')}` : '';
}
