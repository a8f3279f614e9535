// Bytes left over at the end of a section: elements after a count that is too small, or what a count that is too large
// left of the last ones.
#include <algorithm>

#include "convert.h"
#include "fix_parts.h"

namespace abc {
namespace {

/// Elements of a list whose counts are tried: the last ones. Of lists of the section itself, and of lists in those.
constexpr std::uint32_t kElements = 8;
constexpr std::uint32_t kInnerElements = 2;

/// Whether other fields are as many as this one says.
bool isCounter(const Dialect& dialect, const Place& parent, const Place& child) {
    if (child.kind != Place::Kind::Leaf || child.field == nullptr || !schema::isInteger(child.type)) return false;
    if (child.field->setsVar != core::schema::Var()) return true;
    const auto fields = dialect.describe(parent.type.id()).fields;
    return std::any_of(fields.begin(), fields.end(), [&](const schema::Field& field) {
        return field.repeat == schema::Repeat::Counted && field.counterName == child.field->name;
    });
}

void collectCounters(const Walk& walk, const Place& place, std::uint32_t elements, std::vector<Place>& out) {
    walk.children(place, {}, 0, kNone, [&](const Place& child, const std::string&) {
        if (isCounter(walk.dialect(), place, child)) {
            out.push_back(child);
        } else if (child.kind == Place::Kind::Array && !child.type.isScalar()) {
            for (std::uint32_t i = child.count - std::min(child.count, elements); i < child.count; ++i) {
                collectCounters(walk, walk.element(child, i), kInnerElements, out);
            }
        }
    });
}

/// The counts of a section whose wrong value may leave bytes over at its end.
std::vector<Place> countFieldsOf(const Document& document, std::uint32_t section) {
    const Walk walk = document.walk();
    std::vector<Place> out;
    collectCounters(walk, walk.sections()[section], kElements, out);
    return out;
}

/// Makes a count another one by so much; nothing when it cannot hold that.
std::optional<Splice> changed(const Document& document, const Place& counter, std::int64_t by) {
    const std::uint32_t size = counter.end - counter.start;
    const std::int64_t value = std::int64_t{loadUnsigned(document.bytes, counter.start, size)} + by;
    if (value < 0 || value >= std::int64_t{1} << (8U * size)) return std::nullopt;
    std::vector<std::byte> bytes(size);
    for (std::uint32_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::byte>((static_cast<std::uint64_t>(value) >> (8U * i)) & 0xFFU);
    }
    return Splice{counter.start, counter.end, std::move(bytes)};
}

/// Bytes that are left over in a section when one of its counts is another one; nothing when it cannot be read so, or
/// when no reading is left.
std::optional<std::uint32_t> leftOver(Mending& file, std::uint32_t section, const Place& counter, std::int64_t by) {
    const auto splice = changed(file.document(), counter, by);
    if (!splice || !file.takeReading()) return std::nullopt;
    const std::vector<std::byte> bytes = spliced(file.document().bytes, {*splice});
    const Document document = parse(bytes);
    if (document.sections.size() != file.document().sections.size() || !document.faults.empty()) return std::nullopt;
    const auto end = dataEnd(document, section);
    if (!end) return std::nullopt;
    return document.sections[section].end - *end;
}

/// By how much a count must change for its section to end exactly; nothing when no change does that.
std::optional<std::int64_t> exactChange(Mending& file, std::uint32_t section, const Place& counter) {
    if (leftOver(file, section, counter, -1) == 0U) return -1;
    const auto afterOne = leftOver(file, section, counter, 1);
    if (!afterOne || *afterOne == 0) return afterOne ? std::optional(std::int64_t{1}) : std::nullopt;
    // Elements of one size: as many as fit. The first may come with more, as when its list had none.
    const auto afterTwo = leftOver(file, section, counter, 2);
    if (!afterTwo || *afterTwo >= *afterOne || *afterOne % (*afterOne - *afterTwo) != 0) return std::nullopt;
    const std::int64_t count = 1 + *afterOne / (*afterOne - *afterTwo);
    return leftOver(file, section, counter, count) == 0U ? std::optional(count) : std::nullopt;
}

}  // namespace

bool mayBeElements(Mending& file, std::uint32_t section) {
    const auto end = dataEnd(file.document(), section);
    if (!end) return true;
    const std::uint32_t length = file.document().sections[section].end - *end;
    for (const Place& counter : countFieldsOf(file.document(), section)) {
        const auto afterOne = leftOver(file, section, counter, 1);
        if ((afterOne && *afterOne < length) || leftOver(file, section, counter, -1) == 0U) return true;
    }
    return file.isSpent();
}

Operations countOfElements(Mending& file, std::uint32_t section) {
    Operations out;
    for (const Place& counter : countFieldsOf(file.document(), section)) {
        const auto by = exactChange(file, section, counter);
        const auto splice = by ? changed(file.document(), counter, *by) : std::nullopt;
        if (!splice || !file.cures({*splice}, Code::SectionTrailingBytes)) continue;
        out.push_back(replacing(splice->start, splice->end, splice->bytes));
    }
    return out.size() == 1 && !file.isSpent() ? out : Operations();
}

}  // namespace abc
