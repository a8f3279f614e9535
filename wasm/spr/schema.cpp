// Every struct of SPR.
#include "schema_spr.h"

namespace spr::schema {

constexpr Struct kStructs[kStructCount] = {
    {Id::Sprite, "Sprite", Role::Section, "the frames, and how they are shown", kSprite},
    {Id::Frame, "Frame", Role::None, "one frame: the path of a texture", kFrame},
};
static_assert(areInOrder(kStructs), "one entry per struct");

}  // namespace spr::schema
