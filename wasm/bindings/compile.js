// @ts-nocheck: its names are those of the script that it becomes a part of.
// Runs within the script that Emscripten writes for a module: compiles it once and keeps that, so that another instance
// can be made at once when this one trapped (js/started.ts).
Module['instantiateWasm'] = (imports, receive) => {
  const begin = (compiled) => {
    Module['compiled'] = compiled;
    receive(new WebAssembly.Instance(compiled, imports), compiled);
  };
  const fetched = async () => {
    const answer = await fetch(wasmBinaryFile, { credentials: 'same-origin' });
    if (!answer.ok) throw new Error(`${wasmBinaryFile} is not there (${answer.status})`);
    // Not as it streams: that wants the right MIME type, which not every server has.
    return answer.arrayBuffer();
  };
  if (Module['compiled']) begin(Module['compiled']);
  else
    Promise.resolve(wasmBinary ?? fetched())
      .then(WebAssembly.compile)
      .then(begin)
      .catch(readyPromiseReject);
  return {};
};
