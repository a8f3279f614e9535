/** What a PNG shows, for tests that ask for more than whether it is another one. */
import type { JSHandle, Page } from '@playwright/test';

/** The pixels of a PNG, decoded by the page, where `evaluate` looks at them. */
export function pixelsOf(page: Page, png: Buffer): Promise<JSHandle<ImageData>> {
  return page.evaluateHandle(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }, png.toString('base64'));
}
