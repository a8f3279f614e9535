// Nodes, and what refers to them by name (lta.md §3, §4).
#include <unordered_set>

#include "check.h"

namespace lta {
namespace {

/// The last number of a byte stands for no bone.
constexpr std::size_t kMostBones = 255;

/// In lower case: what refers to nodes here finds them without case.
using Names = std::unordered_set<std::string>;

/// The names of the nodes that the text names. Of two that have one, the second has a finding.
Names checkNames(Check& check) {
    Names names;
    std::unordered_set<std::string_view> spelled;
    for (const Parts::Node& node : check.parts.nodes) {
        if (node.list == kNone || !check.lists.is(node.list, Id::Transform)) continue;
        const Text name = check.lists.text(node.list);
        names.insert(core::lowered(check.lists.view(name)));
        if (spelled.insert(check.lists.view(name)).second) continue;
        check.add(Code::NodeTwice, node.list, [&] { return Values{check.named(name)}; });
    }
    return names;
}

void checkFlags(Check& check, const Names& names) {
    check.lists.eachAtom(check.lists.find(check.parts.commands, Id::SetNodeFlags), [&](const Token& token) {
        if (token.kind != Token::Kind::Quoted ||
            names.contains(core::lowered(check.lists.view(Lists::cut(token.text)))))
            return;
        check.addAt(Code::NodeUnknown, token.start, token.end, 0, [&] {
            return Values{"set-node-flags", check.named(token.text)};
        });
    });
}

void checkBoxes(Check& check, const Names& names) {
    check.lists.each(check.parts.commands, Id::AddNodeObb, [&](std::uint32_t box) {
        const Token name = check.lists.atom(box);
        if (names.contains(core::lowered(check.lists.view(Lists::cut(name.text))))) return;
        check.add(Code::NodeUnknown, box, [&] { return Values{"add-node-obb", check.named(name.text)}; });
    });
}

}  // namespace

void checkSkeleton(Check& check) {
    const std::size_t nodes = check.parts.nodes.size();
    if (nodes == 0) {
        const bool hasList = check.parts.hierarchy != kNone;
        check.add(Code::NoHierarchy, check.parts.hierarchy,
                  [&] { return Values{hasList ? "transform in its hierarchy" : "hierarchy"}; });
    }
    if (check.parts.hasMoreNodes) {
        check.add(Code::NodesMany, check.parts.hierarchy, [] { return Values{grouped(kMostNodes)}; });
    } else if (nodes > kMostBones) {
        check.add(Code::NodeCount, check.parts.hierarchy, [&] { return Values{grouped(nodes), grouped(kMostBones)}; });
    }
    const Names names = checkNames(check);
    checkFlags(check, names);
    checkBoxes(check, names);
}

}  // namespace lta
