/** Attributes of `<lithoscope-viewer>` (docs/viewer.md) as properties. */

/** An element with the attributes; malformed values read as absent. */
export abstract class ViewerAttributes extends HTMLElement {
  static readonly observedAttributes = [
    'src',
    'base',
    'skin',
    'anim',
    'time',
    'camera-orbit',
    'camera-target',
    'lod',
    'autoplay',
    'controls',
    'poster',
    'background',
    'alt',
  ];

  get src(): string {
    return this.#text('src');
  }
  set src(value: string) {
    this.setAttribute('src', value);
  }
  get base(): string {
    return this.#text('base');
  }
  set base(value: string) {
    this.setAttribute('base', value);
  }
  get skin(): string {
    return this.#text('skin');
  }
  set skin(value: string) {
    this.setAttribute('skin', value);
  }
  get anim(): string {
    return this.#text('anim');
  }
  set anim(value: string) {
    this.setAttribute('anim', value);
  }
  /** Seconds. */
  get time(): number {
    return numberOf(this.#text('time'));
  }
  set time(value: number) {
    this.setAttribute('time', String(value));
  }
  get cameraOrbit(): string {
    return this.#text('camera-orbit');
  }
  set cameraOrbit(value: string) {
    this.setAttribute('camera-orbit', value);
  }
  get cameraTarget(): string {
    return this.#text('camera-target');
  }
  set cameraTarget(value: string) {
    this.setAttribute('camera-target', value);
  }
  get lod(): number {
    return Math.trunc(numberOf(this.#text('lod')));
  }
  set lod(value: number) {
    this.setAttribute('lod', String(value));
  }
  // HTMLElement declares one too, as a string.
  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }
  set autoplay(value: boolean) {
    this.toggleAttribute('autoplay', Boolean(value));
  }
  get controls(): boolean {
    return this.hasAttribute('controls');
  }
  set controls(value: boolean) {
    this.toggleAttribute('controls', Boolean(value));
  }
  get poster(): string {
    return this.#text('poster');
  }
  set poster(value: string) {
    this.setAttribute('poster', value);
  }
  get background(): string {
    return this.#text('background');
  }
  set background(value: string) {
    this.setAttribute('background', value);
  }
  get alt(): string {
    return this.#text('alt');
  }
  set alt(value: string) {
    this.setAttribute('alt', value);
  }

  #text(name: string): string {
    return this.getAttribute(name) ?? '';
  }

  /** Properties set before the element was defined shadow those of the class. */
  protected takeProperties(): void {
    for (const name of [...ViewerAttributes.observedAttributes, 'current-time']) {
      const property = name.replace(/-./, (part) => part.slice(1).toUpperCase());
      if (!Object.hasOwn(this, property)) continue;
      const value = Reflect.get(this, property);
      Reflect.deleteProperty(this, property);
      Reflect.set(this, property, value);
    }
  }
}

/** 0 for invalid numbers. */
function numberOf(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
}
