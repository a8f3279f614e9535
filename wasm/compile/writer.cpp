#include "writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace compiling {

using core::schema::Field;
using core::schema::Repeat;
using core::schema::Scalar;
using core::schema::Type;
using core::schema::Var;

std::uint32_t Writer::valueOf(Var var) const {
    return dialect_.version().tables.derive(var, vars_);
}

std::uint64_t Writer::wanted(const Field& field) const {
    const Frame& frame = frames_.back();
    if (!dialect_.has(field) || !field.isMet(frame.counters)) return 0;
    if (field.isOfBits() && (frame.layout & field.varMask) == 0) return 0;
    switch (field.repeat) {
        case Repeat::Counted: return field.countFor(frame.counters[field.counter]);
        case Repeat::Per: return field.countFor(field.var == Var() ? frame.layout : valueOf(field.var));
        case Repeat::Tree: return frame.written + frame.awaited;
        default: return field.count;
    }
}

void Writer::next() {
    Frame& frame = frames_.back();
    const Field& field = frame.type->fields[frame.field++];
    if (field.repeat == Repeat::Tree) vars_[field.var.index()] = static_cast<std::uint32_t>(frame.written);
    frame.written = 0;
}

const Field* Writer::seek(FieldName name) {
    if (!refusal_.empty()) return nullptr;
    const Frame& frame = frames_.back();
    const auto fields = frame.type->fields;
    for (; frame.field < fields.size(); next()) {
        const Field& field = fields[frame.field];
        const std::uint64_t count = wanted(field);
        if (field.name == name.text() && frame.written < count) return &field;
        if (frame.written < count) break;
    }
    refuse(name.text(), "is not the next field");
    return nullptr;
}

void Writer::open(FieldName name) {
    const Field* const field = seek(name);
    if (field == nullptr) return;
    if (field->type.isScalar()) return refuse(name.text(), "is not a struct");
    ++frames_.back().written;
    Frame frame{&dialect_.describe(field->type.id())};
    if (field->layout != Var()) frame.layout = valueOf(field->layout);
    frames_.push_back(frame);
}

void Writer::close() {
    if (!refusal_.empty()) return;
    while (frames_.back().field < frames_.back().type->fields.size()) {
        const Field& field = frames_.back().type->fields[frames_.back().field];
        if (frames_.back().written < wanted(field)) return refuse(field.name, "is missing");
        next();
    }
    frames_.pop_back();
    if (frames_.empty()) return;
    Frame& outer = frames_.back();
    const Field& field = outer.type->fields[outer.field];
    if (field.repeat == Repeat::Tree) outer.awaited += std::uint64_t{vars_[field.childVar.index()]} - 1;
}

void Writer::integer(FieldName name, Scalar scalar, std::uint32_t value) {
    const Field* const field = seek(name);
    if (field == nullptr) return;
    if (field->type != Type(scalar)) return refuse(name.text(), "has a different type");
    const std::uint32_t size = core::schema::scalarSize(scalar);
    constexpr std::uint32_t kBits = 8;
    if (size < sizeof value && value >> (kBits * size) != 0) return refuse(name.text(), "is too large");
    if (!core::schema::holds(field->knownValues, value)) return refuse(name.text(), "is not known");
    Frame& frame = frames_.back();
    ++frame.written;
    frame.counters[field->slot] = value;
    if (field->setsVar != Var()) vars_[field->setsVar.index()] = value;
    append(&value, size);
}

void Writer::u32(FieldName name, std::size_t value) {
    if (value > core::kNone) return refuse(name.text(), "is too large");
    integer(name, Scalar::U32, static_cast<std::uint32_t>(value));
}

void Writer::string(FieldName name, std::string_view value) {
    const Field* const field = seek(name);
    if (field == nullptr) return;
    if (field->type != Type(Scalar::String)) return refuse(name.text(), "has a different type");
    if (value.size() > 0xFFFF) return refuse(name.text(), "is longer than 65,535 bytes");
    ++frames_.back().written;
    const auto length = static_cast<std::uint16_t>(value.size());
    append(&length, sizeof length);
    append(value.data(), value.size());
}

std::size_t Writer::numbersIn(Type type, Scalar scalar) const {
    if (type.isScalar()) {
        const bool isSo = type.scalar() == scalar || (type.scalar() == Scalar::Bytes && scalar == Scalar::U8);
        return isSo ? 1 : 0;
    }
    std::size_t count = 0;
    for (const Field& field : dialect_.describe(type.id()).fields) {
        const std::size_t each = field.isRuntimeArray() ? 0 : numbersIn(field.type, scalar);
        if (each == 0) return 0;
        count += each * field.count;
    }
    return count;
}

void Writer::packed(FieldName name, Scalar scalar, core::Bytes bytes) {
    if (bytes.empty()) return;
    const Field* const field = seek(name);
    if (field == nullptr) return;
    const std::size_t each = numbersIn(field->type, scalar) * core::schema::scalarSize(scalar);
    if (each == 0) return refuse(name.text(), "has a different type");
    const std::size_t count = bytes.size() / each;
    if (bytes.size() % each != 0 || frames_.back().written + count > wanted(*field)) {
        return refuse(name.text(), "has a different length");
    }
    frames_.back().written += count;
    if (scalar == Scalar::F32) return floats(name, bytes);
    append(bytes.data(), bytes.size());
}

/// Numbers that a text can say; a zero has no sign there.
void Writer::floats(FieldName name, core::Bytes bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(float)) {
        const float number = core::load<float>(bytes, at) + 0.0F;
        if (!areFinite(name, {&number, 1})) return;
        append(&number, sizeof number);
    }
}

bool Writer::areFinite(FieldName name, std::span<const float> values) {
    const bool are = std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
    if (!are) refuse(name.text(), "is not a finite number");
    return are;
}

void Writer::vector(FieldName name, abc::Vec3 value) {
    numbers<float>(name, std::array{value.x, value.y, value.z});
}

void Writer::quaternion(FieldName name, abc::Quat value) {
    numbers<float>(name, std::array{value.x, value.y, value.z, value.w});
}

std::size_t Writer::later(FieldName name) {
    const std::size_t at = bytes_.size();
    u32(name, 0);
    return at;
}

void Writer::set(std::size_t at, std::size_t value) {
    if (!refusal_.empty()) return;
    const auto number = static_cast<std::uint32_t>(value);
    std::memcpy(bytes_.data() + at, &number, sizeof number);
}

std::vector<std::byte> Writer::finish() {
    if (!refusal_.empty()) bytes_.clear();
    return std::move(bytes_);
}

void Writer::append(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), from, from + size);
}

void Writer::refuse(std::string_view what, std::string_view why) {
    if (!refusal_.empty()) return;
    for (const Frame& frame : frames_) refusal_.append(frame.type->name).append(" > ");
    refusal_.append("'").append(what).append("' ").append(why);
}

}  // namespace compiling
