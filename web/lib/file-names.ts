/** Names of files, with and without folders and endings. */

/** Extensions of models. */
const MODEL_EXTENSION = /\.(abc|lt[abc])$/i;

/** A name in the form that files refer to each other by: without folders, in lower case. */
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

/** Characters of a name that count for sorting: an archive may have names of 64 KB. */
const MAX_KEY = 500;

/** A key for natural sorting: ignores case, compares digits as numbers. */
export function naturalKey(text: string): string {
  return text
    .slice(0, MAX_KEY)
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(10, '0'));
}

/** A path for comparison: forward slashes, none at the start, in lower case. */
export function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

export function withoutExtension(path: string): string {
  return path.replace(/\.[^./\\]*$/, '');
}

/** Whether a path equals another one, or ends with it after a slash. @param path, end from `plainPath` */
export function endsWithPath(path: string, end: string): boolean {
  return end !== '' && path.endsWith(end) && (path.length === end.length || path.at(-1 - end.length) === '/');
}

/** The number of leading folders that two paths share. @param a, b from `plainPath` */
export function sharedFolders(a: string, b: string): number {
  const left = a.split('/').slice(0, -1);
  const right = b.split('/').slice(0, -1);
  const different = left.findIndex((folder, i) => folder !== right[i]);
  return different < 0 ? left.length : different;
}

/** A model's name without folders and extension, for files that are made from it. */
export function modelName(name: string): string {
  return baseName(name).replace(MODEL_EXTENSION, '');
}

/**
 * The name of a model in another format, its extension in the letters of the old one: `HERO.LTA`. A name without an extension
 * of models keeps what it has.
 * @param extension without the dot, lower case
 */
export function withModelExtension(name: string, extension: string): string {
  const [old = ''] = MODEL_EXTENSION.exec(name) ?? [];
  if (old.toLowerCase() === `.${extension}`) return name;
  const isUpper = old !== '' && old === old.toUpperCase();
  const made = `.${isUpper ? extension.toUpperCase() : extension}`;
  return name.slice(0, name.length - old.length) + made;
}

/** The files with every word of a text in their names, folders included. */
export function filesNamed<T extends { readonly name: string }>(list: readonly T[], text: string): T[] {
  const hasThem = hasWords(text);
  return list.filter(({ name }) => hasThem(name));
}

/** Tests whether a name has every word of a text, in any order and case. */
export function hasWords(text: string): (name: string) => boolean {
  const words = text.trim().toLowerCase().split(/\s+/);
  return (name) => {
    const said = name.toLowerCase();
    return words.every((word) => said.includes(word));
  };
}
