/** Other open models that a form takes something from. */

import type { AbcFile } from '@lithoscope/core';
import type { OpenFile } from '../../document/open-file.ts';
import { files } from '../../document/state.ts';
import { visible } from '../../ui/dom.ts';
import type { FormField, FormValues } from './form.ts';
import { modelFrom } from './now.ts';

/** More are not offered. */
export const MAX_CHOICES = 1000;

export interface Donor {
  readonly file: OpenFile;
  /** As changes make it since the form was opened; a sentence when there is none. */
  readonly model: () => AbcFile | string;
  /** Why its skeleton is another one; '' where it is the same. */
  readonly why: string;
}

/** Those that have what is wanted, with the same skeleton first. */
export function donorsFor(file: OpenFile, model: AbcFile, has: (other: AbcFile) => boolean): Donor[] {
  return files
    .peek()
    .flatMap((other) => {
      if (other.id === file.id || !other.model || !has(other.model)) return [];
      return [{ file: other, model: modelFrom(other), why: model.skeletonDifference(other.model) }];
    })
    .sort((a, b) => Number(a.why !== '') - Number(b.why !== ''))
    .slice(0, MAX_CHOICES);
}

/** The field in which one is chosen. */
export function donorField(donors: readonly Donor[]): FormField {
  const [first] = donors;
  return {
    id: 'source',
    label: 'From',
    value: first ? String(first.file.id) : '',
    choices: donors.map((donor) => [String(donor.file.id), visible(donor.file.name, 60)]),
  };
}

/** The one that is chosen. */
export function donorIn(donors: readonly Donor[], values: FormValues): Donor | undefined {
  return donors.find((donor) => String(donor.file.id) === values.text('source'));
}
