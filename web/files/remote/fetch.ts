/** One file over the network: without credentials, with progress, within a limit. What fails is a sentence. */

import { type Signal, signal } from '@preact/signals-core';
import { MAX_PARSED_BYTES } from '../../explain/partial.ts';
import { fileName, interfaceAddress } from './fetch-address.ts';
import { contentProblem } from './fetch-content.ts';
import {
  brokenOff,
  offline,
  redirectedAway,
  refusedBy,
  stalled,
  tooLarge,
  unreachable,
  type Wanted,
  withheld,
} from './fetch-words.ts';

/** A file on its way. */
export interface Transfer {
  readonly name: string;
  readonly host: string;
  readonly received: Signal<number>;
  /** 0 while the server has not said it. */
  readonly total: Signal<number>;
  cancel(): void;
}

/** What is on its way, in the order in which it was asked for. */
export const transfers: Signal<readonly Transfer[]> = signal([]);

/** So long may nothing come, ms. */
const PATIENCE = 30_000;

/** A sentence about a file that did not come. */
export class FetchError extends Error {
  constructor(
    sentence: string,
    /** It was only too large: it could be loaded all the same. */
    readonly tooLarge = false,
  ) {
    super(sentence);
  }
}

/** The user called it off. */
export class FetchCancelled extends Error {}

/** Fetches a file. Rejects with a FetchError, or with FetchCancelled. */
export async function fetchFile(url: URL, limit = MAX_PARSED_BYTES): Promise<Blob> {
  const wanted: Wanted = { name: fileName(url), host: url.host, own: url.origin === location.origin };
  const cancelling = new AbortController();
  const transfer: Transfer = {
    name: wanted.name,
    host: wanted.host,
    received: signal(0),
    total: signal(0),
    cancel: () => cancelling.abort(new FetchCancelled(`${wanted.name} was not loaded.`)),
  };
  transfers.value = [...transfers.value, transfer];
  const task: Task = { wanted, transfer, signal: cancelling.signal, limit };
  try {
    return await fetchFrom(url, task);
  } catch (error) {
    const other = interfaceAddress(url);
    if (!other || !(error instanceof Unanswered)) throw error;
    return await fetchFrom(new URL(other), task);
  } finally {
    transfers.value = transfers.value.filter((one) => one !== transfer);
  }
}

interface Task {
  readonly wanted: Wanted;
  readonly transfer: Transfer;
  readonly signal: AbortSignal;
  readonly limit: number;
}

/** The browser gave no answer; another address may. */
class Unanswered extends FetchError {}

async function fetchFrom(url: URL, { wanted, transfer, signal, limit }: Task): Promise<Blob> {
  const waiting = new AbortController();
  let timer = 0;
  const stillComing = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(
      () => waiting.abort(new FetchError(stalled(PATIENCE / 1000, wanted))),
      PATIENCE,
    );
  };
  stillComing();
  const ended = AbortSignal.any([signal, waiting.signal]);
  try {
    const response = await ask(url, ended, wanted);
    if (!response.ok) throw new FetchError(refusedBy(response.status, wanted));
    const total = Number(response.headers.get('content-length') ?? 0);
    if (total > limit) throw new FetchError(tooLarge(total, limit, wanted), true);
    transfer.total.value = total;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of partsOf(response, wanted, ended)) {
      stillComing();
      parts.push(part);
      transfer.received.value += part.length;
      if (transfer.received.value > limit) throw new FetchError(tooLarge(null, limit, wanted), true);
    }
    const blob = new Blob(parts);
    const problem = await contentProblem(blob, wanted);
    if (problem) throw new FetchError(problem);
    return blob;
  } finally {
    window.clearTimeout(timer);
    // Whatever is still coming is not wanted.
    waiting.abort();
  }
}

const REQUEST: RequestInit = { credentials: 'omit', cache: 'no-cache', referrerPolicy: 'no-referrer' };

async function ask(url: URL, signal: AbortSignal, wanted: Wanted): Promise<Response> {
  const violations = watchPolicy(url);
  try {
    const response = await fetch(url, { ...REQUEST, signal });
    // The policy of the page sees to it already, where there is one.
    if (!mayRead(new URL(response.url || url))) throw new FetchError(redirectedAway(wanted));
    return response;
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof FetchError) throw cause;
    throw await whyUnanswered(url, violations, wanted);
  } finally {
    violations.stop();
  }
}

function mayRead({ protocol, origin }: URL): boolean {
  return protocol === 'https:' || origin === location.origin;
}

async function* partsOf(
  { body }: Response,
  wanted: Wanted,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    let step: Awaited<ReturnType<NonNullable<typeof reader>['read']>> | undefined;
    try {
      step = await reader?.read();
    } catch {
      throw signal.aborted ? signal.reason : new FetchError(brokenOff(wanted));
    }
    if (!step || step.done) return;
    yield step.value;
  }
}

/** The browser does not say why there is no answer; other questions narrow it down. */
async function whyUnanswered(url: URL, violations: PolicyWatch, wanted: Wanted): Promise<FetchError> {
  if (!navigator.onLine && !wanted.own) return new FetchError(offline(wanted));
  const probe = (more: RequestInit) =>
    fetch(url, { ...REQUEST, ...more, method: 'HEAD', signal: AbortSignal.timeout(PATIENCE) }).catch(
      () => null,
    );
  const [redirect, opaque] = await Promise.all([
    probe({ redirect: 'manual' }),
    // Of this answer the page may know only that there was one.
    probe({ mode: 'no-cors' }),
  ]);
  if (violations.seen() || redirect?.type === 'opaqueredirect') return new Unanswered(redirectedAway(wanted));
  return new Unanswered(opaque ? withheld(wanted) : unreachable(wanted));
}

interface PolicyWatch {
  /** The policy has stopped a request to that server: every first address is allowed, so it was a redirect. */
  seen(): boolean;
  stop(): void;
}

function watchPolicy(url: URL): PolicyWatch {
  let stopped = false;
  const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && blockedURI.startsWith(url.origin)) stopped = true;
  };
  document.addEventListener('securitypolicyviolation', note);
  return {
    seen: () => stopped,
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}
