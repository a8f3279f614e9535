/** Names of sockets that lie close together in the picture. */
import { describe, expect, it } from 'vitest';
import { freeTop, type Taken } from '../../../web/scene/overlays/names.ts';

describe('names in the picture', () => {
  it('stand where their sockets are while there is room', () => {
    const taken: Taken[] = [];
    expect(freeTop(taken, { left: 10, top: 20 }, 'RightFoot')).toBe(20);
    expect(freeTop(taken, { left: 90, top: 20 }, 'RightFoot')).toBe(20);
    expect(freeTop(taken, { left: 10, top: 60 }, 'RightFoot')).toBe(60);
  });

  it('give way downwards, each below the one before', () => {
    const taken: Taken[] = [];
    const tops = [0, 1, 2].map((i) => freeTop(taken, { left: 10 + i * 5, top: 20 + i }, 'RightFoot'));
    expect(tops[0]).toBe(20);
    for (const [i, top] of tops.entries()) {
      for (const other of tops.slice(i + 1)) expect(Math.abs(top - other)).toBeGreaterThanOrEqual(17);
    }
  });
});
