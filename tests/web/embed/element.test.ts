/** The element for other pages: what its attributes mean. tests/e2e/embed/element.spec.ts has it in a page. */
import fc from 'fast-check';
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type {
  LithoscopeViewer as Documented,
  ViewerAnimation,
  ViewerError,
  ViewerSelection,
  ViewerUsage,
} from '../../../public/embed/lithoscope-viewer.d.ts';
import type { LithoscopeViewer } from '../../../web/embed/element.ts';
import { fullAddress } from '../../../web/embed/fetching.ts';
import { dressed } from '../../../web/embed/loading.ts';
import { directionOf, moved, orbitFor } from '../../../web/embed/orbit-controls.ts';
import { Player } from '../../../web/embed/playback.ts';
import type { Selected } from '../../../web/embed/stage.ts';
import { elementCode } from '../../../web/links/embedded.ts';
import { anglesOf, formatOrbit, formatTarget, parseOrbit, parseTarget } from '../../../web/links/orbit.ts';
import { frameBox } from '../../../web/scene/framing.ts';

// The types that are published are those that there are: this compiles, or the check fails.
type Members = Exclude<keyof Documented, keyof HTMLElement | 'addEventListener'>;
const published = (viewer: LithoscopeViewer): Pick<Documented, Members> => viewer;
const usage = (viewer: typeof LithoscopeViewer): ViewerUsage => viewer.usage;
const selection = (selected: Selected): ViewerSelection => selected;

describe('camera-orbit', () => {
  it('is read as model-viewer has it', () => {
    const half = { theta: Math.PI / 2, phi: Math.PI / 4 };
    expect(parseOrbit('90deg 45deg 120%')).toEqual({ ...half, radius: { part: 1.2 } });
    expect(parseOrbit(` ${Math.PI / 2}rad  45deg 2.5m`)).toEqual({ ...half, radius: { units: 2.5 } });
    expect(parseOrbit('auto auto 12e1')).toEqual({ theta: null, phi: null, radius: { units: 120 } });
    expect(parseOrbit('')).toEqual({ theta: null, phi: null, radius: null });
    expect(parseTarget('0m -1.5 2e1m')).toEqual([0, -1.5, 20]);
    for (const odd of [
      '1deg 2deg 3m 4',
      '1 2deg',
      'deg',
      '1deg 1deg -3m',
      '1deg 1deg 0%',
      'NaNdeg',
      '1e99deg',
      'Infinityrad',
    ])
      expect(parseOrbit(odd), odd).toBeNull();
    for (const odd of ['', 'auto', '1 2', '1 2 3 4', '1 2 x', '1 2 1e30'])
      expect(parseTarget(odd), odd).toBeNull();
  });

  it('comes back as it was written, whatever the numbers', () => {
    const angle = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(
        angle,
        fc.double({ min: 1, max: 179, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        (theta, phi, radius) => {
          const orbit = { theta: (theta * Math.PI) / 180, phi: (phi * Math.PI) / 180, radius };
          const read = parseOrbit(formatOrbit(orbit));
          expect(read?.theta).toBeCloseTo(orbit.theta, 3);
          expect(read?.phi).toBeCloseTo(orbit.phi, 3);
          expect(read?.radius && 'units' in read.radius ? read.radius.units / radius : 0).toBeCloseTo(1, 4);
          const { theta: around, phi: down } = anglesOf(directionOf(orbit));
          expect(directionOf({ theta: around, phi: down }).distanceTo(directionOf(orbit))).toBeLessThan(1e-6);
        },
      ),
    );
    expect(parseTarget(formatTarget([1.25, -3, 1e-7]))).toEqual([1.25, -3, 1e-7]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseOrbit(text);
        parseTarget(text);
      }),
    );
  });

  it('stands before the face at 0, above at phi 0, and goes to the viewer’s right', () => {
    // A model looks along −Z in the world, so the right of who looks at it is −X.
    expect(directionOf({ theta: 0, phi: Math.PI / 2 }).distanceTo(new Vector3(0, 0, -1))).toBeLessThan(1e-9);
    expect(directionOf({ theta: Math.PI / 2, phi: Math.PI / 2 }).x).toBeCloseTo(-1);
    expect(directionOf({ theta: 1, phi: 0 }).y).toBe(1);
  });

  it('has all of the model in view by itself, and stays within bounds', () => {
    const box = new Box3(new Vector3(-10, 0, -10), new Vector3(10, 100, 10));
    const framing = (direction: Vector3) => frameBox(box, direction, 32, 1);
    const usual = orbitFor({ theta: null, phi: null, radius: null }, box, framing);
    expect(usual.target.toArray()).toEqual([0, 50, 0]);
    expect((usual.theta * 180) / Math.PI).toBeCloseTo(26);
    const half = orbitFor({ theta: null, phi: null, radius: { part: 0.5 } }, box, framing);
    expect(half.radius / usual.radius).toBeCloseTo(0.5);
    expect(orbitFor({ theta: 0, phi: -5, radius: { units: 1e18 } }, box, framing)).toMatchObject({
      phi: 0.01,
    });
    expect(moved(usual, { zoom: 1e9, phi: 99 }, 50)).toMatchObject({ radius: 2000, phi: Math.PI - 0.01 });
    expect(moved(usual, { zoom: 0 }, 50).radius).toBe(1);
  });
});

describe('skins', () => {
  const skin = (name: string) => ({ name, picture: { format: 'rgba' as const, levels: [] }, alpha: false });
  const one = (name: string, place: number | null = null) => ({ place, name, skin: skin(name) });
  const model = { name: 'hero.abc', commandString: '' };
  const names = (worn: ReadonlyMap<number, { name: string }>) =>
    [...worn].map(([slot, { name }]) => [slot, name]);

  it('find their slots by place, by name, and else in order', () => {
    expect(names(dressed([one('hero_head.dtx'), one('HERO.PNG')], model, [0, 1]))).toEqual([
      [0, 'HERO.PNG'],
      [1, 'hero_head.dtx'],
    ]);
    expect(names(dressed([one('x.dtx'), one('hero.dtx'), one('y.tga')], model, [0, 1, 2]))).toEqual([
      [0, 'hero.dtx'],
      [1, 'x.dtx'],
      [2, 'y.tga'],
    ]);
    const bare = { place: 0, name: '', skin: null };
    expect(names(dressed([bare, one('hero.dtx'), one('z.dtx', 7)], model, [0, 7]))).toEqual([[7, 'z.dtx']]);
    expect(dressed([one('a.dtx')], model, []).size).toBe(0);
  });
});

describe('addresses', () => {
  it('start from the page, and are https, http or the page’s own', () => {
    const page = 'https://forum.example/thread/1';
    expect(fullAddress('../a b.abc', page).href).toBe('https://forum.example/a%20b.abc');
    expect(fullAddress('https://github.com/who/what/blob/main/a.abc', page).host).toBe(
      'raw.githubusercontent.com',
    );
    for (const odd of [
      'javascript:alert(1)',
      'data:,x',
      'file:///etc/passwd',
      'https://me:word@x.example/',
      'http://[',
      'ws://x.example',
    ])
      expect(() => fullAddress(odd, page), odd).toThrow(/\.$/);
  });

  it('are text in the code that is copied', () => {
    Object.assign(globalThis, { document: { baseURI: 'https://host.example/page/' } });
    const code = elementCode({ src: 'https://x.example/"><script>alert(1)</script>&', controls: '' }, '<b>"');
    expect(code.match(/<\/?[\w-]+/g)).toEqual([
      '<script',
      '</script',
      '<lithoscope-viewer',
      '</lithoscope-viewer',
    ]);
    expect(code).toContain('src="https://host.example/page/embed/lithoscope-viewer.js"');
    expect(code).toContain('\n  controls\n');
    Reflect.deleteProperty(globalThis, 'document');
  });
});

describe('playback', () => {
  const clip = { name: 'Walk', length: 1000, request: { animation: 0 } };

  it('begins again, or ends where the animation does', () => {
    const player = new Player();
    expect(player.play(true)).toBe(false);
    player.choose(clip);
    expect(player.play(true)).toBe(true);
    expect([player.pass(2400), player.timeMs]).toEqual([false, 400]);
    player.play(false);
    expect([player.pass(700), player.timeMs, player.isPlaying]).toEqual([true, 1000, false]);
    // Once more from the start.
    player.play(false);
    expect(player.timeMs).toBe(0);
    for (const [to, at] of [
      [-5, 0],
      [Number.NaN, 0],
      [1e9, 1000],
      [250, 250],
    ] as const) {
      player.seek(to);
      expect(player.timeMs).toBe(at);
    }
    player.choose({ ...clip, length: 0 });
    expect([player.isPlaying, player.play(true)]).toEqual([false, false]);
  });
});

it('publishes the types that there are', () => {
  const known: (ViewerAnimation | ViewerError)[] = [];
  expect([published, usage, selection, known]).toHaveLength(4);
});
