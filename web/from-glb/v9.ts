/** A draft as a file of version 9 to 12. */
import { Pace, type Watch } from '../lib/pace.ts';
import type { Draft } from './draft.ts';
import { type FileMaker, type FileWithNotes, fileOf } from './file-of.ts';
import { LatinNames } from './latin.ts';
import { ImportNotes } from './notes.ts';
import { needsStill } from './still.ts';

/**
 * @throws NotImported when no file can hold it
 * @throws the reason of `watch.signal`, when it was cancelled
 */
export async function asV9(
  maker: FileMaker,
  draft: Draft,
  version: 9 | 10 | 11 | 12,
  watch: Watch = {},
): Promise<FileWithNotes> {
  const notes = new ImportNotes();
  const texts = new LatinNames();
  const latin = <Named extends { readonly name: string }>(list: readonly Named[]) =>
    list.map((one) => ({ ...one, name: texts.text(one.name) }));
  const nodeNames = texts.distinct(draft.nodes.map(({ name }) => name));
  const animationNames = texts.distinct(draft.animations.map(({ name }) => name));
  const { bytes } = await fileOf(
    maker,
    {
      ...draft,
      commandString: texts.text(draft.commandString),
      pieces: latin(draft.pieces),
      nodes: draft.nodes.map((node, i) => ({ ...node, name: nodeNames[i] as string })),
      weightSets: latin(draft.weightSets),
      childModels: latin(draft.childModels),
      animations: draft.animations.map((animation, i) => ({
        ...animation,
        name: animationNames[i] as string,
        strings: animation.strings.map((text) => texts.text(text)),
      })),
      sockets: latin(draft.sockets),
      bindings: draft.bindings.map(latin),
    },
    { version, share: 1, addsStill: needsStill(draft, version) },
    new Pace(watch),
  );
  texts.note(notes);
  return { bytes, notes: notes.notes };
}
