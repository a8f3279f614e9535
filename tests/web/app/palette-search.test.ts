import { expect, test } from 'vitest';
import { matching } from '../../../web/app/palette-search.ts';
import type { Command } from '../../../web/store/commands.ts';

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
