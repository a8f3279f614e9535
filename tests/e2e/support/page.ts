/** The page under test: opening it, dropping files, and looking at what the viewport shows. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

/**
 * A page that fails its test when the console says "error": under the policy that ships, anything blocked
 * is one. `allowErrors` is for tests of what the browser itself complains about.
 */
export const test = base.extend<{ allowErrors: boolean }>({
  allowErrors: [false, { option: true }],
  page: async ({ page, allowErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await use(page);
    if (!allowErrors) expect(errors).toEqual([]);
  },
});

export { expect };

/** Opens the page and drops a file from the disk onto it, as a user would. */
export async function openWith(page: Page, path: string): Promise<void> {
  await page.goto('.');
  await dropBytes(page, basename(path), readFileSync(path));
}

/** Drops bytes as a file onto the page; a DataTransfer can only be made inside it. */
export async function dropBytes(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ([fileName = '', text = '']) => {
      const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, Buffer.from(bytes).toString('base64')],
  );
}

/** The viewport; its attributes say what the last drawn picture shows. */
export const viewport = (page: Page) => page.locator('.viewport');

/** Waits until the viewport has drawn a pose, `animation@milliseconds`. */
export async function expectPose(page: Page, pose: string | RegExp): Promise<void> {
  await expect(viewport(page)).toHaveAttribute('data-pose', pose);
}

/** The viewport's picture with everything over it. */
export async function picture(page: Page): Promise<Buffer> {
  return viewport(page).screenshot();
}
