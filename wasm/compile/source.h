// What of a text goes into a compiled model: its parts as the makers' tools understand them (lta.md §3, §4), where that
// is more than the model that is drawn, or other.
#pragma once

#include <optional>
#include <unordered_map>

#include "lta/build.h"
#include "notes.h"

namespace compiling {

using core::kNone;

/// Behind the names of child models.
inline constexpr std::string_view kFileExtension = ".ltb";

struct Node {
    std::string_view name;
    std::uint32_t flags = 0;
    abc::Mat4 bind;
    std::uint32_t parent = kNone;
    std::uint32_t childCount = 0;
};

/// The share of a node in a vertex, as the text says it.
struct Weight {
    std::uint32_t node = 0;
    float share = 0;
};

/// A level of a piece.
struct Level {
    float distance = 0;
    /// Its mesh in the model; kNone for an empty one.
    std::uint32_t lod = kNone;
    /// The weights of vertex v are weights[weightStart[v] … weightStart[v + 1]).
    std::vector<std::uint32_t> weightStart;
    std::vector<Weight> weights;
};

struct Look {
    static constexpr std::size_t kTextures = 4;

    std::uint32_t textureCount = 1;
    std::array<std::int32_t, kTextures> textures{0, 1, 2, 3};
    std::int32_t renderStyle = 0;
    std::uint32_t priority = 0;

    bool operator==(const Look&) const = default;
};

struct Piece {
    std::string_view name;
    Look look;
    std::uint32_t minOffset = 0;
    std::uint32_t maxOffset = 0;
    std::vector<Level> levels;
    /// The node whose tracks have positions of its vertices; kNone for none.
    std::uint32_t animNode = kNone;
};

struct Box {
    std::uint32_t node = 0;
    abc::Vec3 centre;
    abc::Vec3 size;
    abc::Quat rotation;
};

struct Socket {
    std::uint32_t node = 0;
    const abc::Socket* stored = nullptr;
};

/// An animation, perhaps made of two of the text: one of vertices and one of nodes.
struct Animation {
    std::string_view name;
    // As they are without a binding.
    abc::Vec3 extents{128, 16, 16};
    abc::Vec3 origin;
    std::uint32_t interpolationTime = 200;
    std::vector<std::uint32_t> times;
    std::vector<std::string_view> strings;
    /// That of the model that has the keys of its nodes.
    std::uint32_t keys = 0;
    /// It has other keys, at whose times those are sampled.
    bool isSampled = false;
    /// By node: the list of the positions of vertices; kNone for none. Empty where no node has any.
    std::vector<std::uint32_t> frames;
    /// By node, of a sampled one: whether it has keys.
    std::vector<bool> moves;
};

/// All views lead into the model, which outlives it.
struct Source {
    std::vector<Node> nodes;
    std::vector<Piece> pieces;
    std::vector<Box> boxes;
    std::vector<Socket> sockets;
    std::vector<const abc::WeightSet*> weightSets;
    std::vector<std::string_view> childModels;
    std::vector<Animation> animations;
    lta::Settings settings;
    std::string_view commandString;
    /// What the header counts of the text.
    std::uint32_t vertexCount = 0;
    std::uint32_t faceCount = 0;
    std::uint32_t weightCount = 0;
};

/// Reads the parts of a text.
class SourceReader {
public:
    SourceReader(const core::Document& document, const lta::Parts& parts, const abc::Model& model, Notes& notes)
        : parts_(parts), model_(model), notes_(notes), lists_(document) {
        out_.settings = lta::settingsOf(document, parts);
    }

    [[nodiscard]] Source read();

private:
    void nodes();
    void pieces();
    void rest();
    void boxes();
    void animations();
    void omitted();

    [[nodiscard]] Look lookOf(std::uint32_t shape) const;
    void level(Piece& piece, const lta::Parts::Piece& part, std::uint32_t index, float distance);
    static void sortLevels(Piece& piece);
    void weights(std::uint32_t shape, Level& level) const;
    [[nodiscard]] bool lateKey(const abc::Animation& animation) const;
    void addAnimation(std::uint32_t set, std::uint32_t keys);
    void bind(Animation& animation);
    /// kNone for none.
    [[nodiscard]] std::uint32_t nodeFound(std::string_view name) const;
    /// Without case.
    [[nodiscard]] std::uint32_t pieceNamed(std::string_view name) const;
    [[nodiscard]] std::string_view nameOf(std::uint32_t list) const { return lists_.view(lists_.text(list)); }

    const lta::Parts& parts_;
    const abc::Model& model_;
    Notes& notes_;
    lta::Lists lists_;
    Source out_;
    /// As the tools find the nodes that weights refer to: of several of a name the last one.
    std::unordered_map<std::string_view, std::uint32_t> byName_;
    /// As they find those of everything else: without case, and of several the first one.
    std::unordered_map<std::string, std::uint32_t> found_;
    std::unordered_map<std::string_view, std::uint32_t> deformers_;
    /// By the name of the animation in lower case: of several the last one. Only the first animation of a name takes
    /// it.
    std::unordered_map<std::string, std::uint32_t> bindings_;
};

}  // namespace compiling
