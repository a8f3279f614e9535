#include "from_js.h"

namespace bindings {

std::vector<std::uint8_t> bytesOf(const emscripten::val& value) {
    if (!value.instanceof (emscripten::val::global("Uint8Array"))) throw WrongArgument();
    return numbersOf<std::uint8_t>(value);
}

std::string latin1Of(const std::string& utf8, std::string& reason) {
    std::string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<std::uint8_t>(utf8[i]);
        if (byte < 0x80) {
            out += utf8[i];
        } else if ((byte == 0xC2 || byte == 0xC3) && i + 1 < utf8.size()) {
            out += static_cast<char>((byte & 3U) << 6U | (static_cast<std::uint8_t>(utf8[++i]) & 0x3FU));
        } else {
            std::size_t length = 1;
            while (i + length < utf8.size() && (static_cast<std::uint8_t>(utf8[i + length]) & 0xC0U) == 0x80U) ++length;
            reason = "The files store strings in Latin-1, which does not contain “" + utf8.substr(i, length) + "”.";
            return {};
        }
    }
    return out;
}

}  // namespace bindings
