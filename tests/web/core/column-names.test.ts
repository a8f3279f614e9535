import { BYTE_STATES, LEAF_TYPES } from '@lithoscope/core';
import { expect, test } from 'vitest';
import { loadCore } from '../support/core.ts';
import { loadDtx } from '../support/dtx.ts';
import { loadRez } from '../support/rez.ts';

test('the numbers in the columns of leaves mean the same in the core and in JavaScript', async () => {
  for (const library of [await loadCore(), await loadDtx(), await loadRez()]) {
    expect(library.columnNames()).toEqual({ leafTypes: LEAF_TYPES, byteStates: BYTE_STATES });
  }
});
