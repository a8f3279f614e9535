/** An import as a model of another format than ABC: what both steps lose is told together. */
import type { ConvertedModel, NotWritten } from '@lithoscope/core';
import { readable } from './notes.ts';
import { type ImportNote, type ImportResult, NotImported } from './report.ts';

/** What makes models of other formats: a `Converting`. */
export interface Converter {
  convert(
    file: { readonly bytes: Uint8Array; readonly info: { readonly format: 'abc' } },
    target: string,
  ): ConvertedModel | NotWritten;
}

/** Formats that an import can become besides the versions of ABC. @param targets all that models are converted to */
export const formatsOf = (targets: readonly string[]): string[] =>
  targets.filter((target) => !/^\d/.test(target));

/**
 * The result in another format. Its `sources` and numbers are still those of the model that was imported: pieces and
 * animations keep their order.
 * @param target one of `formatsOf`
 * @throws NotImported when the model cannot be converted
 */
export function convertedTo(target: string, result: ImportResult, converter: Converter): ImportResult {
  const made = converter.convert({ bytes: result.bytes, info: { format: 'abc' } }, target);
  if ('refused' in made) throw new NotImported(made.refused);
  const { report } = result;
  // As of other conversions: that a format has no place for something is no fault.
  const said = (code: string, sentences: readonly string[]) =>
    sentences.map(
      (message): ImportNote => ({ code, severity: 'info', message: readable(message), help: '' }),
    );
  const notes = [
    ...report.notes,
    ...said('CONVERSION_LOST', made.lost),
    ...said('CONVERSION_ADDED', made.added),
  ];
  return { ...result, bytes: new Uint8Array(made.bytes), report: { ...report, notes } };
}
