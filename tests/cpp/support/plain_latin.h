// What is the nearest text in Latin-1, for tests, which have no Unicode tables: other characters are `_`.
#pragma once

#include "core/words.h"
#include "gltf/names.h"

namespace abc::testing {

class PlainLatin : public gltf::Latin {
public:
    [[nodiscard]] std::string nearest(const std::string& text, std::size_t longest) const override {
        std::string latin1 = gltf::inLatin1(text);
        for (char& c : latin1) {
            if (c == '?') c = '_';
        }
        return core::utf8FromLatin1(latin1.substr(0, longest));
    }
};

}  // namespace abc::testing
