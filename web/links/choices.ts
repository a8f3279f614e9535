/** What can be shared of a file, with what the recipient gets: links, and a bundle of a local model. */
import { type Digest, digestOf } from '../document/content-digest.ts';
import type { OpenFile } from '../document/open-file.ts';
import { formatBytes, formatCount } from '../explain/describe.ts';
import { baseName } from '../lib/file-names.ts';
import { reasonOf } from '../lib/reason.ts';
import { loadPart } from '../ui/parts.ts';
import { LINK_LIMITS } from './budget.ts';
import { entryOf, isAsOpened, linkInside } from './describe.ts';
import { fullAddress } from './format.ts';
import type { Link } from './link.ts';
import { besideMessage, missingFilesMessage } from './messages.ts';

/** A way to share. */
export interface Choice {
  readonly id: 'view' | 'data' | 'address' | 'bundle';
  readonly title: string;
  /** Its length or size; '' when it is unavailable. */
  readonly size: string;
  /** What the recipient gets, or why it is unavailable. */
  readonly about: string;
  /** Files that it does not bring; '' if it brings all. */
  readonly missing: string;
  /** The link; null for a bundle, and when the link is unavailable. */
  readonly address: string | null;
  readonly bundle?: BundleChoice;
}

interface BundleChoice {
  readonly files: readonly string[];
  /** Whether the share sheet of the system takes it. */
  readonly canSend: boolean;
  save(): Promise<void>;
  send(): Promise<void>;
}

/** The ways to share a link, the best first. */
export async function choicesFor(file: OpenFile, link: Link): Promise<Choice[]> {
  if (link.model !== undefined) {
    return [
      {
        ...linkChoice('address', 'The link', link),
        about: 'It points to the address of the file.',
        missing: missingFilesMessage(link),
      },
    ];
  }
  const { data: _, entry: _entry, packedBases = [], packedTextures = [], ...bare } = link;
  const { parsed } = file;
  const withBundle = file.model !== null && !link.keepView;
  const [digest, inside, bundle] = await Promise.all([
    digestOf(parsed),
    linkInside(file, link),
    withBundle ? bundleChoice(file) : [],
  ]);
  const local = [
    ...new Set([...(link.local ?? []), ...[...packedBases, ...packedTextures].map(({ name }) => name)]),
  ];
  const known: Link = {
    ...bare,
    ...(isAsOpened(file) && entryOf(file.source)),
    ...(local.length > 0 && { local }),
    name: baseName(file.name),
    size: parsed.size,
    ...('sha256' in digest && { sha256: digest.sha256 }),
  };
  const view: Choice = {
    ...linkChoice('view', 'Link only', known),
    about: `The recipient is asked for the file. ${checkedBy(digest)}`,
    missing: missingFilesMessage(known),
  };
  return [view, insideChoice(inside), ...bundle];
}

const linkChoice = (id: Choice['id'], title: string, link: Link) => {
  const address = fullAddress(link);
  return { id, title, address, size: `${formatCount(address.length)} characters` };
};

function insideChoice(inside: Awaited<ReturnType<typeof linkInside>>): Choice {
  const title = 'Link with the file inside';
  if ('problem' in inside) {
    return { id: 'data', title, size: '', about: inside.problem, missing: '', address: null };
  }
  const { link, beside } = inside;
  const local = link.local?.filter((name) => !beside.tooLarge.includes(name)) ?? [];
  return {
    ...linkChoice('data', title, link),
    about: `Anyone with the link has the file. ${besideMessage(beside)}`,
    missing: missingFilesMessage({ ...link, local }),
  };
}

/** The bundle, made already unless it is large. */
async function bundleChoice(file: OpenFile): Promise<Choice[]> {
  const [{ makeBundle, planBundle }, { canSendBundle, saveBundle, sendBundle }] = await Promise.all([
    loadPart(() => import('./bundle/write.ts')),
    loadPart(() => import('./bundle/save.ts')),
  ]);
  const plan = planBundle(file);
  const isSmall = file.parsed.size <= LINK_LIMITS.bytes;
  const made = isSmall ? await makeBundle(plan).catch(reasonOf) : null;
  const choice = { id: 'bundle' as const, title: 'Bundle (.lith)', address: null, missing: '' };
  if (typeof made === 'string') return [{ ...choice, size: '', about: `Unavailable: ${made}` }];
  return [
    {
      ...choice,
      size: made ? formatBytes(made.blob.size) : `at most ${formatBytes(file.parsed.size)} and its skins`,
      about: 'A file with the model, its skins and base models, and this view.',
      missing: made && made.failures.length > 0 ? `Not included: ${made.failures.join('; ')}.` : '',
      bundle: {
        files: made ? made.files : [...plan.files.keys()],
        canSend: canSendBundle(),
        save: () => saveBundle(file, made),
        send: () => sendBundle(file),
      },
    },
  ];
}

function checkedBy(digest: Digest): string {
  return 'sha256' in digest
    ? `Its content is then compared (SHA-256 ${digest.sha256.slice(0, 8)}…).`
    : `Only name and size are compared: ${digest.problem}.`;
}
