#include "compare.h"

#include <algorithm>
#include <utility>

#include "compare_list.h"
#include "compare_match.h"
#include "compare_values.h"
#include "values.h"

namespace core {
namespace comparing {
namespace {

using schema::Role;

/// Small elements of unlike sizes whose fields are looked at one by one; more of them would take seconds.
constexpr std::uint32_t kMaxDescents = 1000;

std::string_view typeName(const ComparedFile& file, schema::Type type) {
    return type.isScalar() ? nameOf(schema::kScalarNames, type.scalar())
                           : file.document.dialect.describe(type.id()).name;
}

/// Walks through both structures.
class StructurePairs {
public:
    using Nodes = std::vector<Node>;

    explicit StructurePairs(CompareReport& report) : report_(report) {}

    /// Nodes at the outermost level, and what is in them.
    void sections(const Nodes& mine, const Nodes& others) { named(mine, others, {}, 0, 0, nullptr); }

private:
    using ContextOf = FunctionRef<Context(const Node&)>;

    /// Two nodes that are the same thing.
    void pair(const Node& a, const Node& b, const Context& context) {
        const Place::Kind kind = a.place.kind;
        if (report_.isUnread()) {
            unread(a, b, context);
        } else if (report_.equal(a.place, b.place)) {
            report_.range(RangeKind::Equal, a.place, b.place);
        } else if (kind == Place::Kind::Leaf || kind != b.place.kind) {
            leaves(a, b, context);
        } else if (kind == Place::Kind::Array) {
            arrays(a, b, context);
        } else {
            fields(a, b, context);
        }
    }

    void fields(const Node& a, const Node& b, const Context& context) {
        const Nodes mine = report_.left.children(a);
        const Nodes others = report_.right.children(b);
        if (isTuple(mine) && isTuple(others)) {
            report_.range(RangeKind::Changed, a.place, b.place);
            report_.changed(a, b, context);
            return;
        }
        const auto pairs = pairByKey(keys(mine, &Node::name), keys(others, &Node::name),
                                     [](std::uint32_t, std::uint32_t) { return false; });
        each(pairs, mine, others, a.place.start, b.place.start,
             [&](const Node& node) { return within(report_.texts, context, node); });
    }

    std::vector<std::uint32_t> keys(const Nodes& nodes, std::string_view (Node::*nameOfNode)() const) {
        std::vector<std::uint32_t> list;
        list.reserve(nodes.size());
        for (const Node& node : nodes) list.push_back(report_.texts.idOf((node.*nameOfNode)()));
        return list;
    }

    /// Each pair in turn, and what has no partner where the walk stands in the other file.
    void each(const std::vector<Pair>& pairs, const Nodes& mine, const Nodes& others, std::uint32_t leftEnd,
              std::uint32_t rightEnd, ContextOf contextOf) {
        for (const Pair& one : pairs) {
            if (one.left != kNoPartner && one.right != kNoPartner) {
                const Node& from = mine[one.left];
                const Node& to = others[one.right];
                const Context context = contextOf(to);
                if (from.role == Role::Node) nodes_[one.right] = one.left;
                if (one.moved) report_.moved(from, to, context);
                pair(from, to, context);
                // What was moved is no place to go on from.
                if (one.moved) continue;
                leftEnd = from.place.end;
                rightEnd = to.place.end;
            } else if (one.left != kNoPartner) {
                report_.removed(mine[one.left], rightEnd, contextOf(mine[one.left]));
            } else {
                report_.added(others[one.right], leftEnd, contextOf(others[one.right]));
            }
        }
    }

    void arrays(const Node& a, const Node& b, const Context& context) {
        const bool isOneType = typeName(report_.left, a.place.type) == typeName(report_.right, b.place.type);
        if (isNumeric(a.place.type) && isOneType) {
            numbers(a, b, context);
            return;
        }
        const Role role = report_.left.document.dialect.roleOf(a.place.type);
        if (isNamed(role)) {
            named(report_.left.children(a), report_.right.children(b), context, a.place.start, b.place.start, &a);
        } else if (role == Role::NodeTransforms) {
            byNode(a, b, context);
        } else if (isOneType) {
            compareElements(
                report_, cells_, a, b, context,
                [this](const Node& mine, const Node& other, const Context& inner) { inside(mine, other, inner); });
        } else {
            leaves(a, b, context);
        }
    }

    /// Elements with names, and sections.
    void named(const Nodes& mine, const Nodes& others, const Context& context, std::uint32_t leftStart,
               std::uint32_t rightStart, const Node* array) {
        const auto pairs = pairByKey(keys(mine, &Node::title), keys(others, &Node::title),
                                     [&](std::uint32_t i, std::uint32_t j) { return alike(mine[i], others[j]); });
        each(pairs, mine, others, leftStart, rightStart,
             [&](const Node& node) { return into(report_.texts, context, node, array); });
    }

    /// Whether two elements of unlike names are one that was renamed: more than half of its fields is as it was.
    [[nodiscard]] bool alike(const Node& from, const Node& to) const {
        if (from.role != to.role || from.role == Role::Section || from.role == Role::None) return false;
        if (report_.isUnread() || from.size() - from.label.size() != to.size() - to.label.size()) return false;
        const Nodes mine = report_.left.children(from);
        const Nodes others = report_.right.children(to);
        std::uint64_t size = 0;
        std::uint64_t same = 0;
        for (std::size_t i = 0; i < std::min(mine.size(), others.size()); ++i) {
            if (mine[i].place.type == schema::Type(schema::Scalar::String)) continue;
            size += mine[i].size();
            if (report_.equal(mine[i].place, others[i].place)) same += mine[i].size();
        }
        return same * 2 > size;
    }

    /// Movement of the nodes: each beside that of the same node.
    void byNode(const Node& a, const Node& b, const Context& context) {
        Nodes mine = report_.left.children(a);
        Nodes others = report_.right.children(b);
        nameAsNodes(report_.left, leftNames_, mine);
        nameAsNodes(report_.right, rightNames_, others);
        std::vector<std::uint32_t> keysOfMine(mine.size());
        for (std::uint32_t i = 0; i < mine.size(); ++i) keysOfMine[i] = i;
        std::vector<std::uint32_t> keysOfOthers(others.size());
        for (std::uint32_t j = 0; j < others.size(); ++j) {
            const auto partner = nodes_.find(j);
            // Nodes that are the same in both files were passed over. A new node has a number that no other has.
            const std::uint32_t key = partner == nodes_.end() ? kNone - j : partner->second;
            keysOfOthers[j] = nodes_.empty() ? j : key;
        }
        const auto pairs = pairByKey(keysOfMine, keysOfOthers, [](std::uint32_t, std::uint32_t) { return false; });
        each(pairs, mine, others, a.place.start, b.place.start,
             [&](const Node& node) { return into(report_.texts, context, node, &a); });
    }

    /// Movement is stored one list a node, without its name.
    static void nameAsNodes(const ComparedFile& file, std::optional<std::vector<std::string_view>>& names,
                            Nodes& lists) {
        if (!names) names = nodeNames(file);
        for (Node& list : lists) {
            const std::uint32_t index = list.place.index;
            list.label = index < names->size() ? (*names)[index] : std::string_view();
        }
    }

    /// Names of the nodes of a model, in their order.
    static std::vector<std::string_view> nodeNames(const ComparedFile& file) {
        std::vector<std::string_view> names;
        for (const Place& section : file.walk.sections()) {
            file.walk.childrenFrom(section, section.start, [&](const Place& field) {
                const bool isList =
                    field.kind == Place::Kind::Array && file.document.dialect.roleOf(field.type) == Role::Node;
                for (std::uint32_t i = 0; isList && i < field.count; ++i) {
                    names.push_back(file.document.text(file.walk.label(file.walk.element(field, i))));
                }
                return !isList;
            });
            if (!names.empty()) break;
        }
        return names;
    }

    /// Two elements that differ and are large or of unlike sizes: their fields, as long as that is quick.
    void inside(const Node& a, const Node& b, const Context& context) {
        const bool isQuick = a.size() > kMaxSmallElement || descents_ > 0;
        if (a.size() <= kMaxSmallElement && descents_ > 0) --descents_;
        if (isQuick && a.place.kind == Place::Kind::Struct) {
            fields(a, b, context);
        } else {
            leaves(a, b, context);
        }
    }

    /// A list of numbers is one difference, and each number a range of its own.
    void numbers(const Node& a, const Node& b, const Context& context) {
        const std::uint32_t size = schema::scalarSize(a.place.type.scalar());
        const std::uint32_t shared = std::min(a.place.count, b.place.count) * size;
        for (std::uint32_t at = 0; at < shared; at += size) {
            const std::uint32_t from = a.place.start + at;
            const std::uint32_t to = b.place.start + at;
            report_.range(report_.same(from, to, size) ? RangeKind::Equal : RangeKind::Changed, from, from + size, to,
                          to + size);
        }
        report_.range(a.place.count > b.place.count ? RangeKind::Removed : RangeKind::Added, a.place.start + shared,
                      a.place.end, b.place.start + shared, b.place.end);
        if (a.place.count != b.place.count) report_.shift();
        report_.changed(a, b, context);
    }

    /// Leaves, and what is something else in one file than in the other.
    void leaves(const Node& a, const Node& b, const Context& context) {
        const bool areNumbers = a.place.kind == Place::Kind::Leaf && b.place.kind == Place::Kind::Leaf &&
                                isNumeric(a.place.type) && isNumeric(b.place.type);
        if (areNumbers) {
            report_.range(RangeKind::Changed, a.place, b.place);
            // Another version may keep the same number in another size.
            if (a.place.type == b.place.type ||
                numberAt(report_.left.bytes(), a.place.start, a.place.type.scalar()) !=
                    numberAt(report_.right.bytes(), b.place.start, b.place.type.scalar())) {
                report_.changed(a, b, context);
            }
            return;
        }
        if (a.size() != b.size()) report_.shift();
        bytes(a.place, b.place);
        report_.changed(a, b, context);
    }

    /// Ranges of two texts or heaps of bytes: what is equal at both ends, and between them byte by byte.
    void bytes(const Place& a, const Place& b) {
        std::uint32_t from = a.start;
        std::uint32_t to = b.start;
        std::uint32_t fromEnd = a.end;
        std::uint32_t toEnd = b.end;
        for (; from < fromEnd && to < toEnd && report_.same(from, to, 1); ++from, ++to) {
        }
        for (; from < fromEnd && to < toEnd && report_.same(fromEnd - 1, toEnd - 1, 1); --fromEnd, --toEnd) {
        }
        report_.range(RangeKind::Equal, a.start, from, b.start, to);
        if (fromEnd - from == toEnd - to) {
            for (std::uint32_t i = from, j = to; i < fromEnd; ++i, ++j) {
                report_.range(report_.same(i, j, 1) ? RangeKind::Equal : RangeKind::Changed, i, i + 1, j, j + 1);
            }
        } else {
            const RangeKind only = to == toEnd ? RangeKind::Removed : RangeKind::Changed;
            report_.range(from == fromEnd ? RangeKind::Added : only, from, fromEnd, to, toEnd);
        }
        report_.range(RangeKind::Equal, fromEnd, a.end, toEnd, b.end);
    }

    /// Parts of files that are not here: all there is to see is how long they are.
    void unread(const Node& a, const Node& b, const Context& context) {
        report_.range(RangeKind::Unread, a.place, b.place);
        if (a.size() != b.size()) report_.changed(a, b, context);
    }

    CompareReport& report_;
    Cells cells_;
    /// Index of a node in the right file → in the left one.
    std::map<std::uint32_t, std::uint32_t> nodes_;
    std::optional<std::vector<std::string_view>> leftNames_;
    std::optional<std::vector<std::string_view>> rightNames_;
    std::uint32_t descents_ = kMaxDescents;
};

StructurePairs::Nodes sectionsOf(const ComparedFile& file) {
    return file.children(file.nodeOf(file.walk.file(), {}, 0));
}

/// They refer to the outline.
StructurePairs::Nodes sectionsOf(const Outline& outline) {
    StructurePairs::Nodes list;
    list.reserve(outline.parts.size());
    for (const OutlinePart& part : outline.parts) {
        Node& node = list.emplace_back();
        node.place.kind = Place::Kind::Leaf;
        node.place.state = part.state;
        node.place.start = part.start;
        node.place.end = part.end;
        node.path = part.path;
        node.role = part.role;
        node.label = part.label;
    }
    return list;
}

/// A file of that size without any bytes.
Document documentOf(const Outline& outline) {
    Document document(FileBytes(std::span<const Extent>(), outline.size), kNoVersion);
    document.version = outline.version;
    return document;
}

Comparison finished(CompareReport& report, bool same) {
    Comparison result = report.finish();
    result.same = same;
    result.isPartial = report.isUnread();
    return result;
}

}  // namespace
}  // namespace comparing

Comparison compare(const Document& left, const Document& right) {
    comparing::CompareReport report(left, right);
    const Place whole = report.left.walk.file();
    const Place others = report.right.walk.file();
    const bool same = !report.isUnread() && report.equal(whole, others);
    if (same) {
        report.range(RangeKind::Equal, whole, others);
    } else {
        comparing::StructurePairs(report).sections(comparing::sectionsOf(report.left),
                                                   comparing::sectionsOf(report.right));
    }
    return comparing::finished(report, same);
}

Comparison compare(const Outline& left, const Outline& right) {
    const Document mine = comparing::documentOf(left);
    const Document others = comparing::documentOf(right);
    comparing::CompareReport report(mine, others);
    comparing::StructurePairs(report).sections(comparing::sectionsOf(left), comparing::sectionsOf(right));
    return comparing::finished(report, false);
}

}  // namespace core
