// Nodes, weight sets and boxes (ltb.md §2).
#include <algorithm>
#include <cmath>

#include "check.h"

namespace ltb {

using core::grouped;
using schema::Id;

namespace {

/// The last number of a byte stands for no bone.
constexpr std::size_t kMostNodes = 255;

void checkNode(Check& check, std::uint32_t index) {
    const abc::Node& node = check.model.nodes[index];
    const auto path = [&] { return element("Nodes.Nodes", index); };
    if (node.index != index) {
        check.add(
            Code::NodeIndexOrder, 0, [&] { return path() + ".Index"; },
            [&] {
                return Values{grouped(node.index), grouped(index)};
            });
    }
    if (!std::all_of(node.bind.m.begin(), node.bind.m.end(), [](float number) { return std::isfinite(number); })) {
        check.add(
            Code::NotFinite, 0, [&] { return path() + ".Matrix"; }, [] { return Values{"The bind matrix"}; });
    }
}

void checkWeightSets(Check& check) {
    for (std::uint32_t i = 0; i < check.model.weightSets.size(); ++i) {
        const std::size_t count = check.model.weightSets[i].weights.size();
        if (count == check.nodeCount()) continue;
        check.add(
            Code::WeightSetCount, 0, [&] { return element("Nodes.WeightSets", i) + ".NodeCount"; },
            [&] {
                return Values{grouped(count), grouped(check.nodeCount())};
            });
    }
}

void checkBoxes(Check& check) {
    check.fields.each(check.fields.section(Id::BoxesSection), "Boxes", [&](const Place& box) {
        const auto node = check.fields.number<std::uint32_t>(box, "NodeIndex");
        if (node < check.nodeCount()) return;
        check.add(
            Code::IndexOutOfRange, box.type.code(), [&] { return element("Boxes.Boxes", box.index) + ".NodeIndex"; },
            [&] {
                return Values{"NodeIndex", grouped(node), grouped(check.nodeCount())};
            });
    });
}

}  // namespace

void checkSkeleton(Check& check) {
    const auto nodes = check.fields.section(Id::NodesSection);
    // Without all of the nodes it is not known which there are.
    if (!nodes || !check.fields.field(*nodes, "WeightSetCount")) return;
    for (std::uint32_t i = 0; i < check.nodeCount(); ++i) checkNode(check, i);
    if (check.nodeCount() > kMostNodes) {
        check.add(Code::NodeCount, "Nodes.Nodes", {grouped(check.nodeCount()), grouped(kMostNodes)});
    }
    checkWeightSets(check);
    checkBoxes(check);
}

}  // namespace ltb
