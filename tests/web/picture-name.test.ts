import type { Info } from '@lithoscope/core';
import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { pictureName } from '../../web/scene/picture-name.ts';

it.each([
  ['agent.abc', 'Flirt', 3184.4, 'agent-Flirt-3184ms.png'],
  ['models/Agent.ABC', '+Si/..\\<x>', 0, 'Agent-+Si_.._x_-0ms.png'],
  ['agent.abc', null, 0, 'agent.png'],
])('a picture of %s in %s', (name, animation, time, expected) => {
  const playback = {
    animation: signal(animation === null ? -1 : 0),
    timeMs: signal(time),
    playing: signal(false),
    loop: signal(true),
    speed: signal(1),
  };
  const info = { animations: [{ name: animation }] } as Info;
  expect(pictureName({ name, info, playback })).toBe(expected);
});
