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
std::vector<std::byte> numberBytes(T value, std::size_t size = sizeof(T)) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&value);
    return {bytes, bytes + size};
}

/// A limit of a type in digits.
std::string digits(double limit) {
    return (limit < 0 ? "−" : "") + grouped(static_cast<std::uint64_t>(std::abs(limit)));
}

}  // namespace

Edited Editor::run(std::span<const Operation> operations) {
    const Bytes before = document_->bytes;
    Edited edited;
    if (!makeAll(operations)) {
        edited.refusal = std::move(refusal_);
        return edited;
    }
    edited.splices = sum_.of(before, bytes_);
    edited.lists = std::move(lists_);
    edited.bytes =
        own_.empty() && !bytes_.empty() ? std::vector<std::byte>(bytes_.begin(), bytes_.end()) : std::move(own_);
    return edited;
}

bool Editor::makeAll(std::span<const Operation> operations) {
    for (operation_ = 0; operation_ < operations.size(); ++operation_) {
        if (!make(operations[operation_]) || refusal_ || !hasRoom() || !isConsistent()) return false;
    }
    if (hasTexts_ || isCollecting()) {
        (void)settled();
    } else {
        apply();
    }
    return !refusal_;
}

bool Editor::hasRoom(std::uint64_t more) {
    const auto size = static_cast<std::int64_t>(bytes_.size()) + splices_.growth();
    if (more <= kMaxFileSize && size + static_cast<std::int64_t>(more) <= static_cast<std::int64_t>(kMaxFileSize))
        return true;
    return refuse("The file would be larger than " + grouped(kMaxFileSize) + " bytes.");
}

bool Editor::isConsistent() {
    return !splices_.isContradictory() || refuse("Two parts of this change affect the same bytes.");
}

bool Editor::make(const Operation& operation) {
    force_ = operation.force;
    switch (operation.kind) {
        case Operation::Kind::Set: return setAt(operation.path, operation.value);
        case Operation::Kind::ReplaceBytes: return replaceBytes(operation);
        case Operation::Kind::Convert: return convert(operation);
        case Operation::Kind::Insert:
        case Operation::Kind::Remove:
        case Operation::Kind::Duplicate:
        case Operation::Kind::Move: return changeLists(operation);
        default: return makeMeant(operation);
    }
}

Meant Editor::meantBy(const Document& /*state*/, const Operation& /*operation*/) const {
    return {{}, "Only models can be changed this way."};
}

bool Editor::makeMeant(const Operation& operation) {
    const Meant meant = meantBy(settled(), operation);
    if (!meant.refusal.empty()) return refuse(meant.refusal);
    return std::all_of(meant.operations.begin(), meant.operations.end(), [this](const Operation& each) {
        return make(each) && !refusal_ && hasRoom() && isConsistent();
    });
}

std::optional<std::vector<std::byte>> Editor::spelt(const Place& /*leaf*/, const std::string& path,
                                                    const EditValue& /*value*/) {
    refuse(path + " must be bytes.");
    return std::nullopt;
}

bool Editor::changeElements(const Operation& operation) {
    return refuse("Nothing can be added to a list of this text, or removed: " + inQuotes(operation.path) + ".");
}

bool Editor::convert(const Operation& /*operation*/) {
    return refuse("A file of this kind cannot be converted to another version.");
}

void Editor::apply(bool always) {
    if (splices_.empty() && !always) return;
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
    return isStale_ || document_ == nullptr || isCollecting() ? settled() : *document_;
}

const Document& Editor::settled() {
    const bool wereLists = isCollecting();
    if (wereLists) makeCollected();
    apply(wereLists);
    if (document_ == nullptr) {
        document_ = &read_.emplace(parse(bytes_));
        ++generation_;
    }
    isStale_ = false;
    if (wereLists) {
        checkCollected();
        if (!refusal_) afterMade();
        collected_.clear();
        collectedBytes_ = 0;
    }
    if (hasTexts_ || wereLists) {
        hasTexts_ = false;
        afterCounted();
    }
    return *document_;
}

void Editor::overwrite(std::uint32_t at, std::uint32_t size, std::uint32_t value) {
    if (loadUnsigned(bytes_, at, size) == value) return;
    std::memcpy(own_.data() + at, &value, size);
    sum_.touch(at, at + size);
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
    if (there.empty()) return refuse("The file has no field " + missing + ".");
    if (place->kind == Place::Kind::Array) {
        return refuse(std::string(there) + " has " + grouped(place->count) + " elements; " + missing +
                      " does not exist.");
    }
    return refuse(std::string(there) + " has no field " + missing + ".");
}

bool Editor::isShape(const Place& leaf) const {
    if (isText()) return decidesShape(leaf);
    if (leaf.field == nullptr) return true;
    if (leaf.field->isHead || leaf.field->setsVar != schema::Var() || decidesShape(leaf)) return true;
    if (!schema::isInteger(leaf.type) || leaf.field->repeat != schema::Repeat::One) return false;
    const auto fields = holderOf(*leaf.field).fields;
    return std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
        const bool isCounted = field.repeat == schema::Repeat::Counted && field.counter == leaf.field->slot;
        return isCounted ||
               std::any_of(field.conditions.begin(), field.conditions.end(), [&](const schema::Condition& condition) {
                   return condition.isSet() && condition.slot == leaf.field->slot;
               });
    });
}

std::optional<Place> Editor::placeAt(std::string_view path) {
    if (const auto place = present().walk().resolve(path)) return place;
    // A list without elements is no place.
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto parent = document_->walk().resolve(path.substr(0, dot));
    return parent ? document_->walk().arrayOf(*parent, path.substr(dot + 1)) : std::nullopt;
}

bool Editor::setAt(const std::string& path, const EditValue& value) {
    const auto place = placeAt(path);
    return place ? set(*place, path, value) : refuseMissing(path);
}

bool Editor::set(const Place& place, const std::string& path, const EditValue& value) {
    if (const auto* bytes = std::get_if<EditValue::Bytes>(&value.value)) return setBytes(path, *bytes);
    if (place.kind == Place::Kind::Leaf) return setLeaf(place, path, value);
    const auto* list = std::get_if<EditValue::List>(&value.value);
    if (place.kind == Place::Kind::Array)
        return list != nullptr ? setList(place, path, *list) : refuse(path + " must be a list.");
    if (place.kind == Place::Kind::File) return refuse("The whole file can be set only to bytes.");
    if (list != nullptr) {
        // Coordinates of a vector, rotation …
        std::vector<std::string> names;
        document_->walk().children(place, {}, 0, kNone,
                                   [&](const Place&, const std::string& name) { names.push_back(name); });
        if (names.size() != list->size()) {
            return refuse(path + " has " + grouped(names.size()) + (isText() ? " elements" : " fields") + ", not " +
                          grouped(list->size()) + ".");
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!setAt(path + names[i], (*list)[i])) return false;
        }
        return true;
    }
    const auto* fields = std::get_if<EditValue::Fields>(&value.value);
    if (fields == nullptr) return refuse(path + " must be an object of fields.");
    return std::all_of(fields->begin(), fields->end(),
                       [&](const auto& each) { return setAt(path + "." + each.name, each.value); });
}

bool Editor::setList(const Place& array, const std::string& path, const EditValue::List& values) {
    const std::uint32_t count = array.count;
    const auto common = static_cast<std::uint32_t>(std::min<std::size_t>(values.size(), count));
    for (std::uint32_t i = 0; i < common; ++i) {
        if (!setAt(path + "[" + std::to_string(i) + "]", values[i])) return false;
    }
    if (values.size() == count) return true;
    Operation rest;
    rest.force = force_;
    rest.path = path + "[" + std::to_string(common) + "]";
    rest.kind = values.size() > count ? Operation::Kind::Insert : Operation::Kind::Remove;
    rest.count = count - common;
    rest.values.assign(values.begin() + static_cast<std::ptrdiff_t>(common), values.end());
    return changeLists(rest);
}

/// Where bytes go that change no counter and no length of a text: the file is not to be read again for them.
std::optional<Place> Editor::placeOfValues(const std::string& path, Bytes bytes) const {
    if (isStale_ || hasTexts_ || isCollecting() || document_ == nullptr || !document_->faults.empty())
        return std::nullopt;
    const auto place = document_->walk().resolve(path);
    const bool isElement = place && place->field != nullptr && bytes.size() == place->end - place->start;
    if (!isElement || splices_.overlaps(place->start, place->end)) return std::nullopt;
    bool areValues = true;
    document_->walk().leaves(place->start, place->end, false, [&](const Place& leaf, const std::string& /*path*/) {
        const bool isNumber =
            leaf.field != nullptr && (schema::isInteger(leaf.type) || leaf.type == schema::Type(Scalar::F32));
        if (!areValues || (isNumber && !isShape(leaf))) return;
        const Bytes before = bytes_.subspan(leaf.start, leaf.end - leaf.start);
        const Bytes now = bytes.subspan(leaf.start - place->start, before.size());
        areValues = std::equal(before.begin(), before.end(), now.begin());
    });
    return areValues ? place : std::nullopt;
}

bool Editor::setBytes(const std::string& path, const EditValue::Bytes& bytes) {
    if (const auto place = placeOfValues(path, bytes)) {
        setWithBytes(*place, path, bytes);
        splices_.add(place->start, place->end, bytes);
        return true;
    }
    (void)settled();
    const auto now = placeAt(path);
    if (!now) return refuseMissing(path);
    // Bytes that no field describes may be anything, and so may the whole file.
    const bool isFree = now->field == nullptr && now->kind != Place::Kind::Struct;
    const bool isList = now->kind == Place::Kind::Array && now->field->repeat == schema::Repeat::Counted;
    if (isList && bytes.size() != now->end - now->start) return setListBytes(*now, path, bytes);
    // Texts and elements are counted elsewhere, too; the counters, which are in the first section, come with it.
    const bool isFirst =
        !document_->sections.empty() && now->field == nullptr && now->start == document_->sections.front().offset;
    const bool isCounted = now->kind != Place::Kind::Leaf || now->type == schema::Type(Scalar::String);
    if (!isFree && !isFirst && isCounted) {
        hasTexts_ = true;
        beforeCounted(*document_);
    }
    setWithBytes(*now, path, bytes);
    const std::uint32_t start = now->start;
    const std::size_t faults = document_->faults.size();
    const bool isLeaf = now->kind == Place::Kind::Leaf;
    const std::vector<std::uint32_t> counts = isLeaf ? std::vector<std::uint32_t>() : countsForOthers();
    splices_.add(start, now->end, bytes);
    if (!hasRoom()) return false;
    isStale_ = true;
    if (isFree) return true;
    const auto after = settled().walk().resolve(path);
    const bool isEmptied = !after && bytes.empty();
    const bool isSame = after && after->start == start && after->end - after->start == bytes.size();
    if (!(isSame || isEmptied) || document_->faults.size() > faults) return refuseBytes(path, bytes.size());
    if (isLeaf || countsForOthers() == counts) return true;
    return refuse("With these bytes " + path +
                  " would have a different number of elements, which other parts of the file depend on.");
}

/// As many elements as there are bytes for, where all are alike.
bool Editor::setListBytes(const Place& array, const std::string& path, const EditValue::Bytes& bytes) {
    const std::uint32_t stride = array.type.isScalar() ? schema::scalarSize(array.type.scalar())
                                 : document_->dialect.shape(array.type.id()) == Dialect::Shape::Fixed
                                     ? document_->dialect.minimumSize(array.type.id())
                                     : 0;
    if (stride == 0 || bytes.size() % stride != 0) return refuseBytes(path, bytes.size());
    const auto count = static_cast<std::uint32_t>(bytes.size() / stride);
    const std::uint32_t common = std::min(count, array.count);
    const auto at = [&](std::uint32_t element) {
        return bytes.begin() + static_cast<std::ptrdiff_t>(std::size_t{element} * stride);
    };
    if (common > 0) splices_.add(array.start, array.start + common * stride, {bytes.begin(), at(common)});
    isStale_ = true;
    Operation rest;
    rest.force = force_;
    rest.path = path + "[" + std::to_string(common) + "]";
    rest.kind = count > common ? Operation::Kind::Insert : Operation::Kind::Remove;
    rest.count = array.count - common;
    for (std::uint32_t i = common; i < count; ++i) rest.values.push_back({EditValue::Bytes(at(i), at(i + 1))});
    return changeLists(rest);
}

/// What goes with leaves that get these bytes, as if each had been set.
void Editor::setWithBytes(const Place& place, const std::string& path, Bytes bytes) {
    if (place.field == nullptr) return;
    if (place.kind == Place::Kind::Leaf) return setWith(place, path, bytes);
    const bool isFixed = place.kind == Place::Kind::Struct && bytes.size() == place.end - place.start &&
                         document_->dialect.shape(place.type.id()) == Dialect::Shape::Fixed;
    if (!isFixed) return;
    document_->walk().leaves(place.start, place.end, true, [&](const Place& leaf, const std::string& leafPath) {
        if (leaf.field != nullptr)
            setWith(leaf, leafPath, bytes.subspan(leaf.start - place.start, leaf.end - leaf.start));
    });
}

bool Editor::refuseBytes(const std::string& path, std::size_t size) {
    return refuse("The " + grouped(size) + (size == 1 ? " byte" : " bytes") + " given cannot be read as " + path + ".");
}

bool Editor::setLeaf(const Place& leaf, const std::string& path, const EditValue& value) {
    const bool isString = leaf.type == schema::Type(Scalar::String);
    // A counter that is set by hand stays as it is set, whatever was made before.
    const bool isOfSection =
        hasTexts_ && !isString && leaf.field != nullptr && holderOf(*leaf.field).role == schema::Role::Section;
    if (leaf.field != nullptr && ((isString && !hasTexts_ && !splices_.empty()) || isOfSection)) {
        const auto again = settled().walk().resolve(path);
        return again ? setLeaf(*again, path, value) : refuseMissing(path);
    }
    if (leaf.field == nullptr && !isText()) return refuse(path + " must be bytes.");
    auto bytes = isText() ? spelt(leaf, path, value) : encode({leaf.type, *leaf.field, path}, value);
    if (!bytes || (leaf.field != nullptr && !namesSomething(leaf, path, value))) return false;
    std::uint32_t end = leaf.end;
    if (leaf.type == schema::Type(Scalar::Chars)) {
        // The text fills what it had, and after it stays what may be left over there.
        bytes->resize(std::max<std::size_t>(leaf.end - leaf.start, bytes->size()));
        end = leaf.start + static_cast<std::uint32_t>(bytes->size());
        if (end > bytes_.size()) return refuse("The file ends inside " + path + ".");
    }
    const bool isAdded = leaf.start != end && splices_.replace(leaf.start, end, *bytes);
    if (!isAdded && splices_.overlaps(leaf.start, end)) {
        // Another part of it was set before.
        const auto again = settled().walk().resolve(path);
        return again ? setLeaf(*again, path, value) : refuseMissing(path);
    }
    if (isString && !hasTexts_) {
        hasTexts_ = true;
        beforeCounted(*document_);
    }
    setWith(leaf, path, *bytes);
    if (!isAdded) splices_.add(leaf.start, end, std::move(*bytes));
    // In a file that could not all be read a text of another length can shift what the rest reads as.
    isStale_ = isStale_ || isShape(leaf) || (isString && !document_->faults.empty());
    return true;
}

/// A value that is out of range may stay.
bool Editor::namesSomething(const Place& leaf, const std::string& path, const EditValue& value) {
    const auto* number = std::get_if<double>(&value.value);
    if (number == nullptr || leaf.field->refers == schema::Refers() || force_) return true;
    const std::uint32_t size = leaf.end - leaf.start;
    if (size <= 4 && *number == loadUnsigned(bytes_, leaf.start, size)) return true;
    return isInRange(*leaf.field, path, *number, {});
}

bool Editor::isInRange(const Field& field, const std::string& path, double number, const std::string& within) {
    const auto limit = force_ ? std::nullopt : limitOfIndex(field, path, within);
    if (!limit || number < limit->count) return true;
    const bool isOne = limit->count == 1;
    const std::string there = grouped(limit->count) + " " + std::string(isOne ? limit->one : limit->several);
    return refuse(path + " would refer to " + std::string(limit->one) + " " +
                      grouped(static_cast<std::uint64_t>(number)) + ", but there " + (isOne ? "is " : "are ") + there +
                      ".",
                  true);
}

std::optional<std::vector<std::byte>> Editor::encode(const LeafAt& leaf, const EditValue& value) {
    const Scalar scalar = leaf.type.scalar();
    const auto* number = std::get_if<double>(&value.value);
    const auto* text = std::get_if<std::string>(&value.value);
    const auto refused = [&](const std::string& reason, bool canForce = false) {
        (void)refuse(leaf.path + reason, canForce);
        return std::nullopt;
    };
    switch (scalar) {
        case Scalar::F32: {
            if (number == nullptr) return refused(" must be a number.");
            if (!(std::abs(*number) <= double{std::numeric_limits<float>::max()})) {
                return refused(" must be a finite number that 32 bits can hold.");
            }
            return numberBytes(static_cast<float>(*number));
        }
        case Scalar::String:
        case Scalar::CString:
        case Scalar::Chars: {
            if (text == nullptr) return refused(" must be a string.");
            if (scalar != Scalar::String && text->find('\0') != std::string::npos) {
                return refused(" ends at the first zero, so it cannot contain one.");
            }
            const std::uint32_t most = scalar == Scalar::Chars ? leaf.field.count - 1 : 0xFFFF;
            if (text->size() > most) {
                return refused(" can hold " + grouped(most) + " characters, not " + grouped(text->size()) + ".");
            }
            const std::string warning = force_ ? std::string() : textWarning(leaf.field, *text);
            if (!warning.empty()) return refused(warning, true);
            std::vector<std::byte> bytes;
            if (scalar == Scalar::String) bytes = numberBytes(static_cast<std::uint16_t>(text->size()));
            const auto* characters = reinterpret_cast<const std::byte*>(text->data());
            bytes.insert(bytes.end(), characters, characters + text->size());
            if (scalar != Scalar::String) bytes.push_back(std::byte{});
            return bytes;
        }
        case Scalar::Bytes: return refused(" must be bytes.");
        default: {
            const auto [least, most] = limitsOf(scalar);
            if (number == nullptr || !(*number >= least && *number <= most) || *number != std::floor(*number)) {
                return refused(" must be a whole number from " + digits(least) + " to " + digits(most) + ".");
            }
            return numberBytes(static_cast<std::int64_t>(*number), schema::scalarSize(scalar));
        }
    }
}

bool Editor::replaceBytes(const Operation& operation) {
    const auto size = static_cast<std::uint32_t>(settled().bytes.size());
    if (operation.start > operation.end || operation.end > size) {
        return refuse("The bytes " + hex(operation.start) + ".." + hex(operation.end) +
                      " are not all within the file, which has " + grouped(size) + ".");
    }
    splices_.add(operation.start, operation.end, operation.bytes);
    isStale_ = true;
    return true;
}

}  // namespace core
