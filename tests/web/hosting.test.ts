import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CSP_HEADER } from '../../tools/csp.mjs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/hosting.md states the policy that the server sends, every time', () => {
  const stated = [
    ...read('docs/hosting.md').matchAll(/^ *(?:add_header )?Content-Security-Policy:? (.*)$/gm),
  ];
  expect(stated.length).toBe(3);
  for (const [, policy = ''] of stated) {
    expect(policy.replace(/^"(.*)" always;$/, '$1')).toBe(CSP_HEADER);
  }
});

test('docs/hosting.md states the other headers that the server sends', () => {
  const server = read('tools/lib/server.mjs');
  const document = read('docs/hosting.md');
  for (const [, name = '', value = ''] of server.matchAll(
    /setHeader\('(X-[^']+|Referrer-Policy)', '([^']+)'\)/g,
  )) {
    expect(document).toContain(`${name}: ${value}`);
    expect(document).toContain(`add_header ${name} "${value}" always;`);
  }
});
