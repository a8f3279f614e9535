/** What the commands do that models and frame strings are known to carry (ABC.md §7). */

const KNOWN: Readonly<Record<string, string>> = {
  // Of the model.
  shadowenable: 'The model casts a shadow.',
  shadowprojectlength: 'How far the shadow is thrown.',
  shadowlightdist: 'Distance of the light that throws the shadow.',
  shadowsizex: 'Width of the shadow.',
  shadowsizey: 'Height of the shadow.',
  shadowcenteroffset: 'Moves the middle of the shadow: x, y, z.',
  modelshadowalpha: 'How dark the shadow is.',
  fovxoffset: 'Widens the view of a player-view model.',
  fovyoffset: 'Heightens the view of a player-view model.',
  visradius: 'Radius within which the model counts as visible.',
  ambientlight: 'Light from everywhere on the model.',
  dirlight: 'Light from one direction on the model.',
  noanimation: 'The model is never animated.',
  specularenable: 'The surface shines.',
  rigid: 'Every vertex follows one node.',
  normalref: 'Node and animation that the normals are taken from.',
  modeledittexture: 'Texture that ModelEdit shows: file, slot.',
  socketmodel: 'Model shown in a socket: socket, file.',
  lodstartdist: 'Distance at which detail begins to be left out.',
  lodincrement: 'Distance between two levels of detail.',
  lodmaxdist: 'Distance from which the coarsest level is drawn.',
  mipmapdistadd: 'Added to the distance that chooses the texture size.',
  // Of a key.
  footstep_key: 'A foot touches the ground.',
  setdims: 'Sets the collision box: half sizes x, y, z.',
  move: 'Moves the object: forward, up, right.',
  playsound: 'Plays a sound: file, radius.',
  sound_key: 'Plays a sound: file.',
  sound: 'Plays a sound: file.',
  fire_key: 'The weapon fires.',
  fx_key: 'Starts an effect.',
  cmd: 'A command of the game: msg, object, message.',
};

/** One line about a command; names ignore case. '' for one that only its game knows, which is normal. */
export function explainCommand(name: string): string {
  const key = name.toLowerCase();
  return Object.hasOwn(KNOWN, key) ? (KNOWN[key] ?? '') : '';
}
