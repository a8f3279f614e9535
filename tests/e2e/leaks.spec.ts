/**
 * What is opened is closed by its owner: after any amount of use, everything that the page holds is back to where it
 * was. Every panel is used first, so that what is made once is made.
 */
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { CLOCKWORK, JELLYFISH } from '../web/support/samples.ts';
import { expect, test } from './support/page.ts';

interface Held {
  effects: number;
  wasmBytes: number;
  /** In the document or not: nodes that are held by scripts alone count too. */
  nodes: number;
  listeners: number;
  heapBytes: number;
}

/** What the page holds once garbage is collected. */
async function held(page: Page, session: CDPSession): Promise<Held> {
  // A finalizer or a microtask of one collection may free what the next one collects.
  for (let i = 0; i < 4; i++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  }
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const diagnostics = await page.evaluate(() => globalThis.lithoscope?.diagnostics());
  if (!diagnostics) throw new Error('the workspace is not there');
  return { ...diagnostics, nodes, listeners: jsEventListeners, heapBytes: usedSize };
}
