// Nodes, and what refers to them by number: weight sets and sockets (abc.md §2, §3, §4.8).
#include <algorithm>
#include <unordered_set>

#include "check.h"

namespace abc {

using schema::Id;
using schema::Meaning;

namespace {

/// How far a bind matrix may be off a rotation in any product of two of its columns: real ones are off by less
/// than 1e-6, and this is a scale of 0.002.
constexpr float kRigidTolerance = 0.004F;

Vec3 column(const Mat4& matrix, std::size_t i) {
    return {matrix.m[i], matrix.m[4 + i], matrix.m[8 + i]};
}

/// How far the columns are from being of length 1 and at right angles; 2 when the matrix mirrors.
float rigidError(const Mat4& matrix) {
    const Vec3 x = column(matrix, 0);
    const Vec3 y = column(matrix, 1);
    const Vec3 z = column(matrix, 2);
    if (dot(cross(x, y), z) < 0) return 2;
    return std::max({std::abs(dot(x, x) - 1), std::abs(dot(y, y) - 1), std::abs(dot(z, z) - 1), std::abs(dot(x, y)),
                     std::abs(dot(y, z)), std::abs(dot(z, x))});
}

bool isAffine(const Mat4& matrix) {
    return matrix.m[12] == 0 && matrix.m[13] == 0 && matrix.m[14] == 0 && matrix.m[15] == 1;
}

bool allFinite(const Mat4& matrix) {
    return std::all_of(matrix.m.begin(), matrix.m.end(), [](float value) { return std::isfinite(value); });
}

void checkMatrix(Check& check, std::uint32_t index, const Spot& nodes) {
    const Mat4& bind = check.model.nodes[index].bind;
    // What is no number is a finding of its own.
    if (isRigid(bind) || !allFinite(bind)) return;
    const auto spot = [&] { return nodes.at(index).at("Matrix"); };
    if (!isAffine(bind)) {
        check.add(Code::NodeMatrixNotAffine, 0, spot, [&] {
            std::string row = decimal(bind.m[12]);
            for (std::size_t i = 13; i < 16; ++i) row += ", " + decimal(bind.m[i]);
            return Values{row};
        });
    } else {
        check.add(Code::NodeMatrixNotRigid, 0, spot, [&] { return Values{decimal(rigidError(bind))}; });
    }
}

void checkNodes(Check& check) {
    const auto& nodes = check.model.nodes;
    const Spot section = check.section(sectionWith(check.document.dialect, Meaning::Nodes));
    const Spot array = section.at(Meaning::Nodes);
    if (nodes.empty()) check.findings.add(Code::NodesMissing, section.found());
    std::unordered_set<std::string> names;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        if (node.index != i) {
            check.add(
                Code::NodeIndexOrder, 0, [&] { return array.at(i).at(Meaning::NodeNumber); },
                [&] {
                    return Values{grouped(i), grouped(node.index)};
                });
        }
        if (!names.insert(lowered(check.model.text(node.name))).second) {
            check.add(
                Code::NodeNameRepeated, 0, [&] { return array.at(i).at(Meaning::NodeName); },
                [&] { return Values{inQuotes(check.model.text(node.name))}; });
        }
        if (!check.isV6()) checkMatrix(check, i, array);
    }
}

void checkWeightSets(Check& check) {
    const auto& sets = check.model.weightSets;
    const auto nodes = static_cast<std::uint32_t>(check.model.nodes.size());
    for (std::uint32_t i = 0; i < sets.size(); ++i) {
        if (sets[i].weights.size() == nodes) continue;
        check.add(
            Code::WeightSetNodeCount, 0,
            [&] { return check.section(Id::NodesSection).at("WeightSets", i).at("NodeCount"); },
            [&] {
                return Values{grouped(sets[i].weights.size()), grouped(nodes)};
            });
    }
}

void checkSockets(Check& check) {
    const auto& sockets = check.model.sockets;
    for (std::uint32_t i = 0; i < sockets.size(); ++i) {
        if (sockets[i].node != kNone) continue;
        check.add(
            Code::SocketNodeMissing, 0,
            [&] { return check.section(Id::SocketsSection).at("Sockets", i).at("NodeIndex"); },
            [&] {
                return Values{grouped(sockets[i].storedNode), grouped(check.model.nodes.size())};
            });
    }
}

}  // namespace

bool isRigid(const Mat4& matrix) {
    return isAffine(matrix) && isRigidButForLastRow(matrix);
}

bool isRigidButForLastRow(const Mat4& matrix) {
    return rigidError(matrix) <= kRigidTolerance;
}

void checkSkeleton(Check& check) {
    if (!check.isWhole(sectionWith(check.document.dialect, schema::Meaning::Nodes))) return;
    checkNodes(check);
    checkWeightSets(check);
    if (check.isWhole(Id::SocketsSection)) checkSockets(check);
}

}  // namespace abc
