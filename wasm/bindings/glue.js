// @ts-nocheck: Emscripten runs it to make the script of a module.
// What of Emscripten's library no binding needs: strings of wide characters.
mergeInto(LibraryManager.library, {
  _embind_register_std_wstring__deps: [],
  // biome-ignore lint/complexity/useArrowFunction: Emscripten takes the text of functions, and not that of arrows.
  _embind_register_std_wstring: function () {},
});
