#include "edit_element.h"

#include <algorithm>

#include "words.h"

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Scalar;

namespace {

/// The value of a field, null when it is left out.
const EditValue* valueOf(const EditValue::Fields* values, std::string_view name) {
    if (values == nullptr) return nullptr;
    const auto found =
        std::find_if(values->begin(), values->end(), [name](const auto& each) { return each.name == name; });
    return found == values->end() ? nullptr : &found->value;
}

}  // namespace

bool ElementWriter::element(const Field& list, const EditValue* value, const std::string& path) {
    if (!append(list, value, path)) return false;
    ends_.push_back(static_cast<std::uint32_t>(out_.size()));
    return true;
}

bool ElementWriter::append(const Field& field, const EditValue* value, const std::string& path) {
    const auto* bytes = value == nullptr ? nullptr : std::get_if<EditValue::Bytes>(&value->value);
    if (bytes != nullptr) {
        out_.insert(out_.end(), bytes->begin(), bytes->end());
        return true;
    }
    return field.type.isScalar() ? leaf(field, value, path) : structure(field.type.id(), value, path);
}

bool ElementWriter::leaf(const Field& field, const EditValue* value, const std::string& path) {
    const Scalar scalar = field.type.scalar();
    const bool isText = scalar == Scalar::String || scalar == Scalar::CString || scalar == Scalar::Chars;
    EditValue usual;
    if (value == nullptr) {
        if (isText) {
            usual.value = std::string();
        } else {
            usual.value = field.usual;
        }
        value = &usual;
    }
    const auto bytes = encode_({field.type, field, path}, *value);
    if (!bytes) return false;
    out_.insert(out_.end(), bytes->begin(), bytes->end());
    return true;
}

bool ElementWriter::list(const Field& field, std::uint64_t count, const EditValue* value, const std::string& path) {
    if (value != nullptr && std::holds_alternative<EditValue::Bytes>(value->value)) {
        return append(field, value, path);
    }
    const auto* elements = value == nullptr ? nullptr : std::get_if<EditValue::List>(&value->value);
    if (value != nullptr && elements == nullptr) return refuse(path + " is a list.");
    if (elements != nullptr && elements->size() != count) {
        return refuse(path + " has " + grouped(count) + " elements here, not " + grouped(elements->size()) + ".");
    }
    if (elements == nullptr && field.repeat == Repeat::Counted && count > field.count) {
        return refuse(path + " has " + grouped(count) + " elements by its counter, and none is given.");
    }
    const std::size_t start = out_.size();
    for (std::uint32_t i = 0; i < count; ++i) {
        if (out_.size() > kMaxFileSize) return refuse(path + " is too large.");
        if (i == 1 && elements == nullptr && field.var != schema::Var::NodeCount) {
            // The others are as the first, however many that are.
            const std::vector<std::byte> one(out_.begin() + static_cast<std::ptrdiff_t>(start), out_.end());
            if (one.empty()) return true;
            if (count > kMaxFileSize / one.size()) return refuse(path + " is too large.");
            out_.reserve(start + static_cast<std::size_t>(count) * one.size());
            for (; i < count; ++i) out_.insert(out_.end(), one.begin(), one.end());
            return true;
        }
        const EditValue* element = elements == nullptr ? nullptr : &(*elements)[i];
        if (field.var == schema::Var::NodeCount && context_.deformation && i < context_.deformation->size()) {
            context_.set(schema::Var::DeformationVertexCount, (*context_.deformation)[i]);
        }
        if (!append(field, element, path + "[" + std::to_string(i) + "]")) return false;
    }
    return true;
}

bool ElementWriter::structure(schema::StructId id, const EditValue* value, const std::string& path) {
    const auto fields = dialect_.describe(id).fields;
    EditValue::Fields byName;
    const EditValue::Fields* values = nullptr;
    if (value != nullptr) {
        values = std::get_if<EditValue::Fields>(&value->value);
        if (const auto* inOrder = std::get_if<EditValue::List>(&value->value); inOrder != nullptr) {
            const auto present =
                std::count_if(fields.begin(), fields.end(), [&](const Field& f) { return dialect_.has(f); });
            if (static_cast<std::size_t>(present) != inOrder->size()) {
                return refuse(path + " has " + grouped(static_cast<std::uint64_t>(present)) + " parts, not " +
                              grouped(inOrder->size()) + ".");
            }
            std::size_t next = 0;
            for (const Field& field : fields) {
                if (dialect_.has(field)) byName.push_back({std::string(field.name), (*inOrder)[next++]});
            }
            values = &byName;
        }
        if (values == nullptr) return refuse(path + " is an object of fields.");
        for (const auto& [name, unused] : *values) {
            const bool isThere = std::any_of(fields.begin(), fields.end(), [&, &wanted = name](const Field& field) {
                return dialect_.has(field) && field.name == wanted;
            });
            if (!isThere) return refuse(path + " has no part " + inQuotes(name) + ".");
        }
    }
    std::array<std::uint32_t, schema::kMaxFields> counters{};
    for (const Field& field : fields) {
        if (!dialect_.has(field)) continue;
        if (field.isConditional && counters[field.condition] != field.conditionValue) continue;
        const EditValue* given = valueOf(values, field.name);
        const std::string fieldPath = field.name.empty() ? path : path + "." + std::string(field.name);
        switch (field.repeat) {
            case Repeat::One: {
                EditValue counted;
                const auto* const list =
                    std::find_if(fields.data(), fields.data() + fields.size(), [&](const Field& later) {
                        return later.repeat == Repeat::Counted && later.counter == field.slot && dialect_.has(later);
                    });
                if (list != fields.data() + fields.size()) {
                    const EditValue* elements = valueOf(values, list->name);
                    const auto* known = elements == nullptr ? nullptr : std::get_if<EditValue::List>(&elements->value);
                    const double size = known == nullptr ? 0 : static_cast<double>(known->size()) - list->count;
                    const auto* said = given == nullptr ? nullptr : std::get_if<double>(&given->value);
                    const bool isFree = elements != nullptr && known == nullptr;
                    if (said != nullptr && *said != size && !isFree) {
                        return refuse(fieldPath + " counts " + std::string(list->name) + ", so it is " + decimal(size) +
                                      ".");
                    }
                    counted.value = size;
                    if (given == nullptr) given = &counted;
                }
                if (!append(field, given, fieldPath)) return false;
                if (schema::isInteger(field.type)) {
                    const std::uint32_t size = schema::scalarSize(field.type.scalar());
                    if (out_.size() < size) return refuse(fieldPath + " has too few bytes.");
                    counters[field.slot] = loadUnsigned(Bytes(out_), out_.size() - size, size);
                    if (field.setsVar != schema::Var::None) context_.set(field.setsVar, counters[field.slot]);
                }
                break;
            }
            case Repeat::Times:
                if (schema::isRange(field.type)) {
                    if (field.type.scalar() == Scalar::Chars) {
                        const std::size_t end = out_.size() + field.count;
                        if (!leaf(field, given, fieldPath)) return false;
                        out_.resize(end);
                    } else {
                        const auto* bytes = given == nullptr ? nullptr : std::get_if<EditValue::Bytes>(&given->value);
                        if (given != nullptr && (bytes == nullptr || bytes->size() != field.count)) {
                            return refuse(fieldPath + " is " + grouped(field.count) + " bytes.");
                        }
                        if (bytes != nullptr) {
                            out_.insert(out_.end(), bytes->begin(), bytes->end());
                        } else {
                            out_.resize(out_.size() + field.count);
                        }
                    }
                } else if (!list(field, field.count, given, fieldPath)) {
                    return false;
                }
                break;
            case Repeat::Counted:
                if (!list(field, std::uint64_t{counters[field.counter]} + field.count, given, fieldPath)) return false;
                break;
            case Repeat::Per:
                if (!list(field, std::uint64_t{context_.get(field.var)} + field.count, given, fieldPath)) return false;
                break;
            case Repeat::Tree:
            case Repeat::Recorded: break;
        }
    }
    return true;
}

}  // namespace core
