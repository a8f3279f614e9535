// Writes ABC bytes field by field, each named and checked against the schema that the reader follows, so
// that what is written cannot drift from what is read.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/bytes.h"
#include "field_name.h"
#include "math.h"
#include "versions.h"

namespace abc {

/// A file, or the reason why there is none.
struct Written {
    std::vector<std::byte> bytes;
    /// Empty when the file was written.
    std::string refusal;
};

/// Fields come in the order of the schema, array elements by repeating the call. A field that the version
/// does not have is taken and not written. A wrong name or type, or a field left out, is remembered, and
/// `finish` gives no file but the first such reason; only the lengths of counted arrays are the caller's business.
class Writer {
public:
    explicit Writer(const Dialect& dialect) : dialect_(dialect) {}

    /// A section whose data `body` writes. Its head is written here and linked to the section before. The wrapper of an
    /// LTB, which has no offset of the next, is written like one.
    template <class Body>
    void section(std::string_view type, schema::StructId id, Body body) {
        openSection(type, id);
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

    void integer(FieldName name, schema::Scalar scalar, std::uint32_t value);
    void u8(FieldName name, std::uint32_t value) { integer(name, schema::Scalar::U8, value); }
    void i8(FieldName name, int value) { integer(name, schema::Scalar::I8, static_cast<std::uint32_t>(value)); }
    void u16(FieldName name, std::uint32_t value) { integer(name, schema::Scalar::U16, value); }
    void u32(FieldName name, std::uint32_t value) { integer(name, schema::Scalar::U32, value); }
    void i32(FieldName name, std::int32_t value) {
        integer(name, schema::Scalar::I32, static_cast<std::uint32_t>(value));
    }
    void f32(FieldName name, float value);
    void string(FieldName name, std::string_view value);
    /// One or several elements of a struct that is nothing but floats, or so many floats.
    void floats(FieldName name, std::span<const float> values);
    /// A number in a row of structs that are nothing but numbers.
    struct Leaf {
        FieldName name;
        schema::Scalar scalar;
    };
    /// Elements of a struct that has these numbers, or these again and again, and nothing else.
    /// @param bytes as in the file
    void rows(FieldName name, std::span<const Leaf> leaves, Bytes bytes);
    void vector(FieldName name, Vec3 value);
    void quaternion(FieldName name, Quat value);
    /// A field of raw bytes; as many as the schema says.
    void raw(FieldName name, Bytes value);
    /// Data of a section that no version describes.
    void opaque(Bytes data) { append(data.data(), data.size()); }

    /// The file. Call it last.
    [[nodiscard]] Written finish();

private:
    /// A struct being written: the field it has come to and how many elements of that are there.
    struct Frame {
        const schema::Struct* type;
        std::size_t field = 0;
        std::uint32_t written = 0;
        /// The version lacks it, so that nothing of it is written.
        bool absent = false;
    };

    void openSection(std::string_view type, schema::StructId id);
    void open(FieldName name);
    void close();
    /// Moves to the field of this name and counts `count` elements of it; false when the version lacks it.
    bool take(FieldName name, schema::Type type, std::uint32_t count = 1);
    /// Counts elements of a field that comes next; false when the version lacks it.
    bool takeNext(const schema::Field& field, std::uint32_t count);
    /// The elements that bytes are, of so many bytes each. @param each 0: the type is not what it must be
    void packed(const schema::Field& field, std::size_t each, Bytes bytes);
    /// Calls `visit` for each number of a type. False: it has something else, or `visit` says so.
    template <class Visit>
    [[nodiscard]] bool eachNumber(schema::Type type, std::string_view name, Visit visit) const;
    /// The field of this name, all before it being complete; null when it cannot come here.
    const schema::Field* seek(FieldName name);
    [[nodiscard]] bool isComplete() const;
    void next();
    void append(const void* data, std::size_t size);
    void refuse(std::string_view what, std::string_view why);

    const Dialect& dialect_;
    Written out_;
    std::vector<Frame> frames_;
    /// Where the latest section's NextSectionOffset stands.
    std::optional<std::size_t> link_;
};

}  // namespace abc
