/**
 * WebKitGTK by WebDriver, of which so little is needed that it is spoken here: https://www.w3.org/TR/webdriver2/.
 * Each window is a browser of its own, which begins empty.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { miniBrowserPath } from '../../tools/lib/setup.mjs';
import { type Engine, keysOf, LONGEST, type Session, type Size } from './session.ts';

/** Keys that are no characters, as WebDriver writes them. */
const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  F2: '\uE032',
  F3: '\uE033',
  F12: '\uE03C',
  Meta: '\uE03D',
};

/** Without animations of the desktop, a page is asked for reduced motion. */
const DESKTOP = '[Settings]\ngtk-enable-animations=0\n';

type Command = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** A port that nothing listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as import('node:net').AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export async function webkitEngine(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'lithoscope-webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), DESKTOP);
  return {
    session: (size) => webkitSession(size, home),
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A driver of its own, which has one browser at a time. @param home where the desktop's settings are */
async function startDriver(home: string): Promise<{ command: Command; stop: () => void }> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, XDG_CONFIG_HOME: home, NO_AT_BRIDGE: '1' },
  });
  const command: Command = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(2 * LONGEST),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value as never;
  };
  await waitFor('WebKitWebDriver', () => command('GET', '/status').catch(() => null));
  return { command, stop: () => driver.kill() };
}

async function waitFor<T>(what: string, ask: () => Promise<T | null | undefined>): Promise<T> {
  const end = performance.now() + LONGEST;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== null && answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not come.`);
}

async function webkitSession(size: Size, home: string): Promise<Session> {
  const { command, stop } = await startDriver(home);
  const { sessionId } = await command<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: miniBrowserPath(), args: ['--automation'] },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const act = (...actions: object[]) => command('POST', `${session}/actions`, { actions });
  const keyboard = (...actions: readonly (readonly [type: string, key: string])[]) =>
    act({ type: 'key', id: 'keys', actions: actions.map(([type, value]) => ({ type, value })) });
  const pointer = (...actions: object[]) => act({ type: 'pointer', id: 'mouse', actions });
  const move = (x: number, y: number) => ({
    type: 'pointerMove',
    duration: 0,
    x: Math.round(x),
    y: Math.round(y),
  });
  const down = { type: 'pointerDown', button: 0 };
  const up = { type: 'pointerUp', button: 0 };

  const evaluate: Session['evaluate'] = async (run, ...args) => {
    const script = `const give = arguments[arguments.length - 1];
      Promise.resolve((${run})(...[].slice.call(arguments, 0, -1)))
        .then((value) => give({ value: value ?? null }), (error) => give({ error: String(error) }));`;
    const { value, error } = await command<{ value: never; error?: string }>(
      'POST',
      `${session}/execute/async`,
      { script, args },
    );
    if (error) throw new Error(error);
    return value;
  };

  // A window that a page opens has no bars, and so the size that is asked for.
  await evaluate(({ width, height }) => {
    const features = `width=${width},height=${height},toolbar=no,menubar=no,location=no`;
    addEventListener('click', () => window.open('about:blank', '', features), { once: true });
  }, size);
  const first = await command<string>('GET', `${session}/window`);
  await pointer(move(40, 40), down, up);
  const handle = await waitFor('The window', async () =>
    (await command<string[]>('GET', `${session}/window/handles`)).find((known) => known !== first),
  );
  await command('POST', `${session}/window`, { handle });
  await command('POST', `${session}/window/rect`, { x: 0, y: 0, ...size });

  return {
    open: async (url) => {
      await command('POST', `${session}/url`, { url });
      await evaluate(noteErrors);
    },
    evaluate,
    press: async (keys) => {
      const codes = keysOf(keys).map((key) => KEYS[key] ?? key);
      await keyboard(
        ...codes.map((code) => ['keyDown', code] as const),
        ...codes.toReversed().map((code) => ['keyUp', code] as const),
      );
    },
    write: async (text) => {
      await keyboard(
        ...[...text].flatMap((character) => [['keyDown', character] as const, ['keyUp', character] as const]),
      );
    },
    click: async (x, y) => {
      await pointer(move(x, y), down, up);
    },
    screenshot: async () => Buffer.from(await command<string>('GET', `${session}/screenshot`), 'base64'),
    errors: () => evaluate(() => (Reflect.get(window, 'notedErrors') as string[] | undefined) ?? []),
    close: async () => {
      await command('DELETE', session).finally(stop);
    },
  };
}

/** In the page: WebDriver tells nothing of what a page says. */
function noteErrors(): void {
  if (Reflect.has(window, 'notedErrors')) return;
  const noted: string[] = [];
  Object.assign(window, { notedErrors: noted });
  addEventListener('error', ({ message }) => noted.push(message));
  addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    noted.push(`${violatedDirective} forbids ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...words: unknown[]) => {
    noted.push(words.map(String).join(' '));
    error(...words);
  };
}
