/** Files that could not be fetched: the user retries or dismisses them. */

import { type Signal, signal } from '@preact/signals-core';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { reasonOf } from '../../store/core.ts';
import { announcement } from '../../store/notices.ts';

import { FetchCancelled, FetchError, fetchFile } from './fetch.ts';

/** A file that could not be fetched, and what can be done. */
export interface Failure {
  readonly address: string;
  /** The reason, and what to do. */
  readonly sentence: string;
  retry(): void;
  /** For a file above the limit. */
  readonly loadAnyway: (() => void) | null;
  dismiss(): void;
}

export const failures: Signal<readonly Failure[]> = signal([]);

/** The file, or the promise of a later one. */
export interface FetchResult {
  /** Null when it could not be fetched. */
  readonly blob: Blob | null;
  /** The file after a retry; null when the user dismisses it. */
  readonly retried: Promise<Blob | null>;
}

const NEVER: Promise<null> = Promise.resolve(null);

/** Fetches a file; when that fails, the user can retry. */
export async function fetchWithRetry(url: URL, limit = MAX_PARSED_BYTES): Promise<FetchResult> {
  failures
    .peek()
    .find(({ address }) => address === url.href)
    ?.dismiss();
  try {
    return { blob: await fetchFile(url, limit), retried: NEVER };
  } catch (error) {
    if (!(error instanceof FetchCancelled)) return { blob: null, retried: offerRetry(url, limit, error) };
    announcement.value = error.message;
    return { blob: null, retried: NEVER };
  }
}

function offerRetry(url: URL, limit: number, error: unknown): Promise<Blob | null> {
  return new Promise((resolve) => {
    const close = () => {
      failures.value = failures.value.filter((one) => one !== failure);
    };
    const again = async (upTo: number) => {
      close();
      const { blob, retried } = await fetchWithRetry(url, upTo);
      resolve(blob ?? retried);
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
