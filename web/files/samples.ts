/** The samples that come with the page. */
import { notice } from '../state.ts';
import { openFiles, reasonOf } from './open.ts';

/** One entry of samples/index.json. */
export interface Sample {
  file: string;
  title: string;
  text: string;
}

const FOLDER = 'samples/';

/** The samples there are; none when the list is missing. */
export async function listSamples(): Promise<Sample[]> {
  try {
    const response = await fetch(`${FOLDER}index.json`);
    const list: unknown = response.ok ? await response.json() : [];
    return Array.isArray(list) ? list.filter(isSample) : [];
  } catch {
    return [];
  }
}

/** Fetches and opens a sample. */
export async function openSample({ file, title }: Sample): Promise<void> {
  try {
    const response = await fetch(`${FOLDER}${encodeURIComponent(file)}`);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await openFiles([new File([await response.arrayBuffer()], file)]);
  } catch (error) {
    notice.value = `The sample “${title}” could not be loaded: ${reasonOf(error)}.`;
  }
}

function isSample(entry: unknown): entry is Sample {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    ['file', 'title', 'text'].every((key) => typeof Reflect.get(entry, key) === 'string')
  );
}
