#include "editor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "words.h"

namespace core {

using schema::Field;
using schema::Scalar;

namespace {

/// The smallest and the largest number of an integer type.
std::pair<double, double> limitsOf(Scalar scalar) {
    const auto limits = [](auto zero) {
        using T = decltype(zero);
        return std::pair<double, double>(std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    };
    switch (scalar) {
        case Scalar::U8: return limits(std::uint8_t{});
        case Scalar::I8: return limits(std::int8_t{});
        case Scalar::U16: return limits(std::uint16_t{});
        case Scalar::I16: return limits(std::int16_t{});
        case Scalar::I32: return limits(std::int32_t{});
        default: return limits(std::uint32_t{});
    }
}

template <class T>
std::vector<std::byte> bytesOf(T value, std::size_t size = sizeof(T)) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    return {bytes, bytes + size};
}

std::vector<std::byte> bytesOf(std::string_view text) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return {bytes, bytes + text.size()};
}

/// A limit of a type in digits.
std::string digits(double limit) {
    return (limit < 0 ? "−" : "") + grouped(static_cast<std::uint64_t>(std::abs(limit)));
}

}  // namespace

Edited Editor::run(std::span<const Operation> operations) {
    const Bytes before = document_->bytes;
    for (operation_ = 0; operation_ < operations.size(); ++operation_) {
        if (make(operations[operation_]) && hasRoom()) continue;
        Edited refused;
        refused.refusal = std::move(refusal_);
        return refused;
    }
    apply();
    Edited edited;
    edited.splices = sum_.of(before, bytes_);
    edited.lists = std::move(lists_);
    edited.bytes =
        own_.empty() && !bytes_.empty() ? std::vector<std::byte>(bytes_.begin(), bytes_.end()) : std::move(own_);
    return edited;
}

bool Editor::hasRoom() {
    if (static_cast<std::int64_t>(bytes_.size()) + splices_.growth() <= static_cast<std::int64_t>(kMaxFileSize))
        return true;
    return refuse("The file would be larger than " + grouped(kMaxFileSize) + " bytes.");
}

bool Editor::make(const Operation& operation) {
    switch (operation.kind) {
        case Operation::Kind::Set: return setAt(operation);
        case Operation::Kind::ReplaceBytes: return replaceBytes(operation);
        default: return change(operation);
    }
}

bool Editor::change(const Operation&) {
    return refuse("Only values of this kind of file can be changed.");
}

void Editor::apply() {
    if (splices_.empty()) return;
    follow(*document_, splices_);
    sum_.add(splices_);
    std::vector<std::byte> after = splices_.apply(bytes_);
    // The document refers to the bytes.
    read_.reset();
    own_ = std::move(after);
    bytes_ = own_;
    splices_.clear();
    document_ = nullptr;
}

const Document& Editor::present() {
    return isStale_ || document_ == nullptr ? settled() : *document_;
}

const Document& Editor::settled() {
    apply();
    if (document_ == nullptr) document_ = &read_.emplace(parse(bytes_));
    isStale_ = false;
    return *document_;
}

bool Editor::refuse(std::string reason, bool canForce) {
    refusal_ = EditRefusal{std::move(reason), operation_, canForce};
    return false;
}

bool Editor::refuseMissing(std::string_view path) {
    const Walk walk = present().walk();
    std::string_view there = path;
    std::optional<Place> place;
    while (!place) {
        const std::size_t cut = there.find_last_of(".[");
        there = cut == std::string_view::npos ? std::string_view() : there.substr(0, cut);
        place = walk.resolve(there);
    }
    const std::string missing = inQuotes(path.substr(there.size()));
    if (there.empty()) return refuse("The file has no part " + missing + ".");
    if (place->kind == Place::Kind::Array) {
        return refuse(std::string(there) + " has " + grouped(place->count) + " elements, and none is " + missing + ".");
    }
    return refuse(std::string(there) + " has no part " + missing + ".");
}

bool Editor::isShape(const Place& leaf) const {
    if (leaf.field == nullptr) return true;
    if (leaf.field->isHead || leaf.field->setsVar != schema::Var::None || decidesShape(leaf)) return true;
    if (!schema::isInteger(leaf.type) || leaf.field->repeat != schema::Repeat::One) return false;
    for (const schema::Struct& type : document_->dialect.version().structs) {
        const auto fields = type.fields;
        if (std::less<>()(leaf.field, fields.data()) || !std::less<>()(leaf.field, fields.data() + fields.size()))
            continue;
        return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
            const bool isCounted = field.repeat == schema::Repeat::Counted && field.counter == leaf.field->slot;
            return isCounted || (field.isConditional && field.condition == leaf.field->slot);
        });
    }
    return false;
}

bool Editor::setAt(const Operation& operation) {
    const auto place = present().walk().resolve(operation.path);
    if (!place) return refuseMissing(operation.path);
    return set(*place, operation.path, operation.value, operation.force);
}

bool Editor::set(const Place& place, const std::string& path, const EditValue& value, bool force) {
    if (const auto* bytes = std::get_if<EditValue::Bytes>(&value.value)) return setBytes(place, path, *bytes);
    if (place.kind == Place::Kind::Leaf) return setLeaf(place, path, value, force);
    return refuse(path + " takes bytes.");
}

bool Editor::setBytes(const Place& place, const std::string& path, const EditValue::Bytes& bytes) {
    const std::uint32_t size = place.end - place.start;
    if (place.field != nullptr && bytes.size() != size) {
        return refuse(path + " has " + grouped(size) + " bytes, not " + grouped(bytes.size()) + ".");
    }
    if (splices_.overlaps(place.start, place.end)) {
        (void)settled();
        return set(*present().walk().resolve(path), path, EditValue{bytes}, true);
    }
    splices_.add(place.start, place.end, bytes);
    isStale_ = true;
    return true;
}

bool Editor::setLeaf(const Place& leaf, const std::string& path, const EditValue& value, bool force) {
    auto bytes = encode(leaf, path, value, force);
    if (!bytes) return false;
    const std::uint32_t end =
        leaf.type == schema::Type(Scalar::Chars) ? leaf.start + static_cast<std::uint32_t>(bytes->size()) : leaf.end;
    if (leaf.start == end || !splices_.replace(leaf.start, end, *bytes)) {
        if (splices_.overlaps(leaf.start, end)) {
            // Another part of it was set before.
            (void)settled();
            const auto again = present().walk().resolve(path);
            return again ? setLeaf(*again, path, value, force) : refuseMissing(path);
        }
        splices_.add(leaf.start, end, std::move(*bytes));
    }
    isStale_ = isStale_ || isShape(leaf);
    return true;
}

std::optional<std::vector<std::byte>> Editor::encode(const Place& leaf, const std::string& path, const EditValue& value,
                                                     bool force) {
    const Scalar scalar = leaf.type.scalar();
    const auto* number = std::get_if<double>(&value.value);
    const auto* text = std::get_if<std::string>(&value.value);
    const auto refused = [&](const std::string& reason, bool canForce = false) {
        (void)refuse(path + reason, canForce);
        return std::nullopt;
    };
    switch (scalar) {
        case Scalar::F32: {
            if (number == nullptr) return refused(" is a number.");
            const auto single = static_cast<float>(*number);
            if (!std::isfinite(single)) return refused(" must be a finite number that 32 bits can hold.");
            return bytesOf(single);
        }
        case Scalar::String:
        case Scalar::CString:
        case Scalar::Chars: {
            if (text == nullptr) return refused(" is a text.");
            const bool hasZero = text->find('\0') != std::string::npos;
            if (scalar != Scalar::String && hasZero)
                return refused(" ends with the first zero, so its text can have none.");
            const std::string warning = force ? std::string() : textWarning(leaf, *text);
            if (!warning.empty()) return refused(warning, true);
            if (scalar == Scalar::Chars) {
                // What may be left over behind the end stays.
                const std::uint32_t most = leaf.field->count - 1;
                if (text->size() > most)
                    return refused(" can hold " + grouped(most) + " characters, not " + grouped(text->size()) + ".");
                auto bytes = bytesOf(std::string_view(*text));
                bytes.resize(std::max<std::size_t>(leaf.end - leaf.start, bytes.size() + 1));
                return bytes;
            }
            if (scalar == Scalar::CString) {
                auto bytes = bytesOf(std::string_view(*text));
                bytes.push_back(std::byte{});
                return bytes;
            }
            if (text->size() > 0xFFFF)
                return refused(" can hold 65,535 characters, not " + grouped(text->size()) + ".");
            auto bytes = bytesOf(static_cast<std::uint16_t>(text->size()));
            const auto characters = bytesOf(std::string_view(*text));
            bytes.insert(bytes.end(), characters.begin(), characters.end());
            return bytes;
        }
        case Scalar::Bytes: return refused(" takes bytes.");
        default: {
            if (number == nullptr) return refused(" is a number.");
            const auto [least, most] = limitsOf(scalar);
            if (!(*number >= least && *number <= most) || *number != std::floor(*number)) {
                return refused(" is a whole number from " + digits(least) + " to " + digits(most) + ".");
            }
            return bytesOf(static_cast<std::int64_t>(*number), schema::scalarSize(scalar));
        }
    }
}

bool Editor::replaceBytes(const Operation& operation) {
    const auto size = static_cast<std::uint32_t>(settled().bytes.size());
    if (operation.start > operation.end || operation.end > size) {
        return refuse("The bytes " + hex(operation.start) + ".." + hex(operation.end) +
                      " are not all in the file, which has " + grouped(size) + ".");
    }
    splices_.add(operation.start, operation.end, operation.bytes);
    isStale_ = true;
    return true;
}

}  // namespace core
