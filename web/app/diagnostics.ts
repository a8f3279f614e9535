/** Numbers that must not grow with use: `lithoscope.diagnostics()` in the browser's console, and in the tests. */
import { loadedCore } from '../store/core.ts';
import { loadDtx } from '../store/dtx.ts';
import { liveEffects } from '../ui/scope.ts';

declare global {
  var lithoscope: { readonly diagnostics: typeof diagnostics } | undefined;
}

interface Diagnostics {
  /** Effects that have not ended. */
  readonly effects: number;
  /** Bytes in use in the memories of the WebAssembly modules. */
  readonly wasmBytes: number;
}

async function diagnostics(): Promise<Diagnostics> {
  const libraries = await Promise.all([loadedCore(), loadDtx.begun]);
  const wasmBytes = libraries.reduce((sum, library) => sum + (library?.memory() ?? 0), 0);
  return { effects: liveEffects(), wasmBytes };
}

export function mountDiagnostics(): void {
  globalThis.lithoscope = { diagnostics };
}
