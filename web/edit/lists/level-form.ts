/** A level of a piece that gets the mesh of one of another open model: a low-poly version that was made elsewhere. */

import type { AbcFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { counted } from '../../explain/describe.ts';
import { donorField, donorIn, donorsFor, MAX_CHOICES } from './donors.ts';
import { openForm } from './form.ts';
import { changedBy, modelFrom, modelNow, quoted } from './now.ts';

interface LevelChoice {
  readonly path: string;
  readonly words: string;
  /** `120 vertices, 200 triangles` */
  readonly size: string;
}

/** Opens the form at its button. */
export function openReplaceLevel(file: OpenFile, at: HTMLElement): void {
  const model = modelNow(file);
  if (!model) return;
  const present = modelFrom(file);
  const own = levelsOf(model);
  const others = donorsFor(file, model, (other) => levelsOf(other).length > 0);
  const [first] = others;
  const theirs = first?.file.model ? levelsOf(first.file.model) : [];
  openForm({
    title: 'Replace a level',
    note: 'The level gets the vertices, weights and triangles of a level of another open model with the same skeleton. Vertices of the level before collapse to the nearest new ones.',
    at: at.getBoundingClientRect(),
    action: 'Replace',
    fields: [
      // A game that draws from afar is what most replace a level for.
      { id: 'level', label: 'Level', value: own.at(-1)?.path ?? '', choices: choicesOf(own) },
      donorField(others),
      {
        id: 'by',
        label: 'Its level',
        value: theirs[0]?.path ?? '',
        choices: choicesOf(theirs),
      },
    ],
    check: (values, id, { choose }) => {
      const now = present();
      if (typeof now === 'string') return { words: now, isProblem: true };
      const source = donorIn(others, values);
      if (!source) return { words: 'No other model with levels is open.', isProblem: true };
      const other = source.model();
      if (typeof other === 'string')
        return { words: `“${quoted(source.file.name)}”: ${other}`, isProblem: true };
      if (id === 'source') choose('by', choicesOf(levelsOf(other)));
      const why = now.skeletonDifference(other);
      if (why) return { words: why, isProblem: true };
      return {
        words: `${sizeOf(now, values.text('level'))} → ${sizeOf(other, values.text('by'))}.`,
      };
    },
    apply: (values) => {
      const source = donorIn(others, values)?.file;
      const other = source && modelNow(source);
      if (!other) return { refused: 'The file was closed.' };
      const path = values.text('level');
      const level = values.text('by');
      return changedBy(file, [{ op: 'adoptLevel', path, from: other.bytes, level }], {
        label: 'Replace a level',
        path,
        after: `${quoted(source.name)}, ${sizeOf(other, level)}`,
      });
    },
    closed: () => at.focus(),
  });
}

function levelsOf({ info }: AbcFile): LevelChoice[] {
  if (!info.features.levels) return [];
  const all = info.pieces.flatMap(({ name, lods }, piece) =>
    lods.map(({ vertices, faces }, level) => ({
      path: `Pieces.Pieces[${piece}].LODs[${level}]`,
      words: `${quoted(name)}, level ${level}`,
      size: `${counted(vertices, 'vertex')}, ${counted(faces, 'triangle')}`,
    })),
  );
  return all.slice(0, MAX_CHOICES);
}

const choicesOf = (levels: readonly LevelChoice[]) => levels.map(({ path, words }) => [path, words] as const);

const sizeOf = (model: AbcFile, path: string) =>
  levelsOf(model).find((level) => level.path === path)?.size ?? '';
