#include "compare_list.h"

#include <algorithm>
#include <utility>

#include "compare_match.h"
#include "query.h"

namespace core::comparing {

using schema::Role;

namespace {

/// FNV-1a.
std::uint32_t hashOf(const FileBytes& bytes, std::uint32_t start, std::uint32_t end) {
    std::uint32_t hash = 0x811C9DC5;
    for (const std::byte byte : bytes.subspan(start, end - start)) {
        hash = (hash ^ std::to_integer<std::uint32_t>(byte)) * 0x01000193;
    }
    return hash;
}

class ElementLists {
public:
    ElementLists(CompareReport& report, Cells& cells, const Node& left, const Node& right, Context context,
                 Inside inside)
        : report_(report),
          cells_(cells),
          leftList_(left),
          rightList_(right),
          context_(std::move(context)),
          inside_(inside),
          left_(elementsOf(report.left.walk, report.left.document.dialect, left.place)),
          right_(elementsOf(report.right.walk, report.right.document.dialect, right.place)) {
        const Role role = report.left.document.dialect.roleOf(left.place.type);
        if (role != Role::None) context_.role = role;
    }

    void compare() {
        const std::vector<std::uint32_t> partner = aligned();
        std::uint32_t i = 0;
        std::uint32_t j = 0;
        for (std::uint32_t next = 0; next < leftCount(); ++next) {
            const std::uint32_t other = partner[next];
            if (other == kNoPartner) continue;
            between(i, next, j, other);
            report_.range(RangeKind::Equal, left_.starts[next], left_.starts[next + 1], right_.starts[other],
                          right_.starts[other + 1]);
            i = next + 1;
            j = other + 1;
        }
        between(i, leftCount(), j, rightCount());
        for (const Count& count : counts_) {
            if (count.counted.count > 0) report_.count(Change::Changed, count.context, count.counted);
        }
    }

private:
    /// Elements that differ in the same way: each is counted once, however much of it does.
    struct Count {
        Context context;
        Counted counted;
        bool follows = false;
        /// The element that was counted last.
        std::uint32_t last = kNone;
    };
    struct CountedCell {
        const Cell* cell;
        std::size_t count;
        /// Its distance from where it was can be told.
        bool isPoint;
    };

    [[nodiscard]] std::uint32_t leftCount() const { return leftList_.place.count; }
    [[nodiscard]] std::uint32_t rightCount() const { return rightList_.place.count; }

    std::vector<std::uint32_t> aligned() {
        const auto leftHash = [this](std::uint32_t index) {
            return hashOf(report_.left.bytes(), left_.starts[index], left_.starts[index + 1]);
        };
        const auto rightHash = [this](std::uint32_t index) {
            return hashOf(report_.right.bytes(), right_.starts[index], right_.starts[index + 1]);
        };
        const auto equal = [this](std::uint32_t i, std::uint32_t j) {
            const std::uint32_t length = left_.starts[i + 1] - left_.starts[i];
            return length == right_.starts[j + 1] - right_.starts[j] &&
                   report_.same(left_.starts[i], right_.starts[j], length);
        };
        return align({leftCount(), rightCount(), leftHash, rightHash, equal});
    }

    /// Elements without an equal: one beside the other as long as both sides have some.
    void between(std::uint32_t i, std::uint32_t leftEnd, std::uint32_t j, std::uint32_t rightEnd) {
        for (; i < leftEnd && j < rightEnd; ++i, ++j) {
            if (!compareValues(i, j)) lookInside(i, j);
        }
        unmatched(Change::Removed, report_.left, leftList_, left_, i, leftEnd, right_.starts[j]);
        unmatched(Change::Added, report_.right, rightList_, right_, j, rightEnd, left_.starts[i]);
    }

    /// Two elements that differ, value by value; false when their values do not lie at the same places.
    bool compareValues(std::uint32_t i, std::uint32_t j) {
        const std::uint32_t size = left_.starts[i + 1] - left_.starts[i];
        if (size != right_.starts[j + 1] - right_.starts[j]) return false;
        if (size > kMaxSmallElement || !left_.sizeTellsFields) return false;
        for (const CountedCell& cell : cellsOf(i, size)) compareCell(cell, i, j);
        return true;
    }

    void lookInside(std::uint32_t i, std::uint32_t j) {
        const Node a = report_.left.element(leftList_, i);
        const Node b = report_.right.element(rightList_, j);
        if (a.size() != b.size()) report_.shift();
        inside_(a, b, contextOf(a));
    }

    void compareCell(const CountedCell& counted, std::uint32_t i, std::uint32_t j) {
        const Cell& cell = *counted.cell;
        const std::uint32_t from = left_.starts[i] + cell.start;
        const std::uint32_t to = right_.starts[j] + cell.start;
        const std::uint32_t size = cell.end - cell.start;
        const bool same = report_.same(from, to, size);
        report_.range(same ? RangeKind::Equal : RangeKind::Changed, from, from + size, to, to + size);
        if (same) return;
        Count& count = counts_[counted.count];
        if (count.last != i) {
            count.last = i;
            ++count.counted.count;
            if (counted.isPoint) count.counted.farthest = std::max(count.counted.farthest, report_.distance(from, to));
        }
        if (!report_.hasRoom(context_.section)) {
            report_.unlisted(context_.section);
            return;
        }
        const Node a = report_.left.element(leftList_, i);
        const Node b = report_.right.element(rightList_, j);
        const Found mine{from, from + size, a.path + cell.suffix, cell.kind, cell.type, cell.count};
        const Found other{to, to + size, b.path + cell.suffix, cell.kind, cell.type, cell.count};
        report_.row(context_.section, Change::Changed, &mine, &other, contextOf(a).where + shownSuffix(cell.suffix));
    }

    /// Elements that only one side has; many of them at once when they are no longer listed.
    void unmatched(Change change, const ComparedFile& file, const Node& list, const Elements& elements,
                   std::uint32_t from, std::uint32_t end, std::uint32_t at) {
        std::uint32_t index = from;
        for (; index < end && report_.hasRoom(context_.section); ++index) {
            const Node node = file.element(list, index);
            if (change == Change::Removed) {
                report_.removed(node, at, contextOf(node));
            } else {
                report_.added(node, at, contextOf(node));
            }
        }
        if (index == end) return;
        const Node first = file.element(list, index);
        Counted counted;
        counted.subject = subjectOfUnmatched(first, context_);
        counted.name = nameForUnmatched(report_.texts, counted.subject, first, context_);
        counted.count = end - index;
        report_.unmatchedRun(change, elements.starts[index], elements.starts[end], at, context_, counted);
    }

    /// Elements here have no names of their own, whatever their role.
    [[nodiscard]] Context contextOf(const Node& element) { return into(report_.texts, context_, element, &leftList_); }

    /// The values of an element by its size.
    const std::vector<CountedCell>& cellsOf(std::uint32_t index, std::uint32_t size) {
        const auto [place, isNew] = bySize_.try_emplace(size);
        if (isNew) {
            for (const Cell& cell : cells_.of(report_.left, report_.texts, report_.left.element(leftList_, index))) {
                place->second.push_back(countedCell(cell));
            }
        }
        return place->second;
    }

    CountedCell countedCell(const Cell& cell) {
        Context context = context_;
        if (cell.role != Role::None) context.role = cell.role;
        if (cell.field != 0) context.field = cell.field;
        const Subject subject = subjectOf(report_.texts, context);
        const bool follows = isConsequence(report_.texts[context.field]);
        auto known = std::find_if(counts_.begin(), counts_.end(), [&](const Count& count) {
            return count.counted.subject == subject && count.follows == follows;
        });
        if (known == counts_.end()) {
            const Counted counted{.subject = subject, .name = nameFor(subject, context), .count = 0};
            counts_.push_back({countedAs(context, subject), counted, follows, kNone});
            known = counts_.end() - 1;
        }
        return {&cell, static_cast<std::size_t>(known - counts_.begin()),
                subject == Subject::Position && cell.end - cell.start == 12};
    }

    CompareReport& report_;
    Cells& cells_;
    const Node& leftList_;
    const Node& rightList_;
    Context context_;
    Inside inside_;
    Elements left_;
    Elements right_;
    std::vector<Count> counts_;
    std::map<std::uint32_t, std::vector<CountedCell>> bySize_;
};

}  // namespace

const std::vector<Cell>& Cells::of(const ComparedFile& file, Texts& texts, const Node& element) {
    const auto [place, isNew] = known_.try_emplace({element.place.type.code(), element.size()});
    if (isNew) {
        Cell inherited;
        inherited.role = element.role;
        add(file, texts, element, element.path.size(), element.place.start, inherited, place->second);
    }
    return place->second;
}

// As deep as the types of the format.
void Cells::add(const ComparedFile& file, Texts& texts, const Node& node, std::size_t elementPath,
                std::uint32_t elementStart, Cell inherited, std::vector<Cell>& cells) const {
    const std::vector<Node> children = node.place.kind == Place::Kind::Leaf ? std::vector<Node>() : file.children(node);
    if (children.empty() || (node.place.kind == Place::Kind::Struct && isTuple(children))) {
        inherited.suffix = node.path.substr(elementPath);
        inherited.start = node.place.start - elementStart;
        inherited.end = node.place.end - elementStart;
        inherited.kind = node.place.kind;
        inherited.type = node.place.type;
        inherited.count = node.place.count;
        cells.push_back(std::move(inherited));
        return;
    }
    for (const Node& child : children) {
        Cell inner;
        inner.role = child.role == Role::None ? inherited.role : child.role;
        inner.field = child.place.index == kNone ? texts.idOf(child.name()) : inherited.field;
        add(file, texts, child, elementPath, elementStart, inner, cells);
    }
}

void compareElements(CompareReport& report, Cells& cells, const Node& left, const Node& right, const Context& context,
                     Inside inside) {
    ElementLists(report, cells, left, right, context, inside).compare();
}

}  // namespace core::comparing
