/** What axe says of the page: nothing. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails with what axe finds wrong.
 * @param part selector of what is looked at; else the whole page
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // What is called legacy leaves frames out, of which there are none, and with them a second page: half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (part) axe.include(part);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}
