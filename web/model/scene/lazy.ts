/** A part of the scene that is fetched when it is first wanted. */
export class Lazy<T> {
  readonly #load: () => Promise<T>;
  readonly #whenLoaded: () => void;
  #asked = false;
  #part: T | null = null;

  /** @param whenLoaded the part is here: a picture can be drawn with it */
  constructor(load: () => Promise<T>, whenLoaded: () => void) {
    this.#load = load;
    this.#whenLoaded = whenLoaded;
  }

  /** The part if it is here, without asking for it. */
  get loaded(): T | null {
    return this.#part;
  }

  /** The part; null until it is here. */
  want(): T | null {
    if (!this.#asked) {
      this.#asked = true;
      void this.#load().then((part) => {
        this.#part = part;
        this.#whenLoaded();
      });
    }
    return this.#part;
  }
}
