// Every struct of SPR.
#include "schema_spr.h"

namespace spr::schema {

constexpr Struct kStructs[kStructCount] = {
    {Id::Sprite, "Sprite", Role::Section, "how the frames are shown, and which they are", kSprite},
    {Id::Frame, "Frame", Role::None, "one frame: a texture by its path", kFrame},
};
static_assert(areInOrder(kStructs), "one entry a struct");

}  // namespace spr::schema
