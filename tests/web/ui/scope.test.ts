/** Ownership of effects: what is made in a scope that has ended ends at once. */
import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { effect, liveEffects, onEnd, scope } from '../../../web/ui/scope.ts';

test('an effect ends with its scope, and in one that has ended at once', () => {
  const value = signal(1);
  const seen: string[] = [];
  const before = liveEffects();
  const made = scope(() => {
    effect(() => seen.push(`first ${value.value}`));
    onEnd(() => seen.push('end'));
  });
  value.value = 2;
  expect(liveEffects()).toBe(before + 1);
  made.end();
  value.value = 3;
  expect(seen).toEqual(['first 1', 'first 2', 'end']);
  // What was fetched for a scope may come after its end.
  made.run(() => {
    effect(() => seen.push(`late ${value.value}`));
    onEnd(() => seen.push('late end'));
  });
  value.value = 4;
  expect(seen.slice(3)).toEqual(['late 3', 'late end']);
  expect(liveEffects()).toBe(before);
});
