#include "compose.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "compose_check.h"

namespace abc {

using schema::Id;
using schema::Scalar;

namespace {

/// What readers take for these in versions without them (abc.md §3.8).
constexpr std::int32_t kUsualUnknown = -1;
constexpr std::size_t kPaddingBytes = 62;

class ComposerV9 {
public:
    explicit ComposerV9(const NewModel& model)
        : model_(model), dialect_(*findVersion(model.version)), writer_(dialect_) {}

    Written run() {
        count();
        writer_.section("Header", Id::HeaderSection, [this] { header(); });
        writer_.section("Pieces", Id::PiecesSection, [this] { pieces(); });
        writer_.section("Nodes", Id::NodesSection, [this] { nodes(); });
        writer_.section("ChildModels", Id::ChildModelsSection, [this] { childModels(); });
        writer_.section("Animation", Id::AnimationSection, [this] { animations(); });
        writer_.section("Sockets", Id::SocketsSection, [this] { sockets(); });
        writer_.section("AnimBindings", Id::AnimBindingsSection, [this] { bindings(); });
        return writer_.finish();
    }

private:
    void number(FieldName name, std::size_t count) { writer_.u32(name, static_cast<std::uint32_t>(count)); }

    void count() {
        for (const NewPiece& piece : model_.pieces) {
            for (const NewLevel& level : piece.levels) {
                faces_ += level.corners.size() / 3;
                vertices_ += level.locations.size() / kVectorNumbers;
                weights_ += level.weightNode.size();
            }
        }
    }

    /// The strings that the header counts, each once (abc.md §3.2).
    [[nodiscard]] std::unordered_set<std::string_view> strings() const {
        std::unordered_set<std::string_view> out{model_.commandString};
        for (const NewNode& node : model_.nodes) out.insert(node.name);
        for (const auto& child : model_.childModels) out.insert(child.name);
        for (const NewAnimation& animation : model_.animations) {
            out.insert(animation.name);
            out.insert(animation.strings.begin(), animation.strings.end());
        }
        out.erase("");
        return out;
    }

    void header() {
        std::size_t keys = 0;
        for (const NewAnimation& animation : model_.animations) keys += animation.times.size();
        const auto texts = strings();
        std::size_t length = 0;
        for (const std::string_view text : texts) length += text.size();

        writer_.u32("Version", model_.version);
        number("KeyframeCount", keys);
        number("AnimationCount", model_.animations.size());
        number("NodeCount", model_.nodes.size());
        number("PieceCount", model_.pieces.size());
        number("ChildModelCount", model_.childModels.size() + 1);
        number("FaceCount", faces_);
        number("VertexCount", vertices_);
        number("WeightCount", weights_);
        number("LODCount", model_.lodDistances.size() + 1);
        number("SocketCount", model_.sockets.size());
        number("WeightSetCount", model_.weightSets.size());
        number("StringCount", texts.size());
        number("StringLengthTotal", length);
        writer_.string("CommandString", model_.commandString);
        writer_.f32("InternalRadius", model_.internalRadius);
        writer_.u16("LODDistanceCount", static_cast<std::uint32_t>(model_.lodDistances.size()));
        writer_.raw("Padding", std::array<std::byte, kPaddingBytes>{});
        for (const float distance : model_.lodDistances) writer_.f32("LODDistances", distance);
    }

    void pieces() {
        number("WeightCount", weights_);
        number("PieceCount", model_.pieces.size());
        for (const NewPiece& piece : model_.pieces) {
            writer_.element("Pieces", [&] {
                writer_.u16("MaterialIndex", piece.materialIndex);
                writer_.f32("SpecularPower", piece.specularPower);
                writer_.f32("SpecularScale", piece.specularScale);
                writer_.f32("LODWeight", piece.lodWeight);
                writer_.u16("ExtraCount", 0);
                writer_.string("Name", piece.name);
                for (const NewLevel& level : piece.levels) writer_.element("LODs", [&] { lod(level); });
            });
        }
    }

    void lod(const NewLevel& level) {
        number("FaceCount", level.corners.size() / 3);
        begin(level.corners.size() * kCornerBytes);
        for (std::size_t corner = 0; corner < level.corners.size(); ++corner) {
            pack(level.uvs[2 * corner]);
            pack(level.uvs[2 * corner + 1]);
            pack(static_cast<std::uint16_t>(level.corners[corner]));
        }
        writer_.rows("Faces", kCorner, packed_);
        const std::size_t vertices = level.locations.size() / kVectorNumbers;
        number("VertexCount", vertices);
        for (std::size_t v = 0; v < vertices; ++v) {
            writer_.element("Vertices", [&] {
                const std::uint32_t first = level.weightStart[v];
                const std::uint32_t end = level.weightStart[v + 1];
                writer_.u16("WeightCount", end - first);
                writer_.u16("SubLODVertexIndex", level.next.empty() ? 0 : level.next[v]);
                begin((end - first) * kWeightBytes);
                for (std::uint32_t w = first; w < end; ++w) {
                    pack(level.weightNode[w]);
                    pack(nthVector(level.weightLocation, w));
                    pack(level.bias[w]);
                }
                writer_.rows("Weights", kWeight, packed_);
                writer_.vector("Location", nthVector(level.locations, v));
                writer_.vector("Normal", nthVector(level.normals, v));
            });
        }
    }

    void nodes() {
        const std::vector<std::uint32_t> children = childCounts(model_.nodes);
        for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
            const NewNode& node = model_.nodes[n];
            writer_.element("Nodes", [&] {
                writer_.string("Name", node.name);
                writer_.u16("Index", static_cast<std::uint32_t>(n));
                writer_.u8("Flags", node.flags);
                writer_.floats("Matrix", node.bind);
                writer_.u32("ChildCount", children[n]);
            });
        }
        number("WeightSetCount", model_.weightSets.size());
        for (const NewWeightSet& set : model_.weightSets) {
            writer_.element("WeightSets", [&] {
                writer_.string("Name", set.name);
                number("NodeCount", set.weights.size());
                writer_.floats("NodeWeights", set.weights);
            });
        }
    }

    void childModel(std::string_view name, std::uint32_t buildNumber) {
        writer_.element("ChildModels", [&] {
            writer_.string("Name", name);
            writer_.u32("BuildNumber", buildNumber);
            for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
                writer_.element("Transforms", [this] {
                    writer_.vector("Location", {});
                    writer_.quaternion("Rotation", {});
                });
            }
        });
    }

    void childModels() {
        writer_.u16("Count", static_cast<std::uint32_t>(model_.childModels.size() + 1));
        childModel("", model_.buildNumber);
        for (const auto& child : model_.childModels) childModel(child.name, child.buildNumber);
    }

    void animations() {
        number("Count", model_.animations.size());
        for (const NewAnimation& animation : model_.animations) {
            writer_.element("Animations", [&] {
                writer_.vector("Extents", animation.extents);
                writer_.string("Name", animation.name);
                writer_.i32("Unknown", kUsualUnknown);
                writer_.u32("InterpolationTime", animation.interpolationTime);
                number("KeyframeCount", animation.times.size());
                for (std::size_t k = 0; k < animation.times.size(); ++k) {
                    writer_.element("Keyframes", [&] {
                        writer_.u32("Time", animation.times[k]);
                        writer_.string("String", animation.strings[k]);
                    });
                }
                for (std::size_t n = 0; n < model_.nodes.size(); ++n) {
                    writer_.element("NodeTransforms", [&] { writer_.floats("Transforms", keysOf(animation, n)); });
                }
            });
        }
    }

    void sockets() {
        number("Count", model_.sockets.size());
        for (const NewSocket& socket : model_.sockets) {
            writer_.element("Sockets", [&] {
                writer_.u32("NodeIndex", socket.node);
                writer_.string("Name", socket.name);
                writer_.quaternion("Rotation", socket.rotation);
                writer_.vector("Location", socket.location);
            });
        }
    }

    /// @param list of animations or bindings
    template <class List>
    void bindingList(const List& list) {
        writer_.element("Lists", [&] {
            number("Count", list.size());
            for (const auto& binding : list) {
                writer_.element("AnimBindings", [&] {
                    writer_.string("Name", binding.name);
                    writer_.vector("Extents", binding.extents);
                    writer_.vector("Origin", binding.origin);
                });
            }
        });
    }

    void bindings() {
        bindingList(model_.animations);
        for (const auto& list : model_.bindings) bindingList(list);
    }

    /// Begins so many bytes of rows.
    void begin(std::size_t size) {
        packed_.resize(size);
        at_ = 0;
    }
    template <class Number>
    void pack(Number number) {
        std::memcpy(packed_.data() + at_, &number, sizeof number);
        at_ += sizeof number;
    }

    static constexpr Writer::Leaf kCorner[] = {{"U", Scalar::F32}, {"V", Scalar::F32}, {"VertexIndex", Scalar::U16}};
    static constexpr std::size_t kCornerBytes = 2 * sizeof(float) + sizeof(std::uint16_t);
    static constexpr std::size_t kWeightBytes = sizeof(std::uint32_t) + 4 * sizeof(float);
    static constexpr Writer::Leaf kWeight[] = {
        {"NodeIndex", Scalar::U32}, {"X", Scalar::F32}, {"Y", Scalar::F32}, {"Z", Scalar::F32}, {"Bias", Scalar::F32}};

    const NewModel& model_;
    Dialect dialect_;
    Writer writer_;
    std::size_t faces_ = 0, vertices_ = 0, weights_ = 0;
    /// Numbers as the file has them, until they are written.
    std::vector<std::byte> packed_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<std::uint32_t> childCounts(const std::vector<NewNode>& nodes) {
    std::vector<std::uint32_t> out(nodes.size());
    for (std::size_t n = 1; n < nodes.size(); ++n) ++out[static_cast<std::size_t>(nodes[n].parent)];
    return out;
}

Written composeV9(const NewModel& model) {
    return ComposerV9(model).run();
}

Written compose(const NewModel& model) {
    Written out;
    out.refusal = refusalOf(model);
    if (!out.refusal.empty()) return out;
    return model.version == 6 ? composeV6(model) : composeV9(model);
}

}  // namespace abc
