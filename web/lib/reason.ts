/** Whether an error is an abort, by the user or a signal: of a worker's order, or of a dialog of the browser. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
