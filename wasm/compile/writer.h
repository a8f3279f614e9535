// Writes the bytes of a compiled model field by field, each named and checked against the schema that the reader
// follows, so that what is written cannot drift from what is read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "abc/math.h"
#include "core/dialect.h"
#include "ltb/fields.h"

namespace compiling {

using ltb::FieldName;

/// Fields come in the order of the schema, elements of lists by repeating the call. Fields that the version does not
/// have, or whose conditions do not hold, are taken and not written where they come up. A wrong name, type or length, a
/// field left out and a number that is none are remembered, and there is no file but the first such reason.
class Writer {
public:
    explicit Writer(const core::Dialect& dialect) : dialect_(dialect) {}

    /// A section whose fields `body` writes.
    template <class Body>
    void section(ltb::schema::Id id, Body body) {
        frames_.push_back({&dialect_.describe(id)});
        body();
        close();
    }
    /// A struct field, or one element of it, whose fields `body` writes.
    template <class Body>
    void element(FieldName name, Body body) {
        open(name);
        body();
        close();
    }

    void u8(FieldName name, std::uint32_t value) { integer(name, core::schema::Scalar::U8, value); }
    void u16(FieldName name, std::uint32_t value) { integer(name, core::schema::Scalar::U16, value); }
    void u32(FieldName name, std::size_t value);
    void f32(FieldName name, float value) { numbers<float>(name, std::span(&value, 1)); }
    void vector(FieldName name, abc::Vec3 value);
    void quaternion(FieldName name, abc::Quat value);
    void string(FieldName name, std::string_view value);
    /// So many numbers, or elements of a struct that consists of such numbers.
    template <class Number>
    void numbers(FieldName name, std::span<const Number> values) {
        packed(name, scalarOf<Number>(), std::as_bytes(values));
    }

    /// Whether all are numbers that can be rounded to those of the field; if not, the first reason is that.
    [[nodiscard]] bool areFinite(FieldName name, std::span<const float> values);

    /// Writes 0 for a number that only what follows it tells. Returns where it is, for `set`.
    [[nodiscard]] std::size_t later(FieldName name);
    /// Sets a number of 32 bits that was written before.
    void set(std::size_t at, std::size_t value);
    /// Bytes after such a number.
    [[nodiscard]] std::size_t bytesAfter(std::size_t at) const { return bytes_.size() - at - sizeof(std::uint32_t); }

    /// Empty as long as all is well.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    /// The file; nothing when there is a refusal. Call it last.
    [[nodiscard]] std::vector<std::byte> finish();

private:
    /// A struct being written: the field that it has come to, and how many elements of that are there.
    struct Frame {
        const core::schema::Struct* type;
        std::uint32_t layout = 0;
        std::size_t field = 0;
        std::uint64_t written = 0;
        /// Of a tree: elements that are still to come.
        std::uint64_t awaited = 1;
        std::array<std::uint32_t, core::schema::kMaxFields> counters{};
    };

    template <class Number>
    static constexpr core::schema::Scalar scalarOf() {
        using core::schema::Scalar;
        if constexpr (std::is_same_v<Number, float>) return Scalar::F32;
        if constexpr (std::is_same_v<Number, std::uint8_t>) return Scalar::U8;
        if constexpr (std::is_same_v<Number, std::int16_t>) return Scalar::I16;
        if constexpr (std::is_same_v<Number, std::uint16_t>) return Scalar::U16;
        if constexpr (std::is_same_v<Number, std::int32_t>) return Scalar::I32;
        if constexpr (std::is_same_v<Number, std::uint32_t>) return Scalar::U32;
    }

    void integer(FieldName name, core::schema::Scalar scalar, std::uint32_t value);
    void open(FieldName name);
    void close();
    /// The elements of a type that bytes are.
    void packed(FieldName name, core::schema::Scalar scalar, core::Bytes bytes);
    void floats(FieldName name, core::Bytes bytes);
    /// How many numbers of this kind an element consists of; 0: it consists of something else too.
    [[nodiscard]] std::size_t numbersIn(core::schema::Type type, core::schema::Scalar scalar) const;
    /// The field of this name, all before it being complete; null when it cannot come here.
    const core::schema::Field* seek(FieldName name);
    /// How many elements a field of the present struct has.
    [[nodiscard]] std::uint64_t wanted(const core::schema::Field& field) const;
    [[nodiscard]] std::uint32_t valueOf(core::schema::Var var) const;
    void next();
    void append(const void* data, std::size_t size);
    void refuse(std::string_view what, std::string_view why);

    const core::Dialect& dialect_;
    std::vector<std::byte> bytes_;
    std::string refusal_;
    std::vector<Frame> frames_;
    std::array<std::uint32_t, core::schema::kMaxVars> vars_{};
};

}  // namespace compiling
