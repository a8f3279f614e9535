/** Words of other programs for what the commands call otherwise. */

/** By the word that is typed: parts of labels that mean it. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  animate: ['animation', 'play'],
  camera: ['camera', 'look from', 'frame'],
  delete: ['remove', 'delete', 'clear'],
  diff: ['compare'],
  discard: ['undo', 'close'],
  download: ['save', 'export'],
  edit: ['edit', 'change'],
  find: ['find', 'search', 'go to'],
  fps: ['film', 'statistics'],
  hide: ['show'],
  hotkeys: ['keys'],
  image: ['picture'],
  jump: ['go to'],
  lod: ['level'],
  movie: ['film'],
  mp4: ['film'],
  night: ['dark'],
  photo: ['picture'],
  picture: ['picture'],
  png: ['picture', 'png'],
  record: ['film'],
  render: ['picture', 'film'],
  rotate: ['turntable'],
  ruler: ['measure'],
  save: ['save', 'export'],
  screenshot: ['picture'],
  settings: ['options', 'switch'],
  share: ['link'],
  shortcuts: ['keys', 'shortcuts'],
  skin: ['texture', 'skin'],
  snapshot: ['picture'],
  spin: ['turntable'],
  theme: ['dark'],
  toggle: ['show', 'switch'],
  transparent: ['x-ray'],
  video: ['film'],
  wires: ['wireframe'],
  zoom: ['frame'],
};

/** So many letters of a word are enough to know it by. */
const LEAST = 3;

/** What a typed word may stand for, itself first. */
export function meaningsOf(word: string): readonly string[] {
  if (word.length < LEAST) return [word];
  const known = Object.keys(SYNONYMS).filter((synonym) => synonym.startsWith(word));
  return [word, ...known.flatMap((synonym) => SYNONYMS[synonym] ?? [])];
}
