/** What the page remembers on this machine. Storage may be forbidden: then it lasts as long as the page. */

const PREFIX = 'lithoscope.';

/** What was remembered under a key, or null. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Nothing is lost but the memory.
  }
}
