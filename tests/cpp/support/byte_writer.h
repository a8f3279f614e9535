// Writes bytes as the format has them: little-endian, unaligned, strings with a 2-byte length.
#pragma once

#include <core/bytes.h>

#include <string_view>
#include <vector>

namespace abc::testing {

class ByteWriter {
public:
    template <class T>
    ByteWriter& value(T v) {
        const auto* from = reinterpret_cast<const std::byte*>(&v);
        bytes_.insert(bytes_.end(), from, from + sizeof v);
        return *this;
    }
    ByteWriter& u8(std::uint8_t v) { return value(v); }
    ByteWriter& u16(std::uint16_t v) { return value(v); }
    ByteWriter& u32(std::uint32_t v) { return value(v); }
    ByteWriter& i32(std::int32_t v) { return value(v); }
    ByteWriter& f32(float v) { return value(v); }
    ByteWriter& vec3(float x, float y, float z) { return f32(x).f32(y).f32(z); }
    ByteWriter& quat(float x, float y, float z, float w) { return f32(x).f32(y).f32(z).f32(w); }
    ByteWriter& string(std::string_view text) { return u16(static_cast<std::uint16_t>(text.size())).raw(text); }
    ByteWriter& raw(std::string_view text) {
        for (const char c : text) bytes_.push_back(static_cast<std::byte>(c));
        return *this;
    }
    ByteWriter& zeros(std::size_t count) {
        bytes_.resize(bytes_.size() + count);
        return *this;
    }

    /// Opens a section. Its NextSectionOffset is set when the next one opens, and 0xFFFFFFFF in the last.
    ByteWriter& section(std::string_view type) {
        if (next_ != 0) poke(next_, size());
        string(type);
        next_ = size();
        return u32(0xFFFFFFFF);
    }

    /// Overwrites what stands at `offset`.
    template <class T>
    ByteWriter& poke(std::size_t offset, T v) {
        std::memcpy(bytes_.data() + offset, &v, sizeof v);
        return *this;
    }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    /// In a heap block of exactly this size, so that reading over the end traps.
    [[nodiscard]] std::vector<std::byte> bytes() const { return {bytes_.begin(), bytes_.end()}; }

private:
    std::vector<std::byte> bytes_;
    std::size_t next_ = 0;
};

}  // namespace abc::testing
