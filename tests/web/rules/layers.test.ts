/** The stylesheets of the page: each is of a room, imported by its own room or a higher one, and in the layer of its room. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLayer, LAYERS, layerOf } from '../../../tools/layers.mjs';
import { importsIn, roomOf } from '../../../tools/lib/rooms.mjs';

const root = join(import.meta.dirname, '../../..');
const imports = importsIn(['web']);
const sheets = [...imports.keys()].filter((file) => file.endsWith('.css'));
/** Text of the element for other pages, whose tree is its own. */
const EMBEDDED = ['web/embed/frame.css', 'web/embed/style.css'];

describe('stylesheets', () => {
  it('are all imported, and imports of them count', () => {
    const imported = new Set([...imports.values()].flat());
    expect(sheets.filter((file) => !imported.has(file))).toEqual([]);
    expect(sheets.length).toBeGreaterThan(50);
  });

  it.each(sheets)('%s is in the layer of its room', (file) => {
    const room = roomOf(file);
    const layer = layerOf(file);
    expect(room ? [room] : ['base', 'layout', 'access']).toContain(layer);
    expect(inLayer(file, '.a {}')).toMatch(new RegExp(`@layer ${layer} \\{ \\.a \\{\\}\\s*\\}\\s*$`));
  });

  it.each(sheets.filter((file) => !EMBEDDED.includes(file)))('%s leaves the order to the layers', (file) => {
    const css = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    // An important rule of a lower layer wins over those of higher ones: only what is hidden is to.
    expect(css.replace(/\[hidden\] \{\s*display: none !important;/, '')).not.toMatch(
      /!important|@layer|@import/,
    );
  });

  it('beside the rooms are refused', () => {
    expect(() => inLayer('web/new-room/sheet.css', '')).toThrow('in no layer');
    expect(() => inLayer('web/cli/sheet.css', '')).toThrow('in no layer');
  });

  it('declare the order once, in the sheet that is loaded first', () => {
    const [first] = imports.get('web/main.ts') ?? [];
    const order = `@layer ${LAYERS.join(', ')};`;
    expect(sheets.filter((file) => inLayer(file, '').includes(order))).toEqual([first]);
  });
});
