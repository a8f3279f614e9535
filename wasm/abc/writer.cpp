#include "writer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/document.h"
#include "schema_common.h"

namespace abc {

using schema::Field;
using schema::Scalar;
using schema::Type;

void Writer::openSection(std::string_view type, schema::StructId id) {
    if (!frames_.empty()) refuse(type, "cannot be a section inside another");
    // Nothing is appended any more, so there is no link to set either.
    if (!out_.refusal.empty()) return;
    const auto here = static_cast<std::uint32_t>(out_.bytes.size());
    if (link_) std::memcpy(out_.bytes.data() + *link_, &here, sizeof here);
    frames_.push_back({&dialect_.describe(id)});
    string("Type", type);
    if (id == schema::Id::LtbHeader) return;
    link_ = out_.bytes.size();
    u32("NextSectionOffset", kLastSection);
}

void Writer::open(FieldName name) {
    const Field* field = seek(name);
    if (field == nullptr) return;
    if (field->type.isScalar()) return refuse(name.text(), "is not a struct");
    const bool present = take(name, field->type);
    frames_.push_back({&dialect_.describe(field->type.id()), 0, 0, !present});
}

void Writer::close() {
    if (!out_.refusal.empty()) return;
    while (frames_.back().field < frames_.back().type->fields.size()) {
        if (!isComplete()) return refuse(frames_.back().type->fields[frames_.back().field].name, "is missing");
        next();
    }
    frames_.pop_back();
}

/// True when nothing more of the current field has to come.
bool Writer::isComplete() const {
    const Frame& frame = frames_.back();
    const Field& field = frame.type->fields[frame.field];
    return field.isRuntimeArray() || frame.written == field.count || !dialect_.has(field);
}

void Writer::next() {
    ++frames_.back().field;
    frames_.back().written = 0;
}

const Field* Writer::seek(FieldName name) {
    if (!out_.refusal.empty()) return nullptr;
    if (frames_.empty()) {
        refuse(name.text(), "is outside all sections");
        return nullptr;
    }
    const Frame& frame = frames_.back();
    const auto fields = frame.type->fields;
    const auto comesLater = [&] {
        return std::any_of(fields.begin() + static_cast<std::ptrdiff_t>(frame.field) + 1, fields.end(),
                           [&](const Field& field) { return field.name == name.text() && dialect_.has(field); });
    };
    for (; frame.field < fields.size(); next()) {
        const Field& field = fields[frame.field];
        const bool open = field.isRuntimeArray() || frame.written < field.count;
        // Versions may have a field of the same name in different places: absent ones only take what has no other.
        if (field.name == name.text() && open && (dialect_.has(field) || !comesLater())) return &field;
        if (!isComplete()) break;
    }
    refuse(name.text(), "is not the next field");
    return nullptr;
}

bool Writer::take(FieldName name, Type type, std::uint32_t count) {
    const Field* field = seek(name);
    if (field == nullptr) return false;
    if (field->type != type) {
        refuse(name.text(), "has a different type");
        return false;
    }
    return takeNext(*field, count);
}

bool Writer::takeNext(const Field& field, std::uint32_t count) {
    Frame& frame = frames_.back();
    frame.written += count;
    return dialect_.has(field) && !frame.absent;
}

void Writer::integer(FieldName name, Scalar scalar, std::uint32_t value) {
    if (take(name, scalar)) append(&value, schema::scalarSize(scalar));
}

void Writer::f32(FieldName name, float value) {
    if (take(name, Scalar::F32)) append(&value, sizeof value);
}

void Writer::string(FieldName name, std::string_view value) {
    if (value.size() > 0xFFFF) return refuse(name.text(), "is longer than 65,535 bytes");
    if (!take(name, Scalar::String)) return;
    const auto length = static_cast<std::uint16_t>(value.size());
    append(&length, sizeof length);
    append(value.data(), value.size());
}

template <class Visit>
bool Writer::eachNumber(Type type, std::string_view name, Visit visit) const {
    if (type.isScalar()) return type.scalar() <= Scalar::F32 && visit(name, type.scalar());
    const auto fields = dialect_.describe(type.id()).fields;
    return std::all_of(fields.begin(), fields.end(), [&](const Field& field) {
        if (!dialect_.has(field)) return true;
        if (field.isRuntimeArray()) return false;
        for (std::uint32_t i = 0; i < field.count; ++i) {
            if (!eachNumber(field.type, field.name, visit)) return false;
        }
        return true;
    });
}

void Writer::packed(const Field& field, std::size_t each, Bytes bytes) {
    if (each == 0) return refuse(field.name, "is made of something else");
    const std::size_t count = bytes.size() / each;
    const bool fits = field.isRuntimeArray() || frames_.back().written + count <= field.count;
    if (bytes.size() % each != 0 || !fits) return refuse(field.name, "has a different length");
    if (takeNext(field, static_cast<std::uint32_t>(count))) append(bytes.data(), bytes.size());
}

void Writer::floats(FieldName name, std::span<const float> values) {
    const Field* const field = seek(name);
    if (field == nullptr) return;
    std::size_t each = 0;
    const bool areFloats = eachNumber(field->type, field->name, [&](std::string_view, Scalar scalar) {
        each += sizeof(float);
        return scalar == Scalar::F32;
    });
    packed(*field, areFloats ? each : 0, std::as_bytes(values));
}

void Writer::rows(FieldName name, std::span<const Leaf> leaves, Bytes bytes) {
    const Field* const field = seek(name);
    if (field == nullptr) return;
    std::size_t each = 0;
    std::size_t next = 0;
    const bool isSo = eachNumber(field->type, field->name, [&](std::string_view leaf, Scalar scalar) {
        each += schema::scalarSize(scalar);
        const auto& [expected, type] = leaves[next++ % leaves.size()];
        return expected.text() == leaf && type == scalar;
    });
    packed(*field, isSo && next % leaves.size() == 0 ? each : 0, bytes);
}

void Writer::vector(FieldName name, Vec3 value) {
    floats(name, std::array{value.x, value.y, value.z});
}

void Writer::quaternion(FieldName name, Quat value) {
    floats(name, std::array{value.x, value.y, value.z, value.w});
}

void Writer::raw(FieldName name, Bytes value) {
    const Field* field = seek(name);
    if (field == nullptr) return;
    if (field->count != value.size()) return refuse(name.text(), "has a different length");
    if (take(name, schema::isRange(field->type) ? field->type : Scalar::Bytes, field->count))
        append(value.data(), value.size());
}

Written Writer::finish() {
    if (!frames_.empty()) refuse("the end", "came before a struct was closed");
    if (!out_.refusal.empty()) out_.bytes.clear();
    return std::move(out_);
}

void Writer::append(const void* data, std::size_t size) {
    if (!out_.refusal.empty()) return;
    const auto* from = static_cast<const std::byte*>(data);
    out_.bytes.insert(out_.bytes.end(), from, from + size);
}

void Writer::refuse(std::string_view what, std::string_view why) {
    if (!out_.refusal.empty()) return;
    for (const Frame& frame : frames_) out_.refusal.append(frame.type->name).append(" > ");
    out_.refusal.append("'").append(what).append("' ").append(why);
}

}  // namespace abc
