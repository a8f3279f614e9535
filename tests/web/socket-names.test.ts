/** Names of sockets that lie close together in the picture. */
import { describe, expect, it } from 'vitest';
import { freeTop } from '../../web/model/scene/overlays/sockets.ts';

describe('names in the picture', () => {
  it('stand where their sockets are while there is room', () => {
    const taken: { left: number; top: number; width: number }[] = [];
    expect(freeTop(taken, { left: 10, top: 20 }, 70)).toBe(20);
    expect(freeTop(taken, { left: 90, top: 20 }, 70)).toBe(20);
    expect(freeTop(taken, { left: 10, top: 60 }, 70)).toBe(60);
  });

  it('give way downwards, each below the one before', () => {
    const taken: { left: number; top: number; width: number }[] = [];
    const tops = [0, 1, 2].map((i) => freeTop(taken, { left: 10 + i * 5, top: 20 + i }, 70));
    expect(tops[0]).toBe(20);
    for (const [i, top] of tops.entries()) {
      for (const other of tops.slice(i + 1)) expect(Math.abs(top - other)).toBeGreaterThanOrEqual(17);
    }
  });
});
