#include "compare.h"

#include <algorithm>
#include <iterator>

#include "from_js.h"

namespace bindings {
namespace {

/// A number, a text, several numbers, or null.
val valueOf(const core::ComparedValue& value) {
    if (value.text) return val(*value.text);
    if (value.numbers.empty()) return val::null();
    if (value.isOne) return val(value.numbers.front());
    return arrayOf(value.numbers, [](double number) { return number; });
}

val placeOf(const std::optional<core::ComparedPlace>& place) {
    if (!place) return val::null();
    val out = val::object();
    out.set("start", place->start);
    out.set("end", place->end);
    out.set("path", place->path);
    out.set("value", valueOf(place->value));
    out.set("isFloat", place->value.isFloat);
    return out;
}

val differenceOf(const core::Difference& difference) {
    val out = val::object();
    out.set("kind", enumName(core::kChangeNames, difference.change));
    out.set("left", placeOf(difference.left));
    out.set("right", placeOf(difference.right));
    out.set("where", difference.where);
    out.set("derived", difference.derived);
    out.set("differing", difference.differing);
    out.set("numbers", difference.numbers);
    out.set("deviation", difference.deviation);
    return out;
}

val groupOf(const core::DifferenceGroup& group) {
    val out = val::object();
    out.set("section", group.section);
    out.set("differences", arrayOf(group.differences, differenceOf));
    out.set("more", group.more);
    return out;
}

val tallyOf(const core::Tally& tally) {
    val out = val::object();
    out.set("kind", enumName(core::kChangeNames, tally.change));
    out.set("subject", enumName(core::kSubjectNames, tally.subject));
    out.set("role", enumName(core::schema::kRoleNames, tally.role));
    out.set("name", tally.name);
    out.set("renamed", tally.renamed);
    out.set("section", tally.section);
    out.set("derived", tally.derived);
    out.set("count", tally.count);
    out.set("farthest", tally.farthest);
    return out;
}

/// There may be hundreds of thousands: five numbers each, the first of which is the index of its kind.
val rangesOf(const std::vector<core::MatchedRange>& ranges) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(ranges.size() * 5);
    for (const core::MatchedRange& range : ranges) {
        numbers.insert(numbers.end(), {static_cast<std::uint32_t>(range.kind), range.left, range.leftEnd, range.right,
                                       range.rightEnd});
    }
    return copied(numbers);
}

/// Offsets and versions are stored in 32 bits; versions of some formats are negative.
std::uint32_t wordOf(const val& number) {
    if (!number.isNumber()) throw WrongArgument();
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(number.as<double>()));
}

/// The enumerator of a name. @throws {WrongArgument}
template <class Enum, std::size_t N>
Enum enumOf(const std::string_view (&names)[N], const val& name) {
    const auto* const found = std::find(std::begin(names), std::end(names), textOf(name));
    if (found == std::end(names)) throw WrongArgument();
    return static_cast<Enum>(found - std::begin(names));
}

core::OutlinePart partOf(const val& part) {
    if (!isObject(part)) throw WrongArgument();
    std::string reason;
    core::OutlinePart made{textOf(part["path"]),
                           latin1Of(textOf(part["label"]), reason),
                           enumOf<core::schema::Role>(core::schema::kRoleNames, part["role"]),
                           enumOf<core::State>(core::kStateNames, part["state"]),
                           wordOf(part["start"]),
                           wordOf(part["end"])};
    if (!reason.empty()) throw WrongArgument();
    return made;
}

core::Outline outlineOf(const val& outline) {
    if (!isObject(outline) || !outline["parts"].isArray()) throw WrongArgument();
    core::Outline made{wordOf(outline["size"]), wordOf(outline["version"]), {}};
    const auto count = outline["parts"]["length"].as<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) made.parts.push_back(partOf(outline["parts"][i]));
    return made;
}

}  // namespace

val comparisonObject(const core::Comparison& comparison) {
    val out = val::object();
    out.set("same", comparison.same);
    out.set("isPartial", comparison.isPartial);
    out.set("groups", arrayOf(comparison.groups, groupOf));
    out.set("tallies", arrayOf(comparison.tallies, tallyOf));
    out.set("rangeKinds", arrayOf(core::kRangeKindNames, [](std::string_view name) { return std::string(name); }));
    out.set("left", rangesOf(comparison.leftRanges));
    out.set("right", rangesOf(comparison.rightRanges));
    return out;
}

val comparedOutlines(const val& left, const val& right) {
    try {
        return comparisonObject(core::compare(outlineOf(left), outlineOf(right)));
    } catch (const std::exception&) {
        return val::null();
    }
}

}  // namespace bindings
