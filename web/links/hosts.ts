/**
 * Servers in a link other than the model's own. The page asks the user before it requests anything from them: links are
 * untrusted, and each server learns who reads the link.
 */
import { type Signal, signal } from '@preact/signals-core';
import { resolveAddress } from '../opening/remote/address.ts';
import type { Link } from './link.ts';

/** One question about all servers. */
export interface HostQuestion {
  readonly hosts: readonly string[];
  /** Number of addresses. */
  readonly files: number;
  answer(allowed: boolean): void;
}

/** The pending question; null without one. */
export const hostQuestion: Signal<HostQuestion | null> = signal(null);

/** Servers allowed by the user, until the page unloads. */
const allowed = new Set<string>();

/** Addresses beside the model on servers other than its own and the page's, each once, without allowed servers. */
export function foreignAddresses(link: Link): URL[] {
  const own = new Set([location.host, ...allowed]);
  const model = link.model === undefined ? null : resolveAddress(link.model);
  if (model && 'url' in model) own.add(model.url.host);
  const named = [...(link.bases ?? []), ...(link.attached ?? []), ...(link.textures ?? [])];
  const found = new Map<string, URL>();
  for (const { url } of named) {
    const resolved = url === '' ? null : resolveAddress(url);
    if (resolved && 'url' in resolved && !own.has(resolved.url.host))
      found.set(resolved.url.href, resolved.url);
  }
  return [...found.values()];
}

/** The link without files at some addresses. */
export function withoutAddresses(link: Link, left: readonly URL[]): Link {
  const gone = new Set(left.map(({ href }) => href));
  const stays = ({ url }: { readonly url: string }) => {
    const resolved = url === '' ? null : resolveAddress(url);
    return !(resolved && 'url' in resolved && gone.has(resolved.url.href));
  };
  const { bases, attached, textures, ...rest } = link;
  return {
    ...rest,
    ...(bases && { bases: bases.filter(stays) }),
    ...(attached && { attached: attached.filter(stays) }),
    ...(textures && { textures: textures.filter(stays) }),
  };
}

/** The hosts of addresses, each once. */
function hostsOf(addresses: readonly URL[]): string[] {
  return [...new Set(addresses.map(({ host }) => host))];
}

/** Asks once for all servers. @returns false also if another link replaces this one before the answer */
export function askForHosts(addresses: readonly URL[], left: AbortSignal): Promise<boolean> {
  const hosts = hostsOf(addresses);
  return new Promise((resolve) => {
    const question: HostQuestion = {
      hosts,
      files: addresses.length,
      answer: (isAllowed) => {
        if (isAllowed) for (const host of hosts) allowed.add(host);
        if (hostQuestion.peek() === question) hostQuestion.value = null;
        resolve(isAllowed);
      },
    };
    left.addEventListener('abort', () => question.answer(false), { once: true });
    if (left.aborted) resolve(false);
    else hostQuestion.value = question;
  });
}
