import { expect, it } from 'vitest';
import { BIND_POSE } from '../../../web/document/open-file.ts';
import { pictureName } from '../../../web/scene/viewport-labels.ts';

import { modelWith } from '../support/fakes.ts';

it.each([
  ['agent.abc', 'Flirt', 3184.4, 'agent-Flirt-3184ms.png'],
  ['models/Agent.ABC', '+Si/..\\<x>', 0, 'Agent-+Si_.._x_-0ms.png'],
  ['agent.abc', null, 0, 'agent.png'],
])('a picture of %s in %s', (name, animation, time, expected) => {
  const animations = animation === null ? [] : [{ name: animation, length: 9000 }];
  const file = modelWith(name, { animations });
  file.playback.clip.value = animation === null ? BIND_POSE : { child: 0, animation: 0 };
  file.playback.timeMs.value = time;
  expect(pictureName(file)).toBe(expected);
});
