// Reading numbers out of a file's bytes. All values are little-endian and unaligned (abc.md §1.1).
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace core {

using Bytes = std::span<const std::byte>;

static_assert(std::endian::native == std::endian::little, "the loads below copy little-endian bytes as they are");

/// The value at `offset`. The caller has checked that it lies inside.
template <class T>
[[nodiscard]] inline T load(Bytes bytes, std::size_t offset) {
    assert(offset <= bytes.size() && sizeof(T) <= bytes.size() - offset);
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// The unsigned number in the 1, 2 or 4 bytes at `offset`, all of them inside.
[[nodiscard]] inline std::uint32_t loadUnsigned(Bytes bytes, std::size_t offset, std::uint32_t size) {
    assert(size <= sizeof(std::uint32_t) && offset <= bytes.size() && size <= bytes.size() - offset);
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, size);
    return value;
}

/// The product of sizes, of which any may be what a file or a caller says: 2⁶⁴ − 1 where it does not fit, which no
/// limit takes. Sizes themselves have 32 bits in WebAssembly, and would wrap.
template <class... Sizes>
[[nodiscard]] constexpr std::uint64_t product(std::uint64_t first, Sizes... others) {
    std::uint64_t out = first;
    const auto times = [&out](std::uint64_t size) {
        out = size != 0 && out > ~std::uint64_t{0} / size ? ~std::uint64_t{0} : out * size;
    };
    (times(others), ...);
    return out;
}

/// A run of bytes of a file that is here.
struct Extent {
    /// In the file.
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    const std::byte* bytes = nullptr;
};

/// The bytes of a file by their offsets in it: all of them, or those of some extents of a file that is too large to be
/// held. They belong to the caller.
class FileBytes {
public:
    FileBytes() = default;
    FileBytes(Bytes whole) : data_(whole.data()), size_(whole.size()) {}
    /// @param extents in file order, apart from each other, which must stay where they are
    FileBytes(std::span<const Extent> extents, std::uint32_t fileSize)
        : extents_(extents), size_(fileSize), isWhole_(false) {}

    /// Of the file, whatever is here of it.
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Whether all of it is here.
    [[nodiscard]] bool isWhole() const { return isWhole_; }
    /// All bytes. The file is whole.
    operator Bytes() const {
        assert(isWhole_);
        return {data_, size_};
    }
    /// Where `length` bytes lie that are here.
    [[nodiscard]] const std::byte* at(std::size_t offset, std::size_t length) const {
        assert(offset <= size_ && length <= size_ - offset);
        if (isWhole_) return data_ + offset;
        const Bytes bytes = subspan(offset, length);
        assert(bytes.size() == length);
        return bytes.data();
    }
    /// Bytes that lie inside the file; none when they are not all here.
    [[nodiscard]] Bytes subspan(std::size_t offset, std::size_t length) const;

private:
    const std::byte* data_ = nullptr;
    std::span<const Extent> extents_;
    std::size_t size_ = 0;
    bool isWhole_ = true;
};

template <class T>
[[nodiscard]] inline T load(const FileBytes& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.at(offset, sizeof value), sizeof value);
    return value;
}

[[nodiscard]] inline std::uint32_t loadUnsigned(const FileBytes& bytes, std::size_t offset, std::uint32_t size) {
    assert(size <= sizeof(std::uint32_t));
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.at(offset, size), size);
    return value;
}

/// A string of the file by place, so that a model holds no copies. Latin-1 by convention, never trusted.
struct Text {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
};

/// The bytes of a text, of which the caller has checked that it lies inside.
[[nodiscard]] inline std::string_view view(Bytes bytes, Text text) {
    assert(std::size_t{text.offset} + text.length <= bytes.size());
    return {reinterpret_cast<const char*>(bytes.data()) + text.offset, text.length};
}

[[nodiscard]] inline std::string_view view(const FileBytes& bytes, Text text) {
    return {reinterpret_cast<const char*>(bytes.at(text.offset, text.length)), text.length};
}

/// The text of a length-prefixed string at `offset`, both of which the caller has checked.
[[nodiscard]] inline Text loadText(Bytes bytes, std::uint32_t offset) {
    return {offset + 2, load<std::uint16_t>(bytes, offset)};
}

[[nodiscard]] inline Text loadText(const FileBytes& bytes, std::uint32_t offset) {
    return {offset + 2, load<std::uint16_t>(bytes, offset)};
}

/// Bytes of a zero-terminated text at `offset` with its zero; one more than there are below `end` when it has none.
[[nodiscard]] std::uint64_t terminatedSize(const FileBytes& bytes, std::uint32_t offset, std::uint32_t end);

}  // namespace core
