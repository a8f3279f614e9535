/** Whether the user, or a signal, called something off: a worker's order, a dialog of the browser. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What went wrong, in the words of whoever threw it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
