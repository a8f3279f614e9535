/** The worker that runs patterns: neither a pattern nor the bytes can hold up the page. */
import { PatternError, type Place, placeIn } from '../patterns/problem.ts';
import { type Language, readPattern } from '../patterns/read.ts';
import { type PatternFinding, runPattern } from '../patterns/run.ts';
import type { FieldColumns } from '../patterns/table.ts';
import { Handed } from '../ui/tasks/protocol.ts';
import { serve } from '../ui/tasks/serve.ts';

/** What is found; or what is wrong with the text, and where. */
export type PatternResult =
  | { readonly fields: FieldColumns; readonly findings: readonly PatternFinding[] }
  | { readonly problem: string; readonly place: Place };

export interface PatternWork {
  readonly run: {
    readonly order: { readonly text: string; readonly language: Language; readonly bytes: Uint8Array };
    readonly result: PatternResult;
  };
}

serve<PatternWork>({
  async run({ text, language, bytes }) {
    try {
      const { fields, findings } = runPattern(await readPattern(text, language), bytes);
      const { declaration, element, offset, length, parent, end, count } = fields;
      const columns = [declaration, element, offset, length, parent, end, count];
      return new Handed<PatternResult>(
        { fields, findings },
        columns.map(({ buffer }) => buffer as ArrayBuffer),
      );
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      return { problem: error.message, place: placeIn(text, error.at) };
    }
  },
});
