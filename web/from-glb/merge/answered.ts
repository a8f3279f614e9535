/** Answers of the core to a merge. */
import type { NotWritten } from '@lithoscope/core';
import { NotImported } from '../report.ts';

/** What was made. @throws NotImported where that was refused */
export function answered<Made>(answer: Made | NotWritten): Made {
  if (answer !== null && typeof answer === 'object' && 'refused' in answer)
    throw new NotImported(answer.refused);
  return answer as Made;
}
