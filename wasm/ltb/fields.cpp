#include "fields.h"

namespace ltb {

std::optional<ObjectBytes> objectBytes(const Fields& fields, const Place& level) {
    const auto size = fields.field(level, "ObjectSize");
    const auto end = fields.field(level, "UsedNodeCount");
    if (!size || !end) return std::nullopt;
    return ObjectBytes{fields.number<std::uint32_t>(level, "ObjectSize"), end->start - size->end};
}

}  // namespace ltb
