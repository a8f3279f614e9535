/**
 * A WebAssembly module that was started, and another instance of it once this one has trapped: its memory may be broken
 * then, so that nobody asks it again. C++ exceptions are caught in C++ (bindings/values.h); what traps is a fault of ours.
 */

/** What `createModule` takes. */
export interface StartOptions {
  wasmBinary?: ArrayBuffer;
  /** The WebAssembly.Module of an earlier start: the module starts at once, without a promise to wait for. */
  compiled?: object;
}

type Create<Module> = (options: StartOptions) => Promise<Module>;

/** The module stopped at a question. The next question is answered by another instance of it. */
export class ModuleStopped extends Error {
  override readonly name = 'ModuleStopped';

  constructor(cause: unknown) {
    super('The part of Lithoscope that reads and changes files stopped at this file.', { cause });
  }
}

/** The error that is thrown when a module stopped, for those who throw only errors of their own. */
export type StoppedError = (cause: unknown) => Error;

const asItIs: StoppedError = (cause) => new ModuleStopped(cause);

/** Prototypes whose methods are watched. */
interface BoundClass {
  readonly prototype: Record<string, unknown>;
}

export class Started<Module extends object> {
  readonly #create: Create<Module>;
  readonly #stopped: StoppedError;
  #options: StartOptions;
  #module: Module;
  #isStopped = false;
  /** The object that was asked when an instance trapped last: of the file at fault. */
  #stoppedAt: unknown = null;
  #instance = 0;

  private constructor(create: Create<Module>, options: StartOptions, module: Module, stopped: StoppedError) {
    this.#create = create;
    this.#stopped = stopped;
    this.#options = options;
    this.#module = this.#watched(module);
  }

  /**
   * Starts the first instance.
   * @param wasmBinary the .wasm file's bytes; needed in Node, fetched beside the script in a browser
   */
  static async start<Module extends object>(
    create: Create<Module>,
    wasmBinary?: ArrayBuffer,
    stopped: StoppedError = asItIs,
  ): Promise<Started<Module>> {
    const options: StartOptions = wasmBinary ? { wasmBinary } : {};
    const module = await create(options);
    return new Started(create, options, module, stopped);
  }

  /** The instance to ask: a new one when the last has trapped. Objects of one instance mean nothing to another. */
  get module(): Module {
    if (this.#isStopped) {
      const options: StartOptions = { ...(this.#options.compiled && { compiled: this.#options.compiled }) };
      // With a compiled module Emscripten fills the object that it is given before it returns.
      this.#create(options).catch(() => {});
      this.#options = options;
      this.#module = this.#watched(options as unknown as Module);
      this.#isStopped = false;
      this.#instance++;
    }
    return this.#module;
  }

  /** Number of the instance. */
  get instance(): number {
    void this.module;
    return this.#instance;
  }

  /** Whether an instance trapped at a question to this object: it would do so again. */
  stoppedAt(raw: unknown): boolean {
    return this.#stoppedAt === raw;
  }

  /** Asks the module itself. @throws {ModuleStopped} or what `stopped` makes of it */
  ask<Answer>(question: (module: Module) => Answer): Answer {
    const { module } = this;
    try {
      return question(module);
    } catch (error) {
      throw this.#seen(error, null);
    }
  }

  /** Makes an object of the module. @throws {RangeError} when its memory is full */
  make<Made>(Made: new () => Made): Made {
    try {
      return new Made();
    } catch (error) {
      const seen = this.#seen(error, null);
      // A C++ exception is no Error. Constructors throw std::bad_alloc alone.
      throw seen instanceof Error
        ? seen
        : new RangeError('There was not enough memory to open another file.');
    }
  }

  /** The error to throw on: of a trap one with a sentence. */
  #seen(error: unknown, asked: unknown): unknown {
    // A WebAssembly.RuntimeError, which a program without the browser's types has no name for.
    if (!(error instanceof Error && error.name === 'RuntimeError')) return error;
    this.#isStopped = true;
    this.#stoppedAt = asked;
    return this.#stopped(error);
  }

  /** The module, whose objects tell when they trap. */
  #watched(module: Module): Module {
    const seen = (error: unknown, asked: unknown) => this.#seen(error, asked);
    for (const bound of Object.values(module).filter(isBoundClass)) {
      for (const [name, method] of Object.entries(bound.prototype)) {
        if (typeof method !== 'function' || name === 'constructor') continue;
        bound.prototype[name] = function (this: unknown, ...values: unknown[]) {
          try {
            return method.apply(this, values);
          } catch (error) {
            throw seen(error, this);
          }
        };
      }
    }
    return module;
  }
}

/** Embind gives each class that it binds a prototype from which objects are deleted. */
function isBoundClass(value: unknown): value is BoundClass {
  const prototype = typeof value === 'function' ? (value as unknown as BoundClass).prototype : null;
  return Boolean(prototype && 'delete' in prototype);
}
