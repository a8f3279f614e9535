import { drawsAndRests } from '../../e2e/support/drawn.ts';
import { GL, test } from '../../e2e/support/page.ts';
import { corpusPath } from '../support.ts';

// Without damping the camera stands still at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// app/models.spec draws the others too.
for (const [path, triangles] of [
  ['nolf/models/INTHERO_CASUAL.abc', 1638],
  ['kiss/models/FLAG.ABC', 62],
] as const) {
  test(`draws ${path} in its bind pose and then rests`, GL, ({ page }) => {
    return drawsAndRests(page, corpusPath(path), String(triangles));
  });
}
