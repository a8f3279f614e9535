// Small sprites in memory and their bytes, written straight from dtx.md §7 and not from the schema.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spr::testing {

using Bytes = std::vector<std::byte>;

struct SpriteSpec {
    /// As stored; nothing: as many as there are.
    std::optional<std::uint32_t> frameCount;
    std::uint32_t framesPerSecond = 20;
    std::uint32_t transparent = 0;
    std::uint32_t translucent = 1;
    std::uint32_t colorKey = 0;
    std::vector<std::string> frames{"Sprites\\a1.dtx", "Sprites\\a2.dtx", "b.dtx"};
    std::string trailing;
};

[[nodiscard]] Bytes write(const SpriteSpec& spec);

struct NamedSprite {
    std::string name;
    Bytes file;
};

/// Of one frame, of several of different lengths, and of equal ones.
[[nodiscard]] const std::vector<NamedSprite>& allSprites();

}  // namespace spr::testing
