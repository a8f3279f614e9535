/** Users have what earlier versions of the page kept: it is still read. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubStorage } from '../support/storage.ts';

// A module reads what is kept when it is loaded, and files share modules.
beforeEach(() => void vi.resetModules());
afterAll(() => void vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const valuesIn = (signals: object) =>
  Object.fromEntries(Object.entries(signals).map(([name, signal]) => [name, signal?.value]));

describe('an earlier version', () => {
  test.each([
    ['8 10 cp1252', { columns: 8, radix: 10, charset: 'cp1252' }],
    ['32 11 cp1252', { columns: 32, radix: 16, charset: 'cp1252' }],
    ['auto', { columns: 'auto', radix: 16, charset: 'latin1' }],
    ['7 8 9', { columns: 'auto', radix: 16, charset: 'latin1' }],
  ])('showed bytes as %s', async (text, format) => {
    stubStorage({ hex: text });
    const { hexFormat } = await import('../../../web/bytes/hex/state.ts');
    expect(hexFormat.value).toEqual(format);
  });

  test.each([
    ['pictures all size descending flat 144', ['pictures', 'all', 'size', true, false, 144]],
    ['rows models name ascending grouped 96', ['rows', 'models', 'name', false, true, 96]],
    ['rows x nodes', ['rows', 'models', 'nodes', false, true, 96]],
  ])(
    'listed the library as %s',
    async (text, [listMode, listedKinds, sortBy, descending, grouped, pictureSize]) => {
      stubStorage({ library: text });
      const choices = await import('../../../web/library/list/settings.ts');
      const expected = { listMode, listedKinds, sortBy, descending, grouped, pictureSize };
      expect(valuesIn(choices)).toMatchObject(expected);
    },
  );

  test('had switches in words of their own', async () => {
    stubStorage({ 'keys.single': 'off', transitions: 'false', 'recent.some': 'yes', changes: 'kept' });
    const { singleKeys } = await import('../../../web/ui/keyboard.ts');
    const { blending } = await import('../../../web/document/playback.ts');
    const { areRecentsExpected } = await import('../../../web/opening/recent.ts');
    const { mayKeepChanges } = await import('../../../web/document/edits.ts');
    expect([singleKeys.value, blending.value]).toEqual([false, false]);
    expect([areRecentsExpected.value, mayKeepChanges.read()]).toEqual([true, true]);
  });

  test('kept the options of films and pictures', async () => {
    const film = {
      format: 'gif',
      size: 'own',
      width: 160,
      height: 120,
      turns: 3,
      colour: '#A0B0C0',
      overlays: true,
    };
    const picture = { kind: 'axes', camera: 'top', scale: 4, axesWidth: 100, color: '#000000' };
    stubStorage({ film: JSON.stringify(film), picture: JSON.stringify(picture) });
    const { filmOptions } = await import('../../../web/export/film/plan.ts');
    const { pictureOptions } = await import('../../../web/export/picture/options.ts');
    expect(valuesIn(filmOptions)).toMatchObject(film);
    expect(valuesIn(pictureOptions)).toMatchObject(picture);
  });

  test('or nobody kept options that make no sense', async () => {
    const film = { format: 'avi', rate: 1e9, width: 1.5, height: -1, loops: '2', colour: 'red', overlays: 1 };
    const picture = { kind: {}, scale: 5, animations: 'chosen', moments: 49, color: '#fffffff' };
    stubStorage({ film: JSON.stringify(film), picture: JSON.stringify(picture) });
    const { filmOptions } = await import('../../../web/export/film/plan.ts');
    const { pictureOptions } = await import('../../../web/export/picture/options.ts');
    expect(valuesIn(filmOptions)).toMatchObject({
      format: 'mp4',
      rate: 30,
      width: 1280,
      height: 720,
      loops: 1,
      colour: '#ffffff',
      overlays: false,
    });
    expect(valuesIn(pictureOptions)).toMatchObject({
      kind: 'picture',
      scale: 2,
      animations: 'own',
      moments: 6,
      color: '#ffffff',
    });
  });
});
