import { test } from 'vitest';
import { thorough } from '../../../web/support/thorough.ts';
import { expectMadeV6, expectSameV6 } from '../../../web/support/v6-again.ts';
import { corpusPath } from '../../support.ts';

// Of others the deformation vertices that never move become plain ones, and some get keys: the same poses, not the same file.
test.each(['FORTUNADO.ABC', ...(thorough ? ['STRUTTER.ABC'] : [])])(
  'out of v6 and into it again: %s',
  (name) => expectSameV6(corpusPath(`kiss/models/${name}`)),
);

if (thorough) {
  test.each(['FEMBASE.ABC', 'INTHERO_ACTION.ABC', 'INTHERO_CASUAL.abc'])(
    'out of v12 and into v6: %s',
    (name) => expectMadeV6(corpusPath(`nolf/models/${name}`)),
  );
}
