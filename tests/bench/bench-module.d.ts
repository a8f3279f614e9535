/** The Embind surfaces of `bench_module.cpp` and `counted.cpp`. */
declare module '@lithoscope/bench-module' {
  export interface Steps {
    bytes(size: number): Uint8Array;
    parse(): number;
    open(): number;
    delete(): void;
  }

  export interface Frame {
    pose(): void;
    deform(): void;
    deformScalar(): void;
    delete(): void;
  }

  export default function createModule(
    options: StartOptions,
  ): Promise<{ Steps: new () => Steps; Frame: new (file: Steps) => Frame }>;
}

declare module '@lithoscope/counted-module' {
  import type { RawModule } from '@lithoscope/module';

  export default function createModule(options: StartOptions): Promise<RawModule & { allocations(): number }>;
}
