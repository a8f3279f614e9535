import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cspHeader, frameAncestors } from '../../../tools/csp.mjs';
import { headersFile, headersFor, nginxSite } from '../../../tools/headers.mjs';

const document = readFileSync(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');

test('docs/hosting.md has the headers that the server sends, as text, for hosts and for nginx', () => {
  const { 'Content-Security-Policy': policy, ...others } = headersFor('/');
  expect(policy).toBe(cspHeader(["'self'"]));
  expect(document).toContain(`Content-Security-Policy: ${policy}\n`);
  for (const [name, value] of Object.entries(others)) expect(document).toContain(`\n${name}: ${value}\n`);
  expect(document).toContain(`\`\`\`\n${headersFile()}\`\`\`\n`);
  const site = { listen: '443 ssl', name: 'lithoscope.example.org', root: '/var/www/lithoscope' };
  expect(document).toContain(`\`\`\`nginx\n${nginxSite(site)}\`\`\`\n`);
});

test('other sites may read the element and the samples, and nothing else', () => {
  const readers = (address: string) => headersFor(address)['Access-Control-Allow-Origin'];
  expect(readers('/embed/lithoscope-viewer.js')).toBe('*');
  expect(readers('/samples/clockwork.abc?x')).toBe('*');
  expect(readers('/')).toBeUndefined();
  expect(readers('/index.html?/embed/')).toBeUndefined();
  expect(readers('/assets/a.js')).toBeUndefined();
});

test('the build says who may show the page in a frame', () => {
  expect(frameAncestors('')).toEqual(["'self'"]);
  expect(frameAncestors(" 'self'  https://forum.example ")).toEqual(["'self'", 'https://forum.example']);
  expect(frameAncestors('https://*.example:8443 forum.example https:')).toHaveLength(3);
  expect(cspHeader(frameAncestors("'none'"))).toMatch(/; frame-ancestors 'none'$/);
  // Nothing gets behind the directive.
  for (const odd of ["'self'; script-src *", 'a,b', '"', "'unsafe-inline'", 'a\u0000b']) {
    expect(() => frameAncestors(odd), odd).toThrow('no source of a policy');
  }
});

test('the container serves as a user without rights, at a port that such a user may open', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const dockerfile = read('Dockerfile');
  expect(nginxSite()).toContain('listen 8080;');
  expect(dockerfile.match(/^USER (.*)$/gm)?.at(-1)).toBe('USER nginx');
  for (const place of [dockerfile, document, read('.github/workflows/release.yml')])
    expect(place).toContain('-p 8080:8080 lithoscope');
});
