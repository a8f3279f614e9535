#include "spr_fixtures.h"

#include "byte_writer.h"

namespace spr::testing {

Bytes write(const SpriteSpec& spec) {
    abc::testing::ByteWriter out;
    out.u32(spec.frameCount.value_or(static_cast<std::uint32_t>(spec.frames.size())));
    out.u32(spec.framesPerSecond).u32(spec.transparent).u32(spec.translucent).u32(spec.colorKey);
    for (const std::string& path : spec.frames) out.u16(static_cast<std::uint16_t>(path.size())).raw(path);
    return out.raw(spec.trailing).bytes();
}

const std::vector<NamedSprite>& allSprites() {
    static const std::vector<NamedSprite> all = [] {
        SpriteSpec one;
        one.frames = {"FX\\one.dtx"};
        SpriteSpec equal;
        equal.frames = std::vector<std::string>(5, "FX\\same.dtx");
        return std::vector<NamedSprite>{
            {"SpriteOfOne", write(one)}, {"SpriteOfThree", write({})}, {"SpriteOfEqual", write(equal)}};
    }();
    return all;
}

}  // namespace spr::testing
