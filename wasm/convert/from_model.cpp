#include <cmath>
#include <cstring>
#include <unordered_map>

#include "abc/columns.h"
#include "abc/deform.h"
#include "core/words.h"
#include "source.h"

namespace converting {

using abc::kNone;
using core::counted;

namespace {

class Maker {
public:
    Maker(const abc::Model& model, bool joins, Notes& notes) : model_(model), joins_(joins), notes_(notes) {}

    Source run() {
        std::uint64_t keys = 0;
        for (const abc::Animation& animation : model_.animations) {
            keys += core::product(animation.keyCount, model_.nodes.size());
            if (keys > kMostKeys) break;
        }
        if (keys > kMostKeys) {
            tooMany();
            return std::move(out_);
        }
        nodes();
        for (std::uint32_t p = 0; p < model_.pieces.size(); ++p) piece(p);
        animations();
        sockets();
        for (std::size_t c = 1; c < model_.childModels.size(); ++c) {
            const abc::ChildModel& child = model_.childModels[c];
            out_.model.childModels.push_back({std::string(model_.text(child.name)), child.buildNumber});
        }
        report();
        return std::move(out_);
    }

private:
    void tooMany() {
        notes_.refuse(" would have too many keys: at most " + core::grouped(kMostKeys) + " can be converted.");
    }
    [[nodiscard]] std::string text(abc::Text text) const { return std::string(model_.text(text)); }

    void nodes() {
        for (const abc::Node& node : model_.nodes) {
            abc::NewNode& made = out_.model.nodes.emplace_back();
            made.name = text(node.name);
            made.parent = node.parent == kNone ? -1 : static_cast<std::int32_t>(node.parent);
            made.flags = node.flags;
            made.bind.assign(node.bind.m.begin(), node.bind.m.end());
        }
        for (const abc::WeightSet& set : model_.weightSets) {
            unevenSets_ += set.weights.size() == model_.nodes.size() ? 0U : 1U;
            abc::NewWeightSet& made = out_.model.weightSets.emplace_back();
            made.name = text(set.name);
            made.weights = set.weights;
            // Nodes behind the end are left alone.
            made.weights.resize(model_.nodes.size());
        }
    }

    void piece(std::uint32_t index) {
        const abc::Piece& piece = model_.pieces[index];
        abc::NewPiece& made = out_.model.pieces.emplace_back();
        made.name = text(piece.name);
        made.materialIndex = piece.materialIndex;
        made.specularPower = piece.specularPower;
        made.specularScale = piece.specularScale;
        made.lodWeight = piece.lodWeight;
        out_.looks.emplace_back().textures = {piece.materialIndex};
        for (std::uint32_t l = 0; l < piece.lodCount; ++l) made.levels.push_back(level(index, l));
    }

    abc::NewLevel level(std::uint32_t piece, std::uint32_t index) {
        const abc::Lod& lod = *model_.lod(piece, index);
        abc::NewLevel out;
        const std::vector<std::uint32_t> vertices = verticesOf(lod, out);
        const abc::PieceTopology triangles = abc::topology(model_, piece, index);
        leftTriangles_ += lod.faceCount - triangles.size();
        out.corners.reserve(3 * triangles.size());
        out.uvs.reserve(6 * triangles.size());
        for (const abc::Triangle& triangle : triangles) {
            for (std::uint32_t c = 0; c < 3; ++c) {
                out.corners.push_back(vertices[triangle.corners[c]]);
                const abc::TexCoord uv = model_.texCoord(lod, triangle.face, c);
                out.uvs.insert(out.uvs.end(), {uv.u, uv.v});
            }
        }
        if (lod.moved != kNone) moved(piece, index, lod, vertices, out.locations.size() / abc::kVectorNumbers);
        return out;
    }

    /// Bytes that two vertices have in common that are one.
    void describe(const abc::Lod& lod, std::uint32_t vertex, std::string& out) const {
        const auto append = [&out](const auto& value) {
            out.append(reinterpret_cast<const char*>(&value), sizeof value);
        };
        out.clear();
        const std::uint32_t at = lod.firstVertex + vertex;
        append(model_.locations[at]);
        append(model_.normals[at]);
        for (std::uint32_t w = model_.weightStart[at]; w < model_.weightStart[at + 1]; ++w) {
            append(model_.weights[w].node);
            append(model_.weights[w].bias);
        }
        if (lod.moved != kNone) append(model_.movedVertices[lod.moved].positions[vertex]);
    }

    /// Adds the vertices of a level. Returns for each of the file's which one it has become.
    std::vector<std::uint32_t> verticesOf(const abc::Lod& lod, abc::NewLevel& out) {
        std::vector<std::uint32_t> indices(lod.vertexCount);
        std::unordered_map<std::string, std::uint32_t> known;
        std::string description;
        std::uint32_t count = 0;
        for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
            if (joins_) {
                describe(lod, v, description);
                const auto [at, isNew] = known.emplace(description, count);
                indices[v] = at->second;
                if (!isNew) {
                    ++joined_;
                    continue;
                }
            } else {
                indices[v] = count;
            }
            ++count;
            vertex(lod.firstVertex + v, out);
        }
        out.weightStart.push_back(static_cast<std::uint32_t>(out.weightNode.size()));
        return indices;
    }

    void vertex(std::uint32_t at, abc::NewLevel& out) {
        push(out.locations, model_.locations[at]);
        push(out.normals, model_.normals[at]);
        out.weightStart.push_back(static_cast<std::uint32_t>(out.weightNode.size()));
        for (std::uint32_t w = model_.weightStart[at]; w < model_.weightStart[at + 1]; ++w) {
            const abc::Weight& weight = model_.weights[w];
            if (weight.node == kNone) {
                ++leftWeights_;
                continue;
            }
            out.weightNode.push_back(weight.node);
            push(out.weightLocation, weight.location);
            out.bias.push_back(weight.bias);
        }
    }

    /// @param vertices for each of the file's which one it has become
    void moved(std::uint32_t piece, std::uint32_t level, const abc::Lod& lod,
               const std::vector<std::uint32_t>& vertices, std::size_t count) {
        const abc::MovedVertices& own = model_.movedVertices[lod.moved];
        MovedLevel made{piece, level, own.animNode, {}};
        bool isMoved = false;
        for (std::uint32_t a = 0; a < model_.animations.size(); ++a) {
            const abc::Animation& animation = model_.animations[a];
            if (!animation.complete) continue;
            std::vector<float>& positions = made.positions.emplace_back();
            const abc::VertexFrames frames(model_, a, own.animNode);
            if (!frames.areThere()) continue;
            isMoved = true;
            // A few positions that are stored may be those of any number of vertices.
            moved_ += core::product(count, animation.keyCount);
            if (moved_ > kMostKeys) return tooMany();
            positions.resize(abc::kVectorNumbers * count * animation.keyCount);
            for (std::uint32_t k = 0; k < animation.keyCount; ++k) {
                for (std::uint32_t v = 0; v < lod.vertexCount; ++v) {
                    const abc::Vec3 at =
                        frames.position(own.positions[v], {k, k, 0}, model_.locations[lod.firstVertex + v]);
                    std::memcpy(&positions[abc::kVectorNumbers * (k * count + vertices[v])], &at, sizeof at);
                }
            }
        }
        if (isMoved) out_.moved.push_back(std::move(made));
    }

    void animations() {
        // Of several of a name the first one.
        std::unordered_map<std::string, abc::Vec3> origins;
        if (!model_.bindingLists.empty()) {
            const abc::BindingList& own = model_.bindingLists[0];
            for (std::uint32_t i = own.first; i < own.first + own.count; ++i) {
                origins.emplace(core::lowered(model_.text(model_.bindings[i].name)), model_.bindings[i].origin);
            }
        }
        for (std::uint32_t a = 0; a < model_.animations.size(); ++a) {
            const abc::Animation& from = model_.animations[a];
            if (!from.complete) {
                ++leftAnimations_;
                continue;
            }
            abc::NewAnimation& to = out_.model.animations.emplace_back();
            to.name = text(from.name);
            to.extents = from.extents;
            to.interpolationTime = from.interpolationTime;
            const auto origin = origins.find(core::lowered(to.name));
            if (origin != origins.end()) to.origin = origin->second;
            for (std::uint32_t k = 0; k < from.keyCount; ++k) {
                const abc::Keyframe& key = model_.keyframes[from.firstKey + k];
                to.times.push_back(key.time);
                to.strings.emplace_back(model_.text(key.string));
            }
            keys(from, to);
        }
    }

    void keys(const abc::Animation& from, abc::NewAnimation& to) const {
        const bool isRounded =
            from.storage == abc::KeyStorage::Short || from.storage == abc::KeyStorage::ShortRotations;
        to.keys.reserve(abc::kKeyNumbers * from.keyCount * model_.nodes.size());
        for (std::uint32_t n = 0; n < model_.nodes.size(); ++n) {
            for (std::uint32_t k = 0; k < from.keyCount; ++k) {
                const abc::Local local = abc::storedKey(model_, from, n, k);
                push(to.keys, local.translation);
                push(to.keys, isRounded ? unit(local.rotation) : local.rotation);
            }
        }
    }

    /// Rounding to 16 bits changes the length of a rotation.
    static abc::Quat unit(abc::Quat q) {
        const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        if (!(length > 0)) return q;
        return {q.x / length, q.y / length, q.z / length, q.w / length};
    }

    void sockets() {
        for (const abc::Socket& socket : model_.sockets) {
            if (socket.node == kNone) {
                ++leftSockets_;
                continue;
            }
            out_.model.sockets.push_back({text(socket.name), socket.node, socket.rotation, socket.location});
            out_.socketScales.push_back(socket.scale);
        }
        for (const abc::HitBox& box : model_.hitBoxes) {
            if (box.node != kNone) out_.boxes.push_back(box);
        }
    }

    /// What the file itself has wrong, or what is joined.
    void report() {
        notes_.loseCounted(" is written without triangles of nonexistent vertices", leftTriangles_,
                           "triangle is omitted", "triangles are omitted");
        notes_.loseCounted(" is written without weights of nonexistent nodes", leftWeights_, "weight is omitted",
                           "weights are omitted");
        notes_.loseCounted(" is written without animations that cannot be played", leftAnimations_,
                           "animation is omitted", "animations are omitted");
        notes_.loseCounted(" is written without sockets of nonexistent nodes", leftSockets_, "socket is omitted",
                           "sockets are omitted");
        notes_.loseCounted(" needs one number per node in weight sets", unevenSets_,
                           "set is cut, or filled up with zeros", "sets are cut, or filled up with zeros");
        if (joined_ == 0) return;
        notes_.add(
            " has texture coordinates at corners: " +
            counted(joined_, "vertex that was there only for them is", "vertices that were there only for them are") +
            " joined with others.");
    }

    const abc::Model& model_;
    bool joins_;
    Notes& notes_;
    Source out_;
    std::uint64_t moved_ = 0;
    std::size_t joined_ = 0, leftTriangles_ = 0, leftWeights_ = 0, leftAnimations_ = 0, leftSockets_ = 0,
                unevenSets_ = 0;
};

}  // namespace

Source fromModel(const abc::Model& model, bool joins, Notes& notes) {
    return Maker(model, joins, notes).run();
}

std::string withoutExtension(std::string_view name, std::string_view extension) {
    if (!name.empty() && (name[0] == '/' || name[0] == '\\')) name.remove_prefix(1);
    const bool hasIt = name.size() > extension.size() &&
                       abc::equalIgnoringCase(name.substr(name.size() - extension.size()), extension);
    return std::string(hasIt ? name.substr(0, name.size() - extension.size()) : name);
}

}  // namespace converting
