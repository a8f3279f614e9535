#include "edit_element.h"

#include <algorithm>

#include "words.h"

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Scalar;

namespace {

/// Whether elements of a type hold lists that have another length in each of them (Scope::Each).
bool usesEach(const Dialect& dialect, schema::Type type) {
    if (type.isScalar()) return false;
    const auto fields = dialect.describe(type.id()).fields;
    return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
        return dialect.has(field) && (field.var.scope() == schema::Scope::Each || usesEach(dialect, field.type));
    });
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
    if (value != nullptr && elements == nullptr) return refuse(path + " must be a list.");
    if (elements != nullptr && elements->size() != count) {
        return refuse(path + " has " + grouped(count) + " elements here, not " + grouped(elements->size()) + ".");
    }
    if (elements == nullptr && field.repeat == Repeat::Counted && count > field.count) {
        return refuse(path + " has " + grouped(count) + " elements according to its counter, but none are given.");
    }
    const std::size_t start = out_.size();
    const bool isOfEach = context_.ofEach && usesEach(dialect_, field.type);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (out_.size() > kMaxFileSize) return refuse(path + " is too large.");
        if (i == 1 && elements == nullptr && !isOfEach) {
            // The others are as the first, however many that are.
            const std::vector<std::byte> one(out_.begin() + static_cast<std::ptrdiff_t>(start), out_.end());
            if (one.empty()) return true;
            if (count > kMaxFileSize / one.size()) return refuse(path + " is too large.");
            out_.reserve(start + static_cast<std::size_t>(count) * one.size());
            for (; i < count; ++i) out_.insert(out_.end(), one.begin(), one.end());
            return true;
        }
        const EditValue* element = elements == nullptr ? nullptr : &(*elements)[i];
        if (isOfEach && i < context_.ofEach->size()) context_.set(context_.eachVar, (*context_.ofEach)[i]);
        if (!append(field, element, path + "[" + std::to_string(i) + "]")) return false;
    }
    return true;
}

const EditValue* ElementWriter::byName(schema::StructId id, const EditValue* value, EditValue& made,
                                       const std::string& path) {
    const auto fields = dialect_.describe(id).fields;
    if (const auto* inOrder = std::get_if<EditValue::List>(&value->value)) {
        const auto present = static_cast<std::uint64_t>(
            std::count_if(fields.begin(), fields.end(), [&](const Field& field) { return dialect_.has(field); }));
        if (present != inOrder->size()) {
            refuse(path + " has " + grouped(present) + " fields, not " + grouped(inOrder->size()) + ".");
            return nullptr;
        }
        EditValue::Fields named;
        for (const Field& field : fields) {
            if (dialect_.has(field)) named.push_back({std::string(field.name), (*inOrder)[named.size()]});
        }
        made.value = std::move(named);
        return &made;
    }
    const auto* named = std::get_if<EditValue::Fields>(&value->value);
    if (named == nullptr) {
        refuse(path + " must be an object of fields.");
        return nullptr;
    }
    for (const EditField& each : *named) {
        const bool isThere = std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
            return dialect_.has(field) && field.name == each.name;
        });
        if (isThere) continue;
        refuse(path + " has no field " + inQuotes(each.name) + ".");
        return nullptr;
    }
    return value;
}

bool ElementWriter::structure(schema::StructId id, const EditValue* value, const std::string& path) {
    EditValue made;
    const EditValue* const named = value == nullptr ? nullptr : byName(id, value, made, path);
    if (value != nullptr && named == nullptr) return false;
    Counters counters{};
    for (const Field& field : dialect_.describe(id).fields) {
        if (!dialect_.has(field)) continue;
        if (!field.isMet(counters)) continue;
        const EditValue* given = fieldOf(named, field.name);
        const std::string fieldPath = field.name.empty() ? path : path + "." + std::string(field.name);
        bool isWritten = true;
        switch (field.repeat) {
            case Repeat::One: isWritten = single(id, field, named, counters, fieldPath); break;
            case Repeat::Times:
                isWritten = schema::isRange(field.type) ? range(field, given, fieldPath)
                                                        : list(field, field.count, given, fieldPath);
                break;
            case Repeat::Counted:
                isWritten = list(field, std::uint64_t{counters[field.counter]} + field.count, given, fieldPath);
                break;
            case Repeat::Per:
                isWritten = list(field, std::uint64_t{context_.get(field.var)} + field.count, given, fieldPath);
                break;
            case Repeat::Tree:
            case Repeat::Recorded: break;
        }
        if (!isWritten) return false;
    }
    return true;
}

bool ElementWriter::single(schema::StructId id, const Field& field, const EditValue* named, Counters& counters,
                           const std::string& path) {
    const EditValue* given = fieldOf(named, field.name);
    const auto fields = dialect_.describe(id).fields;
    const auto counted = std::find_if(fields.begin(), fields.end(), [&](const Field& later) {
        return later.repeat == Repeat::Counted && later.counter == field.slot && dialect_.has(later);
    });
    EditValue count;
    if (counted != fields.end()) {
        const EditValue* elements = fieldOf(named, counted->name);
        const auto* known = elements == nullptr ? nullptr : std::get_if<EditValue::List>(&elements->value);
        const double size = known == nullptr ? 0 : static_cast<double>(known->size()) - counted->count;
        const auto* said = given == nullptr ? nullptr : std::get_if<double>(&given->value);
        const bool isFree = elements != nullptr && known == nullptr;
        if (said != nullptr && *said != size && !isFree)
            return refuse(path + " counts " + std::string(counted->name) + ", so it must be " + decimal(size) + ".");
        count.value = size;
        if (given == nullptr) given = &count;
    }
    if (!append(field, given, path)) return false;
    if (!schema::isInteger(field.type)) return true;
    const std::uint32_t size = schema::scalarSize(field.type.scalar());
    if (out_.size() < size) return refuse(path + " has too few bytes.");
    counters[field.slot] = loadUnsigned(Bytes(out_), out_.size() - size, size);
    if (field.setsVar != schema::Var()) context_.set(field.setsVar, counters[field.slot]);
    return true;
}

/// Bytes or characters, as many as the format says.
bool ElementWriter::range(const Field& field, const EditValue* given, const std::string& path) {
    const std::size_t end = out_.size() + field.count;
    if (field.type.scalar() == Scalar::Chars) {
        if (!leaf(field, given, path)) return false;
    } else if (given != nullptr) {
        const auto* bytes = std::get_if<EditValue::Bytes>(&given->value);
        if (bytes == nullptr || bytes->size() != field.count)
            return refuse(path + " is " + grouped(field.count) + " bytes.");
        out_.insert(out_.end(), bytes->begin(), bytes->end());
    }
    out_.resize(end);
    return true;
}

}  // namespace core
