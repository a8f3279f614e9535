/** Files that did not come: the user decides what becomes of them. */

import { type Signal, signal } from '@preact/signals-core';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement } from '../../store/notices.ts';

import { FetchCancelled, FetchError, fetchFile } from './fetch.ts';

/** A file that did not come, and what can be done. */
export interface Failure {
  readonly address: string;
  /** What happened, and what to do. */
  readonly sentence: string;
  retry(): void;
  /** Null where it would help nothing. */
  readonly loadAnyway: (() => void) | null;
  dismiss(): void;
}

export const failures: Signal<readonly Failure[]> = signal([]);

/** A file as far as it came. */
export interface Arrival {
  /** Null when it did not come. */
  readonly blob: Blob | null;
  /** What comes of trying again; null in the end when the user lets it be. */
  readonly later: Promise<Blob | null>;
}

const NEVER: Promise<null> = Promise.resolve(null);

/** Fetches a file; when that fails, the user may have it tried again. */
export async function obtain(url: URL, limit = MAX_PARSED_BYTES): Promise<Arrival> {
  failures
    .peek()
    .find(({ address }) => address === url.href)
    ?.dismiss();
  try {
    return { blob: await fetchFile(url, limit), later: NEVER };
  } catch (error) {
    if (!(error instanceof FetchCancelled)) return { blob: null, later: offerRetry(url, limit, error) };
    announcement.value = error.message;
    return { blob: null, later: NEVER };
  }
}

function offerRetry(url: URL, limit: number, error: unknown): Promise<Blob | null> {
  return new Promise((resolve) => {
    const close = () => {
      failures.value = failures.value.filter((one) => one !== failure);
    };
    const again = async (upTo: number) => {
      close();
      const { blob, later } = await obtain(url, upTo);
      resolve(blob ?? later);
    };
    const failure: Failure = {
      address: url.href,
      sentence: reasonOf(error),
      retry: () => void again(limit),
      loadAnyway:
        error instanceof FetchError && error.tooLarge ? () => void again(Number.POSITIVE_INFINITY) : null,
      dismiss: () => {
        close();
        resolve(null);
      },
    };
    failures.value = [...failures.value, failure];
  });
}
