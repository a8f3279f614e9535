// Writes a file leaf by leaf and remembers each: where it is, what it is, and what it says. What a reader
// makes of the bytes can then be held against what was meant, leaf by leaf.
#pragma once

#include <abc/math.h>
#include <abc/versions.h>
#include <core/records.h>

#include <map>
#include <string>
#include <variant>

#include "byte_writer.h"

namespace abc::testing {

using File = std::vector<std::byte>;

struct WrittenLeaf {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    schema::Scalar type = schema::Scalar::Bytes;
    State state = State::Known;
    std::string path;
    /// Integers; f32; strings and bytes.
    std::variant<std::int64_t, float, std::string> value;
};

/// The name of an element: `Nodes[3]`.
[[nodiscard]] inline std::string at(std::string_view array, std::size_t index) {
    return std::string(array) + "[" + std::to_string(index) + "]";
}

class LeafWriter {
public:
    /// Opens a section and links the one before to it; the last one says 0xFFFFFFFF.
    void section(std::string_view type) {
        if (isChained_) setNext(bytes_.size());
        isChained_ = true;
        head(type);
        next_ = leaves_.size();
        u32("NextSectionOffset", 0xFFFFFFFF);
    }

    /// The head of an LTB around what follows (abc.md §1.3).
    void ltbHeader() {
        head("LTBHeader");
        u32("MeshVersion", 25);
        u16("FileType", 4);
        u16("Unknown", 3);
        for (std::size_t i = 0; i < 4; ++i) u32(at("Unknowns", i), static_cast<std::uint32_t>(i));
    }

    /// A struct below the present one, whose fields `body` writes.
    template <class Body>
    void in(std::string_view name, Body body) {
        const std::size_t outer = path_.size();
        path_.append(1, '.').append(name);
        body();
        path_.resize(outer);
    }

    void u8(std::string_view name, std::uint8_t v) { integer(name, schema::Scalar::U8, v); }
    void i8(std::string_view name, std::int8_t v) { integer(name, schema::Scalar::I8, v); }
    void u16(std::string_view name, std::uint16_t v) { integer(name, schema::Scalar::U16, v); }
    void i16(std::string_view name, std::int16_t v) { integer(name, schema::Scalar::I16, v); }
    void u32(std::string_view name, std::uint32_t v) { integer(name, schema::Scalar::U32, v); }
    void i32(std::string_view name, std::int32_t v) { integer(name, schema::Scalar::I32, v); }
    /// How many elements there are.
    void count(std::string_view name, std::size_t n) { u32(name, static_cast<std::uint32_t>(n)); }
    void f32(std::string_view name, float v) {
        begin(name, schema::Scalar::F32, v);
        bytes_.f32(v);
        end();
    }
    void string(std::string_view name, std::string_view text) {
        begin(name, schema::Scalar::String, std::string(text));
        bytes_.string(text);
        end();
    }
    void bytes(std::string_view name, std::string_view data, State state = State::Known) {
        if (data.empty()) return;
        begin(name, schema::Scalar::Bytes, std::string(data));
        leaves_.back().state = state;
        bytes_.raw(data);
        end();
    }
    void vector(std::string_view name, Vec3 v) {
        in(name, [&] {
            f32("X", v.x);
            f32("Y", v.y);
            f32("Z", v.z);
        });
    }
    void quaternion(std::string_view name, Quat q) {
        in(name, [&] {
            f32("X", q.x);
            f32("Y", q.y);
            f32("Z", q.z);
            f32("W", q.w);
        });
    }
    /// Three small integers, packed.
    template <class T>
    void packed(std::string_view name, const std::array<T, 3>& v) {
        constexpr auto type = std::is_signed_v<T> ? schema::Scalar::I8 : schema::Scalar::U8;
        in(name, [&] {
            integer("X", type, v[0]);
            integer("Y", type, v[1]);
            integer("Z", type, v[2]);
        });
    }

    /// In a heap block of exactly its size, so that reading over the end traps.
    [[nodiscard]] File file() const { return bytes_.bytes(); }
    [[nodiscard]] const std::vector<WrittenLeaf>& leaves() const { return leaves_; }

private:
    void head(std::string_view type) {
        const int ordinal = ++seen_[std::string(type)];
        path_ = ordinal > 1 ? std::string(type) + "#" + std::to_string(ordinal) : std::string(type);
        string("Type", type);
    }

    template <class T>
    void integer(std::string_view name, schema::Scalar type, T v) {
        begin(name, type, static_cast<std::int64_t>(v));
        bytes_.value(v);
        end();
    }

    template <class Value>
    void begin(std::string_view name, schema::Scalar type, Value value) {
        leaves_.push_back({bytes_.size(), 0, type, State::Known, path_ + "." + std::string(name), std::move(value)});
    }
    void end() { leaves_.back().length = bytes_.size() - leaves_.back().offset; }

    void setNext(std::uint32_t offset) {
        leaves_[next_].value = std::int64_t{offset};
        bytes_.poke(leaves_[next_].offset, offset);
    }

    ByteWriter bytes_;
    std::vector<WrittenLeaf> leaves_;
    std::map<std::string, int> seen_;
    std::string path_;
    /// The latest NextSectionOffset among the leaves, once there is one.
    std::size_t next_ = 0;
    bool isChained_ = false;
};

}  // namespace abc::testing
