// The mesh of v6: faces, collapses, deformation lists (abc.md §2).
#include "check.h"
#include "schema_v6.h"

namespace abc {

using schema::Id;

namespace {

// Groups of indices out of range: repeats merge within each.
enum Group : std::uint64_t { kFaces, kVertices, kReplacements, kLists };

class MeshCheckerV6 {
public:
    explicit MeshCheckerV6(Check& check)
        : check_(check),
          model_(check.model),
          bytes_(check.document.bytes),
          dialect_(check.document.dialect),
          lod_(check.model.lods[0]),
          geometry_(check.section(Id::GeometrySection6)),
          vertices_(geometry_.at("VertexInfo")) {}

    void faces() {
        const std::uint32_t indexAt = offsetIn<schema::kTriangle6, "VertexIndex">(dialect_, Id::Triangle6);
        const auto face = [this](std::uint32_t f) { return geometry_.at("FaceInfo", f); };
        for (std::uint32_t f = 0; f < lod_.faceCount; ++f) {
            const auto [a, b, c] = model_.faces[f];
            if (a != kNone && (a == b || b == c || c == a)) {
                check_.add(
                    Code::FaceDegenerate, 0, [&] { return face(f); }, [] { return Values{}; });
            }
            for (std::uint32_t corner = 0; a == kNone && corner < 3; ++corner) {
                const auto index =
                    load<std::uint16_t>(bytes_, lod_.facesOffset + f * model_.faceSize + indexAt + 2 * corner);
                if (index < lod_.vertexCount) continue;
                badVertex(kFaces, index, [&] { return face(f).at("VertexIndex", corner); });
            }
        }
        checkTexCoords(check_, lod_);
    }

    void vertices() {
        const std::uint32_t nodeAt = offsetIn<schema::kVertex6, "TransformationIndex">(dialect_, Id::Vertex6);
        for (std::uint32_t v = 0; v < lod_.vertexCount; ++v) {
            if (model_.v6.vertexNode[v] != kNone) continue;
            const auto node = load<std::uint8_t>(bytes_, vertexAt(v) + nodeAt);
            check_.add(
                Code::IndexOutOfRange, kVertices, [&] { return vertices_.at(v).at("TransformationIndex"); },
                [&] {
                    return Values{"Node", grouped(node), grouped(model_.nodes.size())};
                });
        }
    }

    /// A collapse vertex stands in for two lower ones, so that chains of collapses end.
    void collapses() {
        // With a wrong count other vertices are taken for those of collapses; the count is a finding.
        if (check_.extract.number<std::uint32_t>(geometry_.place(), "NumLODs") != model_.v6.collapses.size()) return;
        const std::uint32_t replacementsAt = offsetIn<schema::kVertex6, "Replacements">(dialect_, Id::Vertex6);
        for (std::uint32_t j = 0; j < model_.v6.collapses.size(); ++j) {
            const std::uint32_t v = model_.v6.normalVertices + j;
            for (std::uint32_t r = 0; r < 2; ++r) {
                if (model_.v6.collapses[j][r] != kNone) continue;
                const auto index = load<std::uint16_t>(bytes_, vertexAt(v) + replacementsAt + 2 * r);
                const auto spot = [&] { return vertices_.at(v).at("Replacements", r); };
                if (index >= lod_.vertexCount) {
                    badVertex(kReplacements, index, spot);
                } else {
                    check_.add(Code::CollapseCycle, 0, spot, [&] { return Values{grouped(v), grouped(index)}; });
                }
            }
        }
    }

    void deformationLists() {
        const Spot nodes = check_.section(Id::NodesSection6).at("Nodes");
        std::vector<bool> listed(lod_.vertexCount);
        std::uint32_t node = 0;
        check_.extract.each(check_.section(Id::NodesSection6).place(), "Nodes", [&](const Place& place) {
            const std::uint32_t n = node++;
            const auto list = check_.extract.field(place, "MDVertList");
            for (std::uint32_t i = 0; list && i < list->count; ++i) {
                const auto vertex = load<std::uint16_t>(bytes_, list->start + 2 * i);
                const auto spot = [&] { return nodes.at(n).at("MDVertList", i); };
                if (vertex >= lod_.vertexCount) {
                    badVertex(kLists + n, vertex, spot);
                } else if (listed[vertex]) {
                    check_.add(Code::DeformationRepeated, 0, spot, [&] { return Values{grouped(vertex)}; });
                } else {
                    listed[vertex] = true;
                }
            }
        });
    }

private:
    [[nodiscard]] std::uint32_t vertexAt(std::uint32_t vertex) const {
        return vertices_.place().start + vertex * dialect_.minimumSize(Id::Vertex6);
    }

    template <class MakeSpot>
    void badVertex(std::uint64_t group, std::uint32_t index, MakeSpot spot) {
        check_.add(Code::IndexOutOfRange, group, spot, [&] {
            return Values{"Vertex", grouped(index), grouped(lod_.vertexCount)};
        });
    }

    Check& check_;
    const Model& model_;
    Bytes bytes_;
    const Dialect& dialect_;
    const Lod& lod_;
    Spot geometry_;
    Spot vertices_;
};

}  // namespace

void checkMeshV6(Check& check) {
    if (!check.isWhole(Id::GeometrySection6)) return;
    MeshCheckerV6 mesh(check);
    mesh.faces();
    mesh.collapses();
    if (!check.isWhole(Id::NodesSection6)) return;
    mesh.vertices();
    mesh.deformationLists();
}

}  // namespace abc
