/**
 * The pictures of the guide: what each shows, as the steps of a user. All of them use the samples alone, so anyone can make
 * them again; `npm run docs:pictures` does (tools/docs-pictures.mjs).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { root } from '../lib/process.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @typedef {object} Picture
 * @property {string} name of the files
 * @property {{width: number, height: number}} size of the window
 * @property {(page: Page) => Promise<Box | void>} draw brings the page there; the part that is shown, or all of it
 * @property {{frames: number, ms: number, to: (page: Page, frame: number) => Promise<void>}} [moves] it is a clip: how many
 *   frames it has, how long each is shown, and what brings the page to each of them
 * @property {{file: string, theme: 'light' | 'dark', scale: number}} [alone] it is not of the guide: its only file, and pixels
 *   of it for each of the page's
 */

/** The heads of the first sections of a model. */
const OWN_PATTERN = `struct Section {
    u16 length;
    char name[length];
    u32 next;
};
Section header @ 0;
Section pieces @ header.next;`;

const PAGE = { width: 1280, height: 800 };
/** A window where a menu or a dialog is larger beside the rest. */
const SMALL = { width: 1024, height: 640 };

const sample = (/** @type {string} */ name) => readFileSync(join(root, 'public/samples', name));

const CLOCKWORK =
  '#model=samples/clockwork.abc&base=samples/clockwork_base.abc&tex=samples/clockwork.dtx&tex=samples/clockwork_head.dtx';
/** In the middle of a step, from half the front. */
const WALKING = `${CLOCKWORK}&anim=Walk&t=250`;

/** Where the sample has `Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0]`: a node, and a place in its space. */
const FIRST_WEIGHT = 0x34b3;

/** @param {Page} page @param {string} link what stands after the address of the page */
async function open(page, link) {
  await page.goto(`./${link}`);
  await page.locator('.viewport[data-pose]').waitFor({ state: 'attached' });
  await settle(page);
}

/** @param {Page} page what still loads, and what moves when it has come */
async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(700);
}

/** @param {Page} page @param {readonly (readonly [name: string, bytes: Uint8Array])[]} files dropped together */
async function drop(page, files) {
  await page.evaluate(
    (list) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of list)
        dataTransfer.items.add(
          new File([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))], name),
        );
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    files.map(([name, bytes]) => /** @type {const} */ ([name, Buffer.from(bytes).toString('base64')])),
  );
}

/** @param {Page} page @param {string} path of a field, or an offset */
async function goTo(page, path) {
  await page.locator('.scene-canvas').press('g');
  await page.keyboard.type(path);
  await page.keyboard.press('Enter');
  await settle(page);
}

/** @param {Page} page @param {string} path @param {string} value that is typed over the field's */
async function change(page, path, value) {
  await goTo(page, path);
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
  await settle(page);
}

/**
 * @param {Page} page
 * @param {string} selector
 * @param {number} [margin] pixels around it
 * @returns {Promise<Box>} where its first element is
 */
async function around(page, selector, margin = 0) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`Nothing to see of ${selector}.`);
  const { width, height } = page.viewportSize() ?? PAGE;
  const left = Math.max(0, Math.floor(box.x - margin));
  const top = Math.max(0, Math.floor(box.y - margin));
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.ceil(box.x + box.width + margin)) - left,
    height: Math.min(height, Math.ceil(box.y + box.height + margin)) - top,
  };
}

/** @param {Page} page @returns {Promise<Box>} the columns in the middle and at the right, between header and timeline */
const withoutLeft = async (page) => {
  const { width } = page.viewportSize() ?? PAGE;
  const { x, y, height } = await around(page, '.viewport');
  return { x, y, width: width - x, height };
};

/** @param {Page} page @returns {Promise<Box>} the columns at the left and in the middle, below the header */
const withoutRight = async (page) => {
  const { height } = page.viewportSize() ?? PAGE;
  const { x, y, width } = await around(page, '.viewport');
  return { x: 0, y, width: x + width, height: height - y };
};

/** A game's archive of the samples. */
const archive = () =>
  zipSync(
    Object.fromEntries(
      [
        ['MODELS/CHARACTERS/CLOCKWORK.ABC', 'clockwork.abc'],
        ['MODELS/CHARACTERS/CLOCKWORK_BASE.ABC', 'clockwork_base.abc'],
        ['MODELS/CREATURES/JELLYFISH.ABC', 'jellyfish.abc'],
        ['SKINS/CHARACTERS/CLOCKWORK.DTX', 'clockwork.dtx'],
        ['SKINS/CHARACTERS/CLOCKWORK_HEAD.DTX', 'clockwork_head.dtx'],
        ['SKINS/CREATURES/JELLYFISH.DTX', 'jellyfish.dtx'],
      ].map(([path = '', name = '']) => [path, [sample(name), { mtime: '2000-01-01T00:00' }]]),
    ),
  );

/** @type {readonly Picture[]} */
export const PICTURES = [
  {
    name: 'readme',
    alone: { file: 'docs/lithoscope.webp', theme: 'dark', scale: 1.5 },
    size: { width: 1440, height: 900 },
    async draw(page) {
      await open(page, WALKING);
      await goTo(page, 'Nodes.Nodes[10].Flags');
    },
  },
  {
    name: 'start',
    size: PAGE,
    async draw(page) {
      await page.goto('.');
      await settle(page);
    },
  },
  {
    name: 'watch',
    size: PAGE,
    draw: (page) => open(page, WALKING),
  },
  {
    name: 'bytes',
    size: PAGE,
    async draw(page) {
      await open(page, `${WALKING}&panel=structure`);
      await goTo(page, 'Nodes.Nodes[3].Flags');
    },
  },
  {
    name: 'changes',
    size: PAGE,
    async draw(page) {
      await open(page, WALKING);
      await change(page, 'Sockets.Sockets[0].Name', 'Weapon');
      await change(page, 'Header.InternalRadius', '48');
      await page.keyboard.press('Alt+z');
      await settle(page);
    },
  },
  {
    name: 'share',
    size: PAGE,
    async draw(page) {
      await open(page, WALKING);
      await page.locator('.scene-canvas').press('Shift+E');
      await settle(page);
    },
  },
  {
    name: 'files',
    size: PAGE,
    async draw(page) {
      await open(page, `${WALKING}&panel=files`);
      await drop(page, [
        ['jellyfish.abc', sample('jellyfish.abc')],
        ['jellyfish.dtx', sample('jellyfish.dtx')],
      ]);
      await settle(page);
      return withoutRight(page);
    },
  },
  {
    name: 'walk',
    size: SMALL,
    moves: {
      frames: 16,
      ms: 60,
      async to(page, frame) {
        const time = page.getByRole('spinbutton', { name: 'Time, ms' });
        await time.fill(String(60 * frame));
        await time.press('Enter');
        await time.blur();
        await page.locator(`.viewport[data-pose$="@${60 * frame}"]`).waitFor({ state: 'attached' });
        await page.waitForTimeout(150);
      },
    },
    async draw(page) {
      await open(page, WALKING);
      return withoutRight(page);
    },
  },
  {
    name: 'overlays',
    size: SMALL,
    async draw(page) {
      await open(page, `${WALKING}&view=skeleton`);
      await page.keyboard.press('d');
      await settle(page);
      return withoutLeft(page);
    },
  },
  {
    name: 'dope-sheet',
    size: { width: 1440, height: 800 },
    async draw(page) {
      await open(page, WALKING);
      await page.keyboard.press('Control+j');
      await page.getByRole('row').filter({ hasText: 'Spine' }).first().click();
      await settle(page);
      return withoutRight(page);
    },
  },
  {
    name: 'phone',
    size: { width: 390, height: 780 },
    async draw(page) {
      await open(page, WALKING);
      await goTo(page, 'Nodes.Nodes[10].Flags');
    },
  },
  {
    name: 'problems',
    size: PAGE,
    async draw(page) {
      await page.goto('.');
      const broken = Buffer.from(sample('clockwork.abc'));
      // The node of a weight of the first vertex: there are 22.
      broken.writeUInt32LE(99, FIRST_WEIGHT);
      await drop(page, [
        ['clockwork.abc', broken],
        ['clockwork.dtx', sample('clockwork.dtx')],
        ['clockwork_head.dtx', sample('clockwork_head.dtx')],
      ]);
      await page.locator('.viewport[data-pose]').waitFor({ state: 'attached' });
      await settle(page);
      await page.keyboard.press('e');
      await page
        .getByRole('link', { name: '0x34B3' })
        .or(page.getByRole('button', { name: '0x34B3' }))
        .click();
      await settle(page);
      const { y, height, ...across } = await withoutLeft(page);
      return { ...across, y: 0, height: y + height };
    },
  },
  {
    name: 'search',
    size: SMALL,
    async draw(page) {
      await open(page, WALKING);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('arm');
      await settle(page);
    },
  },
  {
    name: 'find',
    // With the results there is room for few bytes.
    size: { width: 1280, height: 960 },
    async draw(page) {
      await open(page, WALKING);
      await page.keyboard.press('Control+f');
      await page.keyboard.type('Hand');
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'List' }).click();
      await settle(page);
      return withoutLeft(page);
    },
  },
  {
    name: 'compare',
    size: { width: 1280, height: 540 },
    async draw(page) {
      await page.goto('.');
      const moved = Buffer.from(sample('clockwork.abc'));
      const height = FIRST_WEIGHT + 8;
      moved.writeFloatLE(moved.readFloatLE(height) + 2, height);
      await drop(page, [
        ['robot.abc', sample('clockwork.abc')],
        ['moved.abc', moved],
      ]);
      await page.locator('.viewport[data-pose]').waitFor({ state: 'attached' });
      await settle(page);
      await page.locator('.scene-canvas').press('m');
      await page.getByLabel('Differences').getByText('1 difference').waitFor();
      await settle(page);
      await page.keyboard.press('n');
      await settle(page);
    },
  },
  {
    name: 'library',
    size: PAGE,
    async draw(page) {
      await page.goto('.');
      await drop(page, [['GAME.ZIP', archive()]]);
      await page.getByRole('treegrid', { name: 'Files of the library' }).waitFor();
      await settle(page);
      await page
        .getByRole('row', { name: /CLOCKWORK\.ABC/ })
        .first()
        .click();
      await settle(page);
      return withoutRight(page);
    },
  },
  {
    name: 'link',
    size: SMALL,
    async draw(page) {
      await page.goto('.');
      await drop(page, [
        ['jellyfish.abc', sample('jellyfish.abc')],
        ['jellyfish.dtx', sample('jellyfish.dtx')],
      ]);
      await page.locator('.viewport[data-pose]').waitFor({ state: 'attached' });
      await settle(page);
      await page.locator('.scene-canvas').press('y');
      // The other ways show an address, which is that of the port.
      await page.getByRole('radio', { name: /^Bundle/ }).check();
      await settle(page);
    },
  },
  {
    name: 'export',
    size: PAGE,
    async draw(page) {
      await open(page, WALKING);
      await page.locator('.scene-canvas').press('Shift+G');
      const dialog = page.getByRole('dialog', { name: 'Export as GLB' });
      await dialog.getByText(/^[\d,]+ bytes$/).waitFor();
      await dialog.locator('.glb-runs').waitFor({ state: 'detached' });
      await settle(page);
    },
  },
  {
    name: 'retarget',
    size: PAGE,
    async draw(page) {
      await open(page, CLOCKWORK);
      await drop(page, [['walker.abc', sample('clockwork.abc')]]);
      await settle(page);
      await page.getByRole('tab', { name: /^clockwork\.abc/ }).click();
      await settle(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('retarget animations');
      await page.waitForTimeout(400);
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Model with the animations' }).fill('walker');
      await page.keyboard.press('Enter');
      await page.locator('.retarget-details summary').click();
      await page.getByRole('button', { name: 'Play Walk' }).click();
      await settle(page);
    },
  },
  {
    name: 'convert',
    size: PAGE,
    async draw(page) {
      await open(page, CLOCKWORK);
      await page.getByRole('button', { name: /^ABC v12/ }).click();
      const form = page.getByRole('dialog', { name: 'Convert the model' });
      await form.getByRole('combobox').selectOption('lta');
      await form.getByText('becomes a new file').waitFor();
      await settle(page);
    },
  },
  {
    name: 'own',
    size: PAGE,
    async draw(page) {
      await open(page, CLOCKWORK);
      await page.getByRole('tab', { name: 'Own' }).click();
      await page.getByRole('textbox', { name: 'Text of the pattern' }).fill(OWN_PATTERN);
      await page.getByRole('textbox', { name: 'Name of the pattern' }).fill('Head');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('treeitem', { name: /^pieces/ }).dblclick();
      await page.getByRole('treeitem', { name: /^name/ }).click();
      await settle(page);
    },
  },
  {
    name: 'textures',
    size: PAGE,
    async draw(page) {
      await page.goto('./');
      await drop(page, [['clockwork.dtx', sample('clockwork.dtx')]]);
      await page.getByRole('button', { name: 'Convert…' }).click();
      const form = page.getByRole('dialog', { name: 'Convert the texture' });
      await form.getByRole('combobox', { name: 'Version' }).selectOption('-3');
      await form.getByText(/8-bit palette, 4 mips/).waitFor();
      await settle(page);
    },
  },
  {
    name: 'import',
    size: PAGE,
    async draw(page) {
      await open(page, CLOCKWORK);
      await page.locator('.scene-canvas').press('Shift+G');
      const saving = page.getByRole('dialog', { name: 'Export as GLB' });
      await saving.getByText(/^[\d,]+ bytes$/).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        saving.getByRole('button', { name: 'Save' }).click(),
      ]);
      await drop(page, [['clockwork.glb', readFileSync(await file.path())]]);
      const wizard = page.getByRole('dialog', { name: 'Import' });
      await wizard.locator('.import-size').waitFor();
      await wizard.getByRole('radio', { name: 'A new file', exact: true }).check();
      await wizard.getByRole('button', { name: 'Open', exact: true }).waitFor();
      await wizard.locator('.import-runs').waitFor({ state: 'detached' });
      await wizard.getByText(/largest deviation from the source/i).waitFor();
      await settle(page);
    },
  },
  {
    name: 'mod',
    size: PAGE,
    async draw(page) {
      await page.goto('./');
      await drop(page, [['lantern.glb', sample('lantern.glb')]]);
      const wizard = page.getByRole('dialog', { name: 'Import' });
      await wizard.locator('.import-runs').waitFor({ state: 'detached' });
      await wizard.getByRole('button', { name: 'Open', exact: true }).click();
      await drop(page, [['lantern.png', sample('lantern.png')]]);
      await page.getByRole('button', { name: 'Convert the texture of slot 0' }).click();
      await page.getByRole('button', { name: 'Use as skin of slot 0' }).click();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('New REZ');
      await page.keyboard.press('Enter');
      for (const name of ['lantern.abc', 'lantern.dtx']) {
        await page.getByRole('button', { name: 'Actions for NEW.REZ' }).click();
        await page.getByRole('menuitem', { name: `Add ${name}` }).click();
      }
      await page.getByRole('button', { name: /^All/ }).click();
      for (const path of ['SKINS/PROPS/LANTERN.DTX', 'MODELS/PROPS/LANTERN.ABC']) {
        const list = page.getByRole('treegrid', { name: 'Files of the library' });
        await list.getByRole('row', { name: new RegExp(path.slice(-11), 'i') }).click();
        await page.keyboard.press('F2');
        await page.getByRole('dialog').getByRole('textbox').fill(path);
        await page.keyboard.press('Enter');
      }
      await page.locator('.scene-canvas').press('Home');
      await settle(page);
    },
  },
  {
    name: 'keys',
    size: SMALL,
    async draw(page) {
      await open(page, WALKING);
      await page.keyboard.press('?');
      await settle(page);
      return around(page, '[role="dialog"], dialog[open]', 24);
    },
  },
];
