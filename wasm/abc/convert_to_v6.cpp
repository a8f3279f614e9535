#include <algorithm>
#include <cmath>

#include "build.h"
#include "convert_notes.h"
#include "convert_v6.h"
#include "core/words.h"
#include "limits.h"
#include "sampler.h"

namespace abc {

using schema::Id;

namespace {

constexpr std::uint32_t kVersion = 6;
/// Share of the model's size that deformation vertices may be off by. The games' characters come to a quarter of it.
constexpr double kMostOffTo6 = 5e-3;
/// Vertices name their node in one byte, and triangles their vertices in two.
constexpr std::size_t kMostNodes = 256;
constexpr std::size_t kMostVertices = 0xFFFF;
/// Flags of nodes (abc.md §2).
constexpr std::uint32_t kNullNode = 1;
constexpr std::uint32_t kHasTriangles = 2;
constexpr std::uint32_t kDeforms = 4;
/// Beyond it the fractions of a texture coordinate say nothing.
constexpr float kFarthest = 1e4F;

/// What brings three texture coordinates into 0 to 1 by whole textures; nothing when nothing does.
std::optional<float> wholeShift(const std::array<float, 3>& values) {
    const auto [least, most] = std::minmax({values[0], values[1], values[2]});
    if (!(least >= -kFarthest && most <= kFarthest)) return std::nullopt;
    if (least >= 0 && most <= 1) return 0.0F;
    const float shift = -std::floor(least);
    return most + shift <= 1 ? std::optional(shift) : std::nullopt;
}

class ToV6 {
public:
    explicit ToV6(const Document& document)
        : document_(document), fields_(document), model_(buildModel(document)), notes_(kVersion, out_) {
        new_.version = kVersion;
        // As the models of KISS Psycho Circus have it: left-handed, rotations as they are.
        new_.transformInfo = TransformInfo{0, 0};
    }

    Converted run() {
        if (const auto header = fields_.section(Id::HeaderSection)) {
            new_.commandString = model_.text(fields_.text(*header, "CommandString"));
        }
        if (model_.nodes.empty()) notes_.refuse(" needs a skeleton, and the model has no nodes.");
        if (out_.refusal.empty()) tooMuch();
        if (!out_.refusal.empty()) return std::move(out_);
        mesh();
        const std::uint32_t rest = restAnimation();
        Sampler sampler(model_, one_, rest, size_);
        if (!sampler.refusal().empty()) {
            notes_.refuse(" moves each vertex with a single node: " + sampler.refusal() + ".");
            return std::move(out_);
        }
        if (rest == kNone) still(sampler);
        animations(sampler);
        deformation(sampler);
        level(sampler);
        nodes(sampler);
        lost();
        if (out_.refusal.empty()) write();
        return std::move(out_);
    }

private:
    void write() {
        Written written = compose(new_);
        out_.refusal = std::move(written.refusal);
        const auto size = static_cast<std::uint32_t>(document_.bytes.size());
        if (out_.refusal.empty()) out_.splices.push_back({0, size, std::move(written.bytes)});
    }

    void tooMuch() {
        if (model_.nodes.size() > kMostNodes) {
            notes_.refuse(" has at most " + grouped(kMostNodes) + " nodes; the model has " +
                          grouped(model_.nodes.size()) + ".");
        }
        std::size_t longest = new_.commandString.size();
        for (const Node& node : model_.nodes) longest = std::max(longest, std::size_t{node.name.length});
        for (const Animation& each : model_.animations) longest = std::max(longest, std::size_t{each.name.length});
        for (const Keyframe& key : model_.keyframes) longest = std::max(longest, std::size_t{key.string.length});
        if (longest > kLongestString6) {
            notes_.refuse(" has strings of at most " + grouped(kLongestString6) + " bytes; the model has one of " +
                          grouped(longest) + ".");
        }
    }

    /// The first levels of all pieces as one mesh, with its triangles on one node each.
    void mesh() {
        SkinnedMesh merged;
        std::vector<std::uint32_t> sources;
        std::size_t left = 0;
        for (std::uint32_t p = 0; p < model_.pieces.size(); ++p) {
            const Lod* const lod = model_.lod(p, 0);
            if (lod == nullptr) continue;
            const auto first = static_cast<std::uint32_t>(sources.size());
            for (std::uint32_t v = 0; v < lod->vertexCount; ++v) {
                sources.push_back(lod->firstVertex + v);
                merged.influences.push_back(influencesOf(sources.back()));
            }
            const PieceTopology drawn = topology(model_, p, 0);
            left += lod->faceCount - drawn.size();
            for (const Triangle& triangle : drawn) {
                Corners corners = triangle.corners;
                for (std::uint32_t& corner : corners) corner += first;
                merged.triangles.push_back(corners);
                texCoords(*lod, triangle.face);
            }
        }
        one_ = onOneNode(merged);
        for (std::uint32_t& from : one_.from) from = sources[from];
        if (one_.from.size() > kMostVertices) {
            notes_.refuse(" has at most " + grouped(kMostVertices) + " vertices; the model would have " +
                          grouped(one_.from.size()) + ".");
        }
        measure(sources);
        if (left > 0) {
            notes_.lose(" is written without triangles of nonexistent vertices: " +
                        counted(left, "triangle is", "triangles are") + " omitted.");
        }
        if (const std::size_t copies = one_.from.size() - sources.size(); copies > 0) {
            notes_.add(" binds all vertices of a triangle to one node: " + counted(copies, "vertex", "vertices") +
                       " where triangles of different nodes meet " + (copies == 1 ? "is" : "are") + " duplicated.");
        }
    }

    /// By node the shares of 1, growing by node.
    [[nodiscard]] std::vector<Influence> influencesOf(std::uint32_t vertex) const {
        std::vector<Influence> out;
        float all = 0;
        for (std::uint32_t w = model_.weightStart[vertex]; w < model_.weightStart[vertex + 1]; ++w) {
            const Weight& weight = model_.weights[w];
            if (weight.node == kNone) continue;
            const float share = std::isfinite(weight.bias) ? std::max(weight.bias, 0.0F) : 0.0F;
            const auto place =
                std::lower_bound(out.begin(), out.end(), weight.node,
                                 [](const Influence& each, std::uint32_t node) { return each.node < node; });
            if (place != out.end() && place->node == weight.node) {
                place->share += share;
            } else {
                out.insert(place, {weight.node, share});
            }
            all += share;
        }
        for (Influence& each : out) each.share = all > 0 ? each.share / all : 0;
        return out;
    }

    void texCoords(const Lod& lod, std::uint32_t face) {
        std::array<std::array<float, 3>, 2> values{};
        for (std::uint32_t c = 0; c < 3; ++c) {
            const TexCoord stored = model_.texCoord(lod, face, c);
            values[0][c] = stored.u;
            values[1][c] = stored.v;
        }
        const std::optional<float> shiftU = wholeShift(values[0]);
        const std::optional<float> shiftV = wholeShift(values[1]);
        if (!shiftU || !shiftV) {
            ++outside_;
        } else if (*shiftU != 0 || *shiftV != 0) {
            ++shifted_;
        }
        for (std::uint32_t c = 0; c < 3; ++c) {
            // Numbers that are none are drawn as 0.
            const TexCoord drawn = model_.drawnTexCoord(lod, face, c);
            uvs_.push_back(shiftU.value_or(0) == 0 ? drawn.u : values[0][c] + *shiftU);
            uvs_.push_back(shiftV.value_or(0) == 0 ? drawn.v : values[1][c] + *shiftV);
        }
    }

    /// How large the model is where it is bound.
    void measure(const std::vector<std::uint32_t>& vertices) {
        std::vector<Vec3> places(vertices.size());
        positionsOf(model_, pose(model_, {}), vertices, places);
        if (places.empty()) return;
        Vec3 low = places[0];
        Vec3 high = places[0];
        for (const Vec3 at : places) {
            low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
            high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
        }
        halfSize_ = (high - low) * 0.5F;
        size_ = longestSide(halfSize_);
    }

    /// The animation that version 6 rests in, kNone where one must be made: none begins in the bind pose.
    std::uint32_t restAnimation() {
        const std::uint32_t candidate = restAnimationOf(model_);
        if (candidate == kNone || beginsBound(candidate)) return candidate;
        const std::string_view name = model_.text(model_.animations[candidate].name);
        if (!equalIgnoringCase(name, kRestName)) return kNone;
        notes_.lose(" has no bind pose: the rest pose is key 0 of the animation " + inQuotes(name) + ".");
        return candidate;
    }

    [[nodiscard]] bool beginsBound(std::uint32_t animation) const {
        Layer layer;
        layer.source = &model_;
        layer.animation = animation;
        layer.keys = KeySpan{};
        const Pose begin = pose(model_, {&layer, 1});
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            for (std::size_t i = 0; i < kMatrixNumbers; ++i) {
                const bool isTranslation = i % 4 == 3;
                const float off = std::abs(begin.nodes[n].m[i] - model_.nodes[n].bind.m[i]);
                if (!(off <= kSameMatrix * (isTranslation ? std::max(size_, 1.0F) : 1.0F))) return false;
            }
        }
        return true;
    }

    void still(Sampler& sampler) {
        NewAnimation made = sampler.still();
        made.name = kRestName;
        made.extents = halfSize_;
        new_.animations.push_back(std::move(made));
        notes_.add(" has no bind pose: it becomes key 0 of the new animation " + inQuotes(kRestName) + ".");
    }

    void animations(Sampler& sampler) {
        std::size_t times = 0;
        std::size_t unknown = 0;
        std::size_t moved = 0;
        for (std::uint32_t a = 0; a < model_.animations.size(); ++a) {
            const Animation& from = model_.animations[a];
            if (!from.complete) {
                notes_.refuse(" cannot store animations without complete keys: those of the animation " +
                              inQuotes(model_.text(from.name)) + " are incomplete.");
                return;
            }
            new_.animations.push_back(sampler.animation(a));
            times += from.interpolationTime != NewAnimation{}.interpolationTime ? 1U : 0U;
            unknown += from.unknown != Animation{}.unknown ? 1U : 0U;
            const Binding* const own = model_.binding(0, model_.text(from.name));
            const bool isMoved = own != nullptr && (own->origin.x != 0 || own->origin.y != 0 || own->origin.z != 0);
            moved += isMoved ? 1U : 0U;
        }
        loseUnusual("InterpolationTime", times, std::to_string(NewAnimation{}.interpolationTime) + " ms");
        loseUnusual("Unknown", unknown, "−1");
        if (moved > 0) {
            notes_.add(" has no bindings: the keys of the root are shifted by the origins of " +
                       counted(moved, "animation.", "animations."));
        }
        if (sampler.addedKeys() > 0) {
            notes_.add(" moves deformed vertices in straight lines between keys: " +
                       counted(sampler.addedKeys(), "key is", "keys are") + " added.");
        }
    }

    void loseUnusual(std::string_view field, std::size_t animations, const std::string& usual) {
        if (animations == 0) return;
        notes_.lose(" has no " + std::string(field) + ": " +
                    counted(animations, "animation loses one that is not ", "animations lose one that is not ") +
                    usual + ".");
    }

    void deformation(const Sampler& sampler) {
        const SampledOff& off = sampler.off();
        const double most = double{off.atKeys} + double{off.between} + double{off.atRest};
        const std::string those = counted(sampler.count(), "vertex", "vertices");
        if (most > kMostOffTo6 * double{size_}) {
            return notes_.refuse(" stores deformation vertices with 8 bits per axis: " + those +
                                 " moved by several nodes would be off by as much as " + offWords(most, double{size_}) +
                                 ".");
        }
        if (sampler.candidates() > 0) {
            notes_.lose(" rotates the normal of each vertex with a single node: " +
                        counted(sampler.candidates(), "vertex follows the node of its triangles.",
                                "vertices follow the node of their triangles."));
        }
        if (sampler.count() == 0) return;
        notes_.lose(" moves each vertex with a single node: " + those +
                    (sampler.count() == 1 ? " becomes a deformation vertex" : " become deformation vertices") +
                    ", at most " + offWords(double{off.atKeys} + double{off.between}, double{size_}) +
                    " from where their nodes move them.");
    }

    void level(const Sampler& sampler) {
        NewPiece piece;
        NewLevel& level = piece.levels.emplace_back();
        for (const Corners& triangle : one_.triangles) {
            level.corners.insert(level.corners.end(), triangle.begin(), triangle.end());
        }
        level.uvs = std::move(uvs_);
        level.weightNode = one_.node;
        for (std::size_t v = 0; v < one_.from.size(); ++v) {
            const std::uint32_t node = one_.node[v];
            push(level.locations, sampler.rest()[v]);
            push(level.normals, normalized(model_.nodes[node].inverseBind.rotate(model_.normals[one_.from[v]])));
        }
        new_.pieces.push_back(std::move(piece));
        if (shifted_ > 0) {
            notes_.add(" does not repeat skins: the texture coordinates of " +
                       counted(shifted_, "triangle", "triangles") +
                       " are shifted by whole repeats into 0 … 1, where they look the same.");
        }
        if (outside_ > 0) {
            notes_.lose(" does not repeat skins: " + counted(outside_, "triangle", "triangles") +
                        " with texture coordinates outside 0 … 1 " + (outside_ == 1 ? "shows" : "show") +
                        " the edge of the skin there.");
        }
    }

    void nodes(const Sampler& sampler) {
        std::vector<bool> hasTriangles(model_.nodes.size());
        for (const Corners& triangle : one_.triangles) hasTriangles[one_.node[triangle[0]]] = true;
        std::size_t flagged = 0;
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            const Node& node = model_.nodes[n];
            flagged += node.flags != 0 ? 1U : 0U;
            NewNode& made = new_.nodes.emplace_back();
            made.name = model_.text(node.name);
            made.parent = node.parent == kNone ? -1 : static_cast<std::int32_t>(node.parent);
            made.deformed = sampler.byNode()[n];
            made.flags = hasTriangles[n] ? kHasTriangles : kNullNode;
            if (!made.deformed.empty()) made.flags |= kDeforms;
        }
        if (flagged > 0) {
            notes_.lose(" uses Flags differently: " +
                        counted(flagged, "node loses its flags.", "nodes lose their flags."));
        }
    }

    /// What the new file has no place for.
    void lost() {
        pieces();
        notes_.lose(" has no InternalRadius, and stores normals with 8 bits per axis.");
        none("socket", model_.sockets.size());
        none("weight set", model_.weightSets.size());
        // The first is the model itself.
        none("child model", model_.childModels.empty() ? 0 : model_.childModels.size() - 1);
        none("AnimBinding", model_.bindings.size());
        notes_.loseBytes(document_, {Id::HeaderSection, Id::PiecesSection, Id::NodesSection, Id::ChildModelsSection,
                                     Id::AnimationSection, Id::SocketsSection, Id::AnimBindingsSection});
    }

    void none(const std::string& thing, std::size_t count) {
        if (count == 0) return;
        notes_.lose(" has no " + thing + "s: " + counted(count, thing + " is", thing + "s are") + " omitted.");
    }

    void pieces() {
        std::size_t levels = 0;
        for (const Piece& piece : model_.pieces) levels += piece.lodCount > 0 ? piece.lodCount - 1 : 0;
        if (!model_.pieces.empty()) {
            const std::size_t count = model_.pieces.size();
            notes_.lose(" has one mesh with one skin: " + counted(count, "piece", "pieces") +
                        (count == 1 ? " loses its name, skin slot" : " become one and lose their names, skin slots") +
                        " and settings.");
        }
        if (levels > 0) {
            notes_.lose(" creates its levels of detail by collapsing edges: " +
                        counted(levels, "level is", "levels are") + " omitted, and the full mesh is kept.");
        }
    }

    /// Of numbers of a matrix; of translations, a share of the size.
    static constexpr float kSameMatrix = 1e-5F;

    const Document& document_;
    const FieldReader fields_;
    const Model model_;
    OneNodeMesh one_;
    std::vector<float> uvs_;
    std::size_t shifted_ = 0;
    std::size_t outside_ = 0;
    /// Of the mesh where it is bound, and its longest side.
    Vec3 halfSize_;
    float size_ = 0;
    NewModel new_;
    Converted out_;
    ConversionNotes notes_;
};

}  // namespace

Converted convertToV6(const Document& document) {
    return ToV6(document).run();
}

}  // namespace abc
