/** Names of files, with and without folders and endings. */

/** A name as files of the games name each other: without folders of either slash, in any case. */
export function bareName(name: string): string {
  return baseName(name).toLowerCase();
}

/** The last part of a name with folders. */
export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}

/** The folders that a name is in, without the last slash; '' for none. */
export function folderName(name: string): string {
  return name.slice(0, Math.max(0, name.length - baseName(name).length - 1));
}

/** Characters of a name that count for its place: an archive may have names of 64 KB. */
const MAX_KEY = 500;

/** Text that compares as people sort: without case, runs of digits as numbers. */
export function naturalKey(text: string): string {
  return text
    .slice(0, MAX_KEY)
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(10, '0'));
}

/** A path as paths are compared: one kind of slash, none at the front, one case. */
export function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

export function withoutExtension(path: string): string {
  return path.replace(/\.[^./\\]*$/, '');
}

/** Whether a path is another one, or ends with it after a slash. @param path, end as `plainPath` gives them */
export function endsWithPath(path: string, end: string): boolean {
  return end !== '' && path.endsWith(end) && (path.length === end.length || path.at(-1 - end.length) === '/');
}

/** How many folders two paths begin with alike. @param a, b as `plainPath` gives them */
export function sharedFolders(a: string, b: string): number {
  const left = a.split('/').slice(0, -1);
  const right = b.split('/').slice(0, -1);
  const different = left.findIndex((folder, i) => folder !== right[i]);
  return different < 0 ? left.length : different;
}

/** A model's name without folders and ending, for what is made from it. */
export function modelName(name: string): string {
  return baseName(name).replace(/\.(abc|ltb)$/i, '');
}

/** The files with every word of a text in their names, folders included. */
export function filesNamed<T extends { readonly name: string }>(list: readonly T[], text: string): T[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  return list.filter(({ name }) => {
    const said = name.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
