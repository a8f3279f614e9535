#include "soup.h"

#include <algorithm>
#include <cmath>

namespace merging {
namespace {

/// Vertices that a mark can name.
constexpr double kMarks = 65'536;
/// Tolerance of marks, in steps: 32 bits, and programs that flip v, cause less.
constexpr double kOff = 0.1;

/// A 16-bit hash of a vertex.
double checkOf(std::uint32_t piece, std::uint32_t lod, std::uint32_t vertex) {
    std::uint32_t bits = ((vertex + 1) * 0x9e3779b1U) ^ ((piece + 1) * 0x85ebca6bU) ^ ((lod + 1) * 0xc2b2ae35U);
    bits = (bits ^ (bits >> 15U)) * 0x2c1b3c6dU;
    return (bits ^ (bits >> 13U)) % 65'536U;
}

}  // namespace

std::int32_t markedVertex(std::uint32_t piece, std::uint32_t lod, double u, double v) {
    const double vertex = std::floor(u * kMarks);
    if (!(std::abs(u * kMarks - vertex - 0.5) < kOff) || vertex < 0 || vertex >= kMarks) return -1;
    const double check = checkOf(piece, lod, static_cast<std::uint32_t>(vertex));
    return std::abs(v * kMarks - check - 0.5) < kOff ? static_cast<std::int32_t>(vertex) : -1;
}

std::vector<float> marksOf(std::uint32_t piece, std::uint32_t lod, std::span<const std::uint32_t> vertices) {
    std::vector<float> out;
    out.reserve(2 * vertices.size());
    for (const std::uint32_t vertex : vertices) {
        for (const double number : {static_cast<double>(vertex), checkOf(piece, lod, vertex)})
            out.push_back(abc::single((number + 0.5) / kMarks));
    }
    return out;
}

std::string refusalOf(const Mesh& mesh, std::size_t nodes) {
    const std::size_t count = mesh.positions.size() / 3;
    const auto isPairs = [count](const std::vector<float>& list) { return list.size() == 2 * count; };
    const auto isNode = [nodes](std::int32_t node) { return node >= -1 && node < static_cast<std::int64_t>(nodes); };
    const auto isVertex = [count](std::uint32_t vertex) { return vertex < count; };
    if (mesh.positions.size() != 3 * count) return "The positions of a mesh are not three numbers each.";
    if (!mesh.normals.empty() && mesh.normals.size() != 3 * count) return "The normals of a mesh are not one a vertex.";
    if (!isPairs(mesh.uvs) || !std::all_of(mesh.marks.begin(), mesh.marks.end(), isPairs))
        return "The texture coordinates of a mesh are not one a vertex.";
    if (mesh.corners.size() != 3 * mesh.indices.size())
        return "The triangles of a mesh do not have three corners each.";
    if (!std::all_of(mesh.corners.begin(), mesh.corners.end(), isVertex))
        return "A triangle of a mesh refers to a vertex that does not exist.";
    const bool isEach = count > 0 ? mesh.nodes.size() % count == 0 : mesh.nodes.empty();
    if (!isEach || mesh.nodes.size() != mesh.shares.size())
        return "The shares of a mesh are not as many for each vertex.";
    if (!isNode(mesh.carrier) || !std::all_of(mesh.nodes.begin(), mesh.nodes.end(), isNode))
        return "A vertex of a mesh refers to a node that does not exist.";
    return {};
}

Soup::Soup(const Rig& rig, const Mesh& mesh, std::uint32_t piece, std::uint32_t lod)
    : mesh_(mesh), marks_(mesh.positions.size() / 3, -1), corners_(mesh.corners) {
    place(rig);
    turnNormals(rig);
    findMarks(piece, lod);
    if (!rig.swaps) return;
    for (std::size_t i = 0; i < corners_.size(); i += 3) std::swap(corners_[i + 1], corners_[i + 2]);
}

void Soup::place(const Rig& rig) {
    std::optional<Affine> matrix = mesh_.matrix;
    if (matrix) {
        for (const std::size_t i : {3U, 7U, 11U}) (*matrix)[i] *= rig.unit;
    }
    positions_.reserve(mesh_.positions.size());
    for (std::size_t at = 0; at < mesh_.positions.size(); at += 3) {
        WideVec3 place = rig.placeOf({mesh_.positions[at], mesh_.positions[at + 1], mesh_.positions[at + 2]});
        if (matrix) place = abc::applied(*matrix, place);
        positions_.insert(positions_.end(), place.begin(), place.end());
    }
}

/// Normals turn with the transposed inverse, and stay of length 1.
void Soup::turnNormals(const Rig& rig) {
    const std::optional<Affine> inverse = mesh_.matrix ? abc::inverse(*mesh_.matrix) : std::nullopt;
    normals_.reserve(mesh_.normals.size());
    for (std::size_t at = 0; at < mesh_.normals.size(); at += 3) {
        WideVec3 normal{rig.x * mesh_.normals[at], mesh_.normals[at + 1], rig.z * mesh_.normals[at + 2]};
        if (inverse) {
            WideVec3 moved{};
            for (std::size_t row = 0; row < 3; ++row) {
                for (std::size_t i = 0; i < 3; ++i) moved[row] += (*inverse)[4 * i + row] * normal[i];
            }
            double length = core::hypot(moved);
            if (!(std::abs(length) > 0)) length = 1;
            for (std::size_t i = 0; i < 3; ++i) normal[i] = moved[i] / length;
        }
        normals_.insert(normals_.end(), normal.begin(), normal.end());
    }
}

void Soup::findMarks(std::uint32_t piece, std::uint32_t lod) {
    std::size_t most = 0;
    for (const std::vector<float>& uvs : mesh_.marks) {
        std::vector<std::int32_t> marks;
        marks.reserve(marks_.size());
        for (std::size_t at = 0; at < uvs.size(); at += 2)
            marks.push_back(markedVertex(piece, lod, uvs[at], uvs[at + 1]));
        const auto found =
            static_cast<std::size_t>(std::count_if(marks.begin(), marks.end(), [](auto mark) { return mark >= 0; }));
        if (found <= most) continue;
        most = found;
        marks_ = std::move(marks);
    }
    isMarked_ = most > 0;
}

WideVec3 Soup::sumOfNormals(std::span<const std::uint32_t> vertices) const {
    WideVec3 sum{};
    for (const std::uint32_t vertex : vertices) {
        for (std::size_t i = 0; i < 3; ++i) sum[i] += normals_[3 * std::size_t{vertex} + i];
    }
    return sum;
}

bool Soup::isFlat(std::size_t triangle) const {
    const std::uint32_t a = corner(triangle, 0);
    const std::uint32_t b = corner(triangle, 1);
    const std::uint32_t c = corner(triangle, 2);
    return a == b || b == c || c == a;
}

Shares Soup::influences(std::size_t vertex) const {
    Shares out;
    double sum = 0;
    const std::size_t each = marks_.empty() ? 0 : mesh_.nodes.size() / marks_.size();
    for (std::size_t i = each * vertex; i < each * (vertex + 1); ++i) {
        const double share = mesh_.shares[i];
        if (!(share > 0)) continue;
        sum += share;
        if (mesh_.nodes[i] < 0) continue;
        const auto node = static_cast<std::uint32_t>(mesh_.nodes[i]);
        const auto known = std::find_if(out.begin(), out.end(), [node](const auto& one) { return one.first == node; });
        if (known == out.end()) {
            out.emplace_back(node, share);
        } else {
            known->second += share;
        }
    }
    if (sum > 0) {
        for (auto& [node, share] : out) share /= sum;
    } else if (mesh_.carrier >= 0) {
        out.emplace_back(static_cast<std::uint32_t>(mesh_.carrier), 1);
    }
    return out;
}

std::vector<std::uint32_t> Soup::used() const {
    std::vector<std::uint32_t> out;
    std::vector<bool> isKnown(vertices());
    for (const std::uint32_t vertex : corners_) {
        if (!isKnown[vertex]) out.push_back(vertex);
        isKnown[vertex] = true;
    }
    return out;
}

}  // namespace merging
