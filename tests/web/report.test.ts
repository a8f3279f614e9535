import { expect, test } from 'vitest';
import { reportData, reportText } from '../../web/structure/report.ts';
import { loadCore } from './support/core.ts';

test('a report says the same to people and to programs', async () => {
  const bytes = Uint8Array.from('\x06\0Header\xff\xff\xff\xff\x0c\0\0', (character) =>
    character.charCodeAt(0),
  );
  const subject = { name: 'noise.abc', file: (await loadCore()).open(bytes) };
  const { file, version, findings, truncated } = reportData(subject);
  expect({ file, version, truncated }).toEqual({ file: 'noise.abc', version: 0, truncated: false });
  expect(findings.length).toBeGreaterThan(0);
  const text = reportText(subject);
  expect(text).toMatch(/^noise\.abc: .*Damaged\n/);
  for (const { code, message } of findings) {
    expect(text).toContain(code);
    expect(text).toContain(message);
  }
  expect(reportText(subject, (part, words) => `<${part}>${words}`)).toContain(
    '<name>noise.abc: LithTech model, ABC of unreadable version. <error>Damaged',
  );
});
