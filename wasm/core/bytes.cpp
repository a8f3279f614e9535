#include "bytes.h"

#include <algorithm>

namespace core {

// Not inline: every load would carry the search for an extent.
Bytes FileBytes::subspan(std::size_t offset, std::size_t length) const {
    assert(offset <= size_ && length <= size_ - offset);
    if (isWhole_) return {data_ + offset, length};
    const auto after = std::upper_bound(extents_.begin(), extents_.end(), offset,
                                        [](std::size_t at, const Extent& extent) { return at < extent.start; });
    if (after == extents_.begin()) return {};
    const Extent& extent = *(after - 1);
    if (offset > extent.end || length > extent.end - offset) return {};
    return {extent.bytes + (offset - extent.start), length};
}

std::uint64_t terminatedSize(const FileBytes& bytes, std::uint32_t offset, std::uint32_t end) {
    assert(offset <= end);
    if (offset == end) return 1;
    const std::byte* const text = bytes.at(offset, end - offset);
    const void* const zero = std::memchr(text, 0, end - offset);
    if (zero == nullptr) return std::uint64_t{end} - offset + 1;
    return static_cast<std::uint64_t>(static_cast<const std::byte*>(zero) - text) + 1;
}

}  // namespace core
