/** Makes a model of another format: a whole new file. */
import type { ParsedFile } from '@lithoscope/core';
import type { Openers } from '../../archive/opened.ts';
import { identityOf } from '../../explain/describe.ts';
import { extensionOf, isVersion } from '../../explain/targets.ts';
import type { Change } from '../tasks.ts';
import { type Applied, leftIn, refusal, unchanged } from './apply.ts';

type Conversion = Extract<Change, { kind: 'convert' }>;

/** Whether a conversion leads to another format; within ABC the file itself is changed. */
export const isOtherFormat = (file: ParsedFile, change: Change): change is Conversion =>
  change.kind === 'convert' && !(file.info.format === 'abc' && isVersion(change.target));

/**
 * Converts a model to another format, all or nothing. The content of the file never makes this throw.
 * @param keepsName it would keep its name: in an archive, or in its own place
 */
export async function convertFormat(
  openers: Openers,
  file: ParsedFile,
  { target }: Conversion,
  keepsName: boolean,
): Promise<Applied> {
  const before = identityOf(file.info).version;
  const core = await openers.converting();
  // Of another version of its format, only where that is named.
  const isSame = extensionOf(target) === file.info.format && !core.targets(file).includes(target);
  if (isSame || file.info.format === target) return unchanged(file, `It is already ${before}.`);
  if (keepsName)
    return refusal(
      file,
      `It would need another name, which ends in .${extensionOf(target)}: write it to a file or a folder.`,
    );
  const result = core.convert(file, target);
  if ('refused' in result) return refusal(file, result.refused);
  const { bytes, lost, added } = result;
  const made = await openers.lithoscope.openAny(bytes);
  try {
    return {
      made: { size: bytes.length, parts: () => [bytes] },
      size: bytes.length,
      values: [{ code: '', path: '', before, after: identityOf(made.info).version }],
      refused: [],
      notes: [...lost, ...added],
      left: leftIn(made),
    };
  } finally {
    made.release();
  }
}
