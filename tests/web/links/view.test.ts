/** The view of a link: what is set on a file is what is said of it again, and nothing sets what the file does not have. */
import type { Lithoscope } from '@lithoscope/core';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenFile } from '../../../web/document/open-file.ts';
import { loadCore } from '../support/core.ts';
import { sourceOf } from '../support/fakes.ts';
import { bytesOf, CLOCKWORK } from '../support/samples.ts';

// What asks whether little is to move does so when it is loaded.
vi.hoisted(() => vi.resetModules());
vi.mock('../../../web/ui/environment.ts', () => ({ isCalm: () => false }));
afterAll(() => void vi.resetModules());

const { applyLink, describeView } = await import('../../../web/links/view.ts');
const { view } = await import('../../../web/document/view.ts');
const { choosePanel } = await import('../../../web/ui/layout.ts');
const { formatLink, parseLink } = await import('../../../web/links/format.ts');

let core: Lithoscope;
let file: OpenFile;
beforeAll(async () => {
  core = await loadCore();
});
beforeEach(() => {
  file = new OpenFile(sourceOf('clockwork.abc'), core.open(bytesOf(CLOCKWORK)));
});
afterEach(() => {
  applyLink(file, { name: 'at first', unknownParts: [] });
  // No link resets them: they are the page's.
  for (const first of ['outline', 'model', 'bytes'] as const) choosePanel(first);
  file.parsed.release();
});

const said = () => formatLink({ ...describeView(file), unknownParts: [] });
const apply = (hash: string) => applyLink(file, parseLink(hash));

describe('the view of a link', () => {
  it.each([
    'anim=Walk&t=250&v=1',
    'anim=Walk&t=0&play=1&mode=once&speed=0.5&v=1',
    'mode=pingpong&layer=0:1,-1,0,runs&layer=0:2,0,10,off&lod=2&v=1',
    'lodauto=1&v=1',
    'cam=1,2.5,-3,0,10,0&hide=0,2-4&alpha=0&v=1',
    'read=conjugate:1,rest:2&v=1',
    'view=skeleton,-grid,shading:flat,lighting:side,fov:45&v=1',
    'view=lighting:game,background:color,trails,onion,onionBefore:4,onionAfter:0,onionStep:5,onionPlaying,backgroundColor:102030&v=1',
    'view=figure,ruler,figureHeight:72&v=1',
    'trail=n3,s0,n0&v=1',
    'panel=structure&panel=problems&v=1',
    'lod=1&sel=0x10+4&mark=0x10%2B4%2Cblue%2CHere%0Aa%20note&v=1',
  ])('%s is said again', (hash) => {
    apply(hash);
    expect(said()).toBe(hash);
  });

  it('has no trails of what is not there, each once, and no image of the background', () => {
    apply('trail=n3,n3,s999,n99999,x1,n-1&view=background:picture&v=1');
    expect(said()).toBe('trail=n3&v=1');
    view.background.value = 'picture';
    expect(said()).toBe('trail=n3&v=1');
  });

  it('says and changes the settings only of what it shows', () => {
    view.figureHeight.value = 72;
    view.onionStep.value = 3;
    expect(said()).toBe('');
    apply('view=grid,skeleton&v=1');
    expect([view.figureHeight.value, view.onionStep.value]).toEqual([72, 3]);
    apply('view=figure&v=1');
    expect([view.figureHeight.value, view.onionStep.value]).toEqual([100, 3]);
    view.onionStep.value = 'keys';
  });

  it.each(['figureHeight:0', 'figureHeight:10001', 'figureHeight:1e2', 'onionBefore:9', 'onionStep:4'])(
    'ignores %s',
    (word) => {
      apply(`view=figure,onion,${word}&v=1`);
      expect(said()).toBe('view=onion,figure&v=1');
    },
  );

  it.each([
    ['structure', 'panel=structure&v=1'],
    ['model', ''],
    ['animations', ''],
    ['files', 'panel=files&v=1'],
    ['library', 'panel=files&v=1'],
  ])('finds the panel that had a tab of its own: %s', (panel, now) => {
    choosePanel('files');
    apply(`panel=${panel}&v=1`);
    expect(said()).toBe(now);
  });

  it('is as at first where a link to a view does not name it', () => {
    apply('anim=Walk&t=250&mode=once&speed=2&lod=1&cam=1,2,3,4,5,6&hide=1&alpha=0&view=skeleton&sel=0x10+4');
    apply('model=elsewhere.abc');
    expect(said()).toBe('');
  });

  it.each(['sel=0x20+8', 'mark=0x20+8,red,There', 'play=1', 'speed=2', 'lod=2&keep=1'])(
    'stays when a link is about something else: %s',
    (hash) => {
      const view = 'anim=Walk&t=250&lod=1&hide=1&view=skeleton';
      apply(view);
      apply(hash);
      const { unknownParts: _, ...kept } = parseLink(view);
      expect(describeView(file)).toMatchObject(kept);
    },
  );

  it('keeps to what the file has', () => {
    apply(
      'anim=None&t=9&lod=99&hide=7,8,999&alpha=0,999&speed=4000&layer=0:99,-1,0&layer=9:0,-1,0&sel=0xFFFFFFF0+8',
    );
    expect(said()).toBe('speed=4&lod=2&hide=7&alpha=0&v=1');
    apply('anim=Walk&t=4294967295&layer=0:1,99,0&sel=0x0+4294967295');
    const { timeMs, layers, selection } = describeView(file);
    expect(timeMs).toBe(file.info.animations.find(({ name }) => name === 'Walk')?.length);
    expect(layers).toBeUndefined();
    expect(selection).toEqual({ start: 0, length: file.parsed.size });
  });

  it('is set by any text without an error, and is then stable', () => {
    const keys = [
      'anim',
      'child',
      't',
      'play',
      'mode',
      'speed',
      'layer',
      'lod',
      'lodauto',
      'sel',
      'mark',
      'cam',
      'hide',
      'alpha',
      'read',
      'view',
      'keep',
      'attach',
    ];
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '1',
        'Walk',
        '0',
        '4294967296',
        '0:1,0,5,runs',
        '0x0+9',
        '0x1+2,red,x',
        '1,2,3,4,5,6',
        '0-9',
        'rest:9',
        'skeleton,fov:90',
        'once',
        '0,0:9,7@x',
      ),
    );
    const hash = fc
      .array(fc.tuple(fc.constantFrom(...keys), value).map((part) => part.join('=')))
      .map((parts) => parts.join('&'));
    fc.assert(
      fc.property(hash, (text) => {
        apply(`name=x&${text}`);
        const once = said();
        apply(`name=x&${once}`);
        expect(said()).toBe(once);
      }),
      { numRuns: 200 },
    );
  });
});
