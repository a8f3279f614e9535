/**
 * The pages that `npm run docs` writes, by path below the project's folder. They are made while this module is imported: Vite
 * loads nothing for it later, as the module for the Jupiter engine would be.
 */
import { readFileSync } from 'node:fs';
import { Lithoscope } from '@lithoscope/core';
import { DtxLibrary } from '@lithoscope/dtx';
import { RezLibrary } from '@lithoscope/rez';
import { writtenPages } from './pages.ts';
import { linkedPages } from './source-links.ts';

const wasm = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../build/wasm/${name}.wasm`, import.meta.url))).buffer;

const written = await writtenPages(
  await Lithoscope.load(wasm('lithoscope'), async () => wasm('jupiter')),
  await DtxLibrary.load(wasm('dtx')),
  await RezLibrary.load(wasm('rez')),
);

export const pages = new Map([...written, ...linkedPages()]);
