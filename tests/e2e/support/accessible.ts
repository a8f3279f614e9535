/** What axe says of the page: nothing. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules whose outcome depends on the colours of the theme. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Fails with what axe finds wrong.
 * @param part selector of what is looked at; else the whole page
 */
export function expectAccessible(page: Page, part?: string): Promise<void> {
  return expectNoViolations(new AxeBuilder({ page }), part);
}

/** The same in the dark and in the light theme, of which the second differs in its colours only. */
export async function expectAccessibleInBothThemes(page: Page, part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, part);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(new AxeBuilder({ page }).withRules(RULES_OF_COLOUR), part);
}

async function expectNoViolations(axe: AxeBuilder, part?: string): Promise<void> {
  // What is called legacy leaves frames out, of which there are none, and with them a second page: half of the time.
  axe.setLegacyMode();
  if (part) axe.include(part);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}
