import { afterEach, describe, expect, test } from 'vitest';
import { matching, placesNamed } from '../../../web/app/palette-search.ts';
import { BIND_POSE } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import type { Command } from '../../../web/store/commands.ts';
import { modelWith } from '../support/fakes.ts';

const commands = ['Show the skeleton', 'Frame the model', 'Play or pause'].map((label): Command => {
  return { id: label, label, group: label.startsWith('Play') ? 'Playback' : 'View', run: () => undefined };
});

test.each([
  ['', ['Show the skeleton', 'Frame the model', 'Play or pause']],
  ['SKEL', ['Show the skeleton']],
  ['the', ['Show the skeleton', 'Frame the model']],
  ['model view', ['Frame the model']],
  ['playback', ['Play or pause']],
  ['p', ['Play or pause']],
  ['nothing', []],
])('“%s” finds %j', (text, labels) => {
  expect(matching(commands, text).map(({ label }) => label)).toEqual(labels);
});

const others = [
  'Film: animation or turntable as MP4…',
  'Save the picture as PNG',
  'Show the skeleton',
  'Save',
  'Export as GLB…',
].map((label): Command => ({ id: label, label, group: 'File', run: () => undefined }));

test.each([
  ['video', ['Film: animation or turntable as MP4…']],
  ['vid', ['Film: animation or turntable as MP4…']],
  ['screenshot', ['Save the picture as PNG']],
  ['image', ['Save the picture as PNG']],
  ['hide skeleton', ['Show the skeleton']],
  ['save', ['Save the picture as PNG', 'Save', 'Export as GLB…']],
  ['vi', []],
])('“%s”, a word of other programs, finds %j', (text, labels) => {
  expect(matching(others, text).map(({ label }) => label)).toEqual(labels);
});

describe('places of a model', () => {
  afterEach(closeAllFiles);

  const named = (...names: string[]) => names.map((name) => ({ name, parent: -1 }));
  const animations = (...names: string[]) =>
    names.map((name) => ({ name, length: 0, complete: name !== 'arm cut off' }));
  const hero = () =>
    modelWith('hero.abc', {
      pieces: named('Arm', 'arm plate'),
      nodes: named('arm_l', 'arm_r'),
      sockets: named('armband', 'Arm'),
      animations: animations('raise arm', 'arm cut off', 'arm'),
      childModels: named('', 'base.abc'),
    });
  const listed = (places: readonly { name: string; kind: string }[]) =>
    places.map(({ name, kind }) => `${kind} ${name}`);

  test('are animations, own ones first, then pieces, nodes and sockets, each in the order of the file', () => {
    const file = hero();
    const base = modelWith('base.abc', { nodes: named('a', 'b'), animations: animations('arm down', 'Arm') });
    addFiles([file, base]);
    const { exact, others } = placesNamed(file, ' ARM ');
    expect(listed(exact)).toEqual(['Animation arm', 'Animation Arm', 'Piece Arm', 'Socket Arm']);
    expect(listed(others)).toEqual([
      'Animation raise arm',
      'Animation arm down',
      'Piece arm plate',
      'Node arm_l',
      'Node arm_r',
      'Socket armband',
    ]);
  });

  test('have every word in their names, in any order', () => {
    expect(listed(placesNamed(hero(), 'plate arm').others)).toEqual(['Piece arm plate']);
    expect(placesNamed(hero(), 'arm leg')).toEqual({ exact: [], others: [] });
  });

  test('are none without words, without a model, and beyond the first 50', () => {
    expect(placesNamed(hero(), '  ')).toEqual({ exact: [], others: [] });
    expect(placesNamed(null, 'arm')).toEqual({ exact: [], others: [] });
    const many = modelWith('many.abc', {
      nodes: named(...Array.from({ length: 60 }, (_, i) => `bone ${i}`)),
    });
    const { others } = placesNamed(many, 'bone');
    expect(others).toHaveLength(50);
    expect(others.at(-1)?.name).toBe('bone 49');
  });

  test('show nothing else until one is chosen', () => {
    const file = hero();
    placesNamed(file, 'arm');
    expect(file.playback.clip.value).toEqual(BIND_POSE);
    expect(file.selection.value).toBeNull();
  });
});
