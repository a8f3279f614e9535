#include "compare_report.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "compare_values.h"
#include "words.h"

namespace core::comparing {

using schema::Role;

Node ComparedFile::nodeOf(const Place& place, std::string path, std::size_t outer) const {
    Node node;
    node.place = place;
    node.path = std::move(path);
    if (outer < node.path.size() && node.path[outer] == '.') ++outer;
    node.nameAt = static_cast<std::uint32_t>(outer);
    if (place.kind == Place::Kind::Struct) {
        node.role = document.dialect.roleOf(place.type);
        const Text label = walk.label(place);
        if (label.length > 0) node.label = document.text(label);
    }
    return node;
}

std::vector<Node> ComparedFile::children(const Node& node) const {
    std::vector<Node> list;
    walk.children(node.place, node.path, 0, kNone, [&](const Place& child, const std::string& path) {
        list.push_back(nodeOf(child, path, node.path.size()));
    });
    return list;
}

Node ComparedFile::element(const Node& array, std::uint32_t index) const {
    const Place place = walk.element(array.place, index);
    std::string path = array.path;
    walk.appendName(place, path);
    return nodeOf(place, std::move(path), array.path.size());
}

bool CompareReport::same(std::uint32_t mine, std::uint32_t other, std::uint32_t length) const {
    return length == 0 || std::memcmp(left.bytes().at(mine, length), right.bytes().at(other, length), length) == 0;
}

bool CompareReport::equal(const Place& a, const Place& b) const {
    return a.end - a.start == b.end - b.start && same(a.start, b.start, a.end - a.start);
}

double CompareReport::distance(std::uint32_t mine, std::uint32_t other) const {
    double squares = 0;
    for (std::uint32_t at = 0; at < 12; at += 4) {
        const double axis =
            double{load<float>(right.bytes(), other + at)} - double{load<float>(left.bytes(), mine + at)};
        squares += axis * axis;
    }
    return std::isfinite(squares) ? std::sqrt(squares) : 0;
}

void CompareReport::changed(const Node& a, const Node& b, const Context& context) {
    Counted counted;
    counted.subject = b.place.state == State::Unreferenced ? Subject::Unreferenced : subjectOf(texts, context);
    if (counted.subject == Subject::Name) {
        counted.name = texts.idOf(textOf(left.bytes(), a.place));
        counted.renamed = texts.idOf(textOf(right.bytes(), b.place));
    } else {
        counted.name = nameFor(counted.subject, context);
    }
    if (counted.subject == Subject::Position && a.size() == 12 && b.size() == 12) {
        counted.farthest = distance(a.place.start, b.place.start);
    }
    put(Change::Changed, &a, &b, countedAs(context, counted.subject), counted);
}

void CompareReport::moved(const Node& a, const Node& b, const Context& context) {
    Context counted = context;
    counted.role = b.role;
    put(Change::Moved, &a, &b, counted, {.subject = Subject::Element, .name = texts.idOf(b.title())});
}

void CompareReport::removed(const Node& node, std::uint32_t at, const Context& context) {
    range(RangeKind::Removed, node.place.start, node.place.end, at, at);
    unmatched(Change::Removed, node, context);
}

void CompareReport::added(const Node& node, std::uint32_t at, const Context& context) {
    range(RangeKind::Added, at, at, node.place.start, node.place.end);
    unmatched(Change::Added, node, context);
}

void CompareReport::unmatchedRun(Change change, std::uint32_t start, std::uint32_t end, std::uint32_t at,
                                 const Context& context, const Counted& counted) {
    if (change == Change::Removed) {
        range(RangeKind::Removed, start, end, at, at);
    } else {
        range(RangeKind::Added, at, at, start, end);
    }
    unlisted(context.section, counted.count);
    shift();
    count(change, context, counted);
}

void CompareReport::unmatched(Change change, const Node& node, const Context& context) {
    if (node.place.kind == Place::Kind::Array && unmatchedArray(change, node, context)) return;
    Context counted = context;
    counted.role = node.role;
    const Subject subject = subjectOfUnmatched(node, context);
    const Counted what{.subject = subject, .name = nameForUnmatched(texts, subject, node, context)};
    put(change, change == Change::Removed ? &node : nullptr, change == Change::Removed ? nullptr : &node, counted,
        what);
}

// A list that is empty on one side is not there at all: what is in it is what was added.
bool CompareReport::unmatchedArray(Change change, const Node& array, const Context& context) {
    const ComparedFile& file = change == Change::Added ? right : left;
    const Role role = file.document.dialect.roleOf(array.place.type);
    if (array.place.count == 0 || role == Role::None) return false;
    Counted counted;
    const auto putOne = [&](const Node& node, Context inner, Role as) {
        inner.role = as;
        put(change, change == Change::Removed ? &node : nullptr, change == Change::Removed ? nullptr : &node, inner,
            counted);
    };
    if (!isNamed(role)) {
        counted.count = array.place.count;
        putOne(array, context, role);
        return true;
    }
    for (const Node& node : file.children(array)) {
        counted.name = texts.idOf(node.label);
        putOne(node, into(texts, context, node, &array), node.role);
    }
    return true;
}

void CompareReport::put(Change change, const Node* a, const Node* b, const Context& context, const Counted& counted) {
    const auto found = [](const Node& node) {
        const Place& place = node.place;
        return Found{place.start, place.end, node.path, place.kind, place.type, place.count};
    };
    if (hasRoom(context.section)) {
        const std::optional<Found> from = a == nullptr ? std::nullopt : std::optional(found(*a));
        const std::optional<Found> to = b == nullptr ? std::nullopt : std::optional(found(*b));
        row(context.section, change, from ? &*from : nullptr, to ? &*to : nullptr,
            context.where.empty() ? "The whole section" : context.where);
    } else {
        if (change != Change::Changed) shift();
        unlisted(context.section);
    }
    count(change, context, counted);
}

bool CompareReport::hasRoom(Texts::Id section) const {
    const auto place = groupPlaces_.find(section);
    return rows_ < kMaxDifferences &&
           (place == groupPlaces_.end() || groups_[place->second].differences.size() < kMaxSectionDifferences);
}

void CompareReport::row(Texts::Id section, Change change, const Found* a, const Found* b, std::string where) {
    if (change != Change::Changed) shift();
    ++rows_;
    Difference& made = groupOf(section).differences.emplace_back();
    made.change = change;
    made.where = std::move(where);
    const auto placeOf = [](const ComparedFile& file, const Found& found) {
        return ComparedPlace{found.start, found.end, found.path, valueOf(file, found)};
    };
    if (a != nullptr) made.left = placeOf(left, *a);
    if (b != nullptr) made.right = placeOf(right, *b);
    if (a != nullptr && b != nullptr && change == Change::Changed) measure(left, *a, right, *b, made);
}

void CompareReport::count(Change change, const Context& context, const Counted& counted) {
    const bool follows = change == Change::Changed && isConsequence(texts[context.field]);
    const bool isLayout = otherLayout_ && change != Change::Changed && counted.subject == Subject::Field;
    const std::array<std::uint32_t, 7> key{static_cast<std::uint32_t>(change),
                                           static_cast<std::uint32_t>(counted.subject),
                                           static_cast<std::uint32_t>(context.role),
                                           context.section,
                                           counted.name,
                                           counted.renamed,
                                           (follows || isLayout) ? 1U : 0U};
    const auto [place, isNew] = tallyPlaces_.try_emplace(key, tallies_.size());
    if (isNew) {
        Tally& made = tallies_.emplace_back();
        made.change = change;
        made.subject = counted.subject;
        made.role = context.role;
        made.derived = follows || isLayout;
        made.name = utf8FromLatin1(texts[counted.name]);
        made.renamed = utf8FromLatin1(texts[counted.renamed]);
        made.section = utf8FromLatin1(texts[context.section]);
    }
    Tally& tally = tallies_[place->second];
    tally.count += counted.count;
    tally.farthest = std::max(tally.farthest, counted.farthest);
}

DifferenceGroup& CompareReport::groupOf(Texts::Id section) {
    const auto [place, isNew] = groupPlaces_.try_emplace(section, groups_.size());
    if (isNew) groups_.emplace_back().section = utf8FromLatin1(texts[section]);
    return groups_[place->second];
}

Comparison CompareReport::finish() {
    Comparison result;
    for (DifferenceGroup& group : groups_) {
        for (Difference& difference : group.differences) {
            const std::size_t space = difference.where.rfind(' ');
            const std::string_view field =
                std::string_view(difference.where).substr(space == std::string::npos ? 0 : space + 1);
            difference.derived = isShifted_ && difference.change == Change::Changed && isConsequence(field);
        }
    }
    if (!isShifted_ && !otherLayout_) {
        for (Tally& tally : tallies_) tally.derived = false;
    }
    result.groups = std::move(groups_);
    result.tallies = std::move(tallies_);
    result.leftRanges = ranges_.finish(true, left.size());
    result.rightRanges = ranges_.finish(false, right.size());
    return result;
}

}  // namespace core::comparing
