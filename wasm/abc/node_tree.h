// The nodes of a skeleton while operations change them: what is below what, and which number each goes by.
#pragma once

#include <span>

#include "core/edit_lists.h"
#include "parse.h"

namespace abc {

struct TreeNode {
    /// kNone: the root.
    std::uint32_t parent = kNone;
    /// Index after the last node below it.
    std::uint32_t end = 0;
    std::uint32_t children = 0;
    /// The bytes of the node say another number of children.
    bool isChanged = false;
    /// Its index; v6: the number that vertices refer to.
    std::uint32_t number = 0;
};

/// Depth first, as the file has them.
class NodeTree {
public:
    explicit NodeTree(const Document& document);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
    [[nodiscard]] const TreeNode& operator[](std::uint32_t index) const { return nodes_[index]; }
    /// The parent of new nodes: that of the node before which they come, or the root.
    [[nodiscard]] std::uint32_t parentAt(std::uint32_t index) const {
        return index < size() ? nodes_[index].parent : 0;
    }
    /// Whether each node has its index as its number.
    [[nodiscard]] bool isInOrder() const;
    /// The lowest numbers that no node has.
    [[nodiscard]] std::vector<std::uint32_t> freeNumbers(std::uint32_t count) const;
    /// The number that a vertex of the file, which refers to this one, refers to now (v6).
    [[nodiscard]] std::uint32_t vertexNumber(std::uint8_t inFile) const { return vertexNumbers_[inFile]; }

    /// @param numbers those of new nodes
    void change(const core::Shift& shift, std::span<const std::uint32_t> numbers);

private:
    /// Whether vertices go by numbers that are no indices: then all keep theirs.
    [[nodiscard]] bool keepsNumbers() const { return isV6_ && !isInOrder(); }
    void countChildren(const core::Shift& shift);
    void mapVertices(const core::Shift& shift);
    /// Finds parents and ends by the numbers of children.
    void link();

    bool isV6_;
    std::vector<TreeNode> nodes_;
    std::array<std::uint32_t, 256> vertexNumbers_{};
};

}  // namespace abc
