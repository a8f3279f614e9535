/** *Share…*: the view of a file for the share sheet of the system. */
import type { OpenFile } from '../document/open-file.ts';
import { loadPart } from '../ui/parts.ts';
import { sendLink } from './copying.ts';
import { linkOf } from './describe.ts';
import { fullAddress } from './format.ts';
import { session } from './session.ts';
import { openShareDialog } from './share.ts';

/** Shares a link; of a local model a bundle, where the system takes one. */
export async function shareView(file: OpenFile): Promise<void> {
  const link = linkOf(file, session.peek().link.unknownParts);
  if (link.model !== undefined) return sendLink(file, fullAddress(link));
  const { canSendBundle, sendBundle } = await loadPart(() => import('./bundle/save.ts'));
  if (file.model && canSendBundle()) await sendBundle(file);
  else openShareDialog(file);
}
