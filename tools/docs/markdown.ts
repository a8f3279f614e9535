/** Tables in Markdown. */

/** @param cells as Markdown */
export const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly string[]) =>
  `${row(head)}\n${row(head.map(() => '---'))}\n${rows.join('\n')}\n`;

/** Text as it is, whatever Markdown would make of it. */
export const escaped = (text: string) => text.replace(/[\\`*_<>[\]|]/g, '\\$&');
