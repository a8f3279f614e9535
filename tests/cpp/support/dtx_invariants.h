// What holds for every texture, valid or hostile.
#pragma once

#include <dtx/validate.h>

#include "invariants.h"

namespace dtx::testing {

using abc::testing::Violation;

/// Every byte is in one leaf that can be named and found again, findings have their places, and every level of every
/// face that is there decodes to as many pixels as it has.
[[nodiscard]] inline Violation checkTexture(Bytes bytes) {
    using namespace abc::testing;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const File file = parse(bytes);
    const core::Findings findings = validate(file);
    if (auto violation = checkDocument(file.document, findings)) return violation;
    // A stop that nobody is told of would look like a sound file.
    if (file.cut && !hasError(findings)) return "a texture that is cut off has no error";
    if (!file.texture) return hasError(findings) ? Violation{} : Violation("nothing was read, and nothing is wrong");
    const Texture& texture = *file.texture;
    for (std::uint32_t face = 0; face < texture.faces.size(); ++face) {
        const auto& levels = texture.faces[face];
        for (std::uint32_t i = 0; i < levels.size(); ++i) {
            const Level& level = levels[i];
            const bool isInside = std::uint64_t{level.offset} + level.length <= size &&
                                  std::uint64_t{level.alphaOffset} + level.alphaLength <= size;
            if (!isInside) return "a level lies outside the file";
            const std::size_t pixels = std::size_t{level.width} * level.height * 4;
            if (decode(bytes, texture, face, i).size() != (texture.isDecodable() ? pixels : 0)) {
                return "a level has another number of pixels";
            }
        }
    }
    return {};
}

}  // namespace dtx::testing
