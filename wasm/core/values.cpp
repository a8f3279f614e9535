#include "values.h"

namespace core {

using schema::Field;
using schema::Scalar;

void appendText(std::vector<std::byte>& out, std::string_view text) {
    assert(text.size() <= 0xFFFF);
    append(out, bytesOf(static_cast<std::uint16_t>(text.size())));
    append(out, Bytes(reinterpret_cast<const std::byte*>(text.data()), text.size()));
}

void appendNumber(std::vector<std::byte>& out, double value, Scalar type) {
    if (type == Scalar::F32) {
        append(out, bytesOf(static_cast<float>(value)));
    } else {
        append(out, Bytes(bytesOf(static_cast<std::int64_t>(value))).first(schema::scalarSize(type)));
    }
}

void appendUsual(std::vector<std::byte>& out, const Dialect& dialect, const Field& field) {
    for (std::uint32_t i = 0; !field.isRuntimeArray() && i < field.count; ++i) {
        if (!field.type.isScalar()) {
            for (const Field& inner : dialect.describe(field.type.id()).fields) {
                if (dialect.has(inner)) appendUsual(out, dialect, inner);
            }
        } else if (field.type.scalar() == Scalar::String) {
            appendText(out, {});
        } else if (field.type.scalar() == Scalar::CString) {
            out.push_back(std::byte{0});
        } else {
            appendNumber(out, field.usual, field.type.scalar());
        }
    }
}

double numberAt(const FileBytes& bytes, std::uint32_t offset, Scalar type) {
    switch (type) {
        case Scalar::U8: return load<std::uint8_t>(bytes, offset);
        case Scalar::I8: return load<std::int8_t>(bytes, offset);
        case Scalar::U16: return load<std::uint16_t>(bytes, offset);
        case Scalar::I16: return load<std::int16_t>(bytes, offset);
        case Scalar::U32: return load<std::uint32_t>(bytes, offset);
        case Scalar::I32: return load<std::int32_t>(bytes, offset);
        case Scalar::F32: return double{load<float>(bytes, offset)};
        case Scalar::String:
        case Scalar::Bytes:
        case Scalar::Chars:
        case Scalar::CString:
        case Scalar::Number:
        case Scalar::Word:
        case Scalar::Quoted:
        case Scalar::Space: break;
    }
    return 0;
}

}  // namespace core
