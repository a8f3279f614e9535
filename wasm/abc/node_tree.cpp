#include "node_tree.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "field_reader.h"

namespace abc {

using core::Shift;
using schema::Meaning;

NodeTree::NodeTree(const Document& document) : isV6_(familyOf(document.dialect) == Family::V6) {
    const FieldReader fields(document);
    fields.each(Meaning::Nodes, [&](const Place& place) {
        TreeNode node;
        node.number = fields.number<std::uint16_t>(place, Meaning::NodeNumber);
        node.children = fields.number<std::uint32_t>(place, Meaning::ChildCount);
        nodes_.push_back(node);
    });
    std::iota(vertexNumbers_.begin(), vertexNumbers_.end(), 0U);
    link();
}

void NodeTree::link() {
    struct Open {
        std::uint32_t node, left;
    };
    std::vector<Open> open;
    for (std::uint32_t index = 0; index < size(); ++index) {
        while (!open.empty() && open.back().left == 0) {
            nodes_[open.back().node].end = index;
            open.pop_back();
        }
        nodes_[index].parent = kNone;
        if (!open.empty()) {
            nodes_[index].parent = open.back().node;
            --open.back().left;
        }
        open.push_back({index, nodes_[index].children});
    }
    for (const Open& each : open) nodes_[each.node].end = size();
}

bool NodeTree::isInOrder() const {
    std::uint32_t index = 0;
    return std::all_of(nodes_.begin(), nodes_.end(), [&](const TreeNode& node) { return node.number == index++; });
}

std::vector<std::uint32_t> NodeTree::freeNumbers(std::uint32_t count) const {
    std::set<std::uint32_t> taken;
    for (const TreeNode& node : nodes_) taken.insert(node.number);
    std::vector<std::uint32_t> out;
    for (std::uint32_t number = 0; out.size() < count; ++number) {
        if (!taken.contains(number)) out.push_back(number);
    }
    return out;
}

void NodeTree::countChildren(const Shift& shift) {
    if (shift.kind == ListChange::Kind::Insert) {
        const bool isCopy = shift.copied != kNone;
        TreeNode& parent = nodes_[isCopy ? nodes_[shift.copied].parent : parentAt(shift.index)];
        parent.children += isCopy ? 1 : shift.count;
        parent.isChanged = true;
    }
    if (shift.kind != ListChange::Kind::Remove) return;
    for (std::uint32_t n = shift.index; n < shift.index + shift.count; ++n) {
        const std::uint32_t parent = nodes_[n].parent;
        if (parent == kNone || shift(parent) == kNone) continue;
        --nodes_[parent].children;
        nodes_[parent].isChanged = true;
    }
}

void NodeTree::mapVertices(const Shift& shift) {
    if (!isV6_ || keepsNumbers()) return;
    // Of several nodes of one number the first is meant.
    for (std::uint32_t& number : vertexNumbers_) {
        const auto node =
            std::find_if(nodes_.begin(), nodes_.end(), [&](const TreeNode& one) { return one.number == number; });
        const auto index = static_cast<std::uint32_t>(node - nodes_.begin());
        if (node != nodes_.end() && shift(index) != kNone) number = shift(index);
    }
}

void NodeTree::change(const Shift& shift, std::span<const std::uint32_t> numbers) {
    const bool areKept = keepsNumbers();
    const bool isInsertion = shift.kind == ListChange::Kind::Insert;
    const bool isCopy = shift.copied != kNone;
    const std::vector<std::uint32_t> free = freeNumbers(areKept && isCopy ? shift.count : 0);
    mapVertices(shift);
    countChildren(shift);
    std::vector<TreeNode> after(shift.sizeAfter(size()));
    for (std::uint32_t n = 0; n < size(); ++n) {
        const std::uint32_t to = shift(n);
        if (to == kNone) continue;
        after[to] = nodes_[n];
        if (!areKept && nodes_[n].number == n) after[to].number = to;
    }
    for (std::uint32_t i = 0; isInsertion && i < shift.count; ++i) {
        const std::uint32_t index = shift.index + i;
        TreeNode& node = after[index];
        node = isCopy ? nodes_[shift.copied + i] : TreeNode{};
        if (!isCopy) {
            node.number = numbers[i];
        } else if (areKept) {
            node.number = free[i];
        } else if (node.number == shift.copied + i) {
            node.number = index;
        }
    }
    nodes_ = std::move(after);
    link();
}

}  // namespace abc
