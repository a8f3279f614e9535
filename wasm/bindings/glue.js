// @ts-nocheck: Emscripten runs it to make the script of a module.
// What Emscripten's library has otherwise. Its functions go byte by byte through every text, and there and back; a file may
// have megabytes of names. Emscripten takes the text of functions, and not that of arrows.
mergeInto(LibraryManager.library, {
  // No binding has strings of wide characters.
  _embind_register_std_wstring__deps: [],
  // biome-ignore lint/complexity/useArrowFunction: see above.
  _embind_register_std_wstring: function () {},

  $UTF8Encoder: 'new TextEncoder()',
  _embind_register_std_string__deps: [
    '$registerType',
    '$readLatin1String',
    '$simpleReadValueFromPointer',
    '$throwBindingError',
    '$UTF8Encoder',
    'malloc',
    'free',
  ],
  // biome-ignore lint/complexity/useArrowFunction: see above.
  _embind_register_std_string: function (rawType, name) {
    registerType(rawType, {
      name: readLatin1String(name),
      // A short text in ASCII, as nearly all are, is sooner read than handed to the decoder.
      fromWireType(value) {
        const length = HEAPU32[value >> 2];
        const start = value + 4;
        let text = '';
        let i = length > 32 ? length : 0;
        for (; i < length && HEAPU8[start + i] < 128; i++) text += String.fromCharCode(HEAPU8[start + i]);
        if (length > 32 || i < length) text = UTF8Decoder.decode(HEAPU8.subarray(start, start + length));
        _free(value);
        return text;
      },
      toWireType(destructors, value) {
        if (typeof value !== 'string') throwBindingError('Cannot pass non-string to std::string');
        const bytes = value.length > 32 || /[^\0-\x7f]/.test(value) ? UTF8Encoder.encode(value) : null;
        const length = bytes ? bytes.length : value.length;
        const ptr = _malloc(4 + length);
        if (ptr === 0) throwBindingError('There is no memory for a text');
        HEAPU32[ptr >> 2] = length;
        if (bytes) HEAPU8.set(bytes, ptr + 4);
        else for (let i = 0; i < length; i++) HEAPU8[ptr + 4 + i] = value.charCodeAt(i);
        if (destructors !== null) destructors.push(_free, ptr);
        return ptr;
      },
      argPackAdvance: 8,
      readValueFromPointer: simpleReadValueFromPointer,
      destructorFunction(ptr) {
        _free(ptr);
      },
    });
  },
});
