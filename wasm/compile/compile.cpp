#include "compile.h"

#include <algorithm>
#include <unordered_set>

#include "ltb/build.h"
#include "tracks.h"

namespace compiling {

using ltb::schema::Id;
using ltb::schema::MeshType;

namespace {

constexpr std::uint32_t kFileType = 1;
constexpr std::uint32_t kFileVersion = 9;
constexpr std::size_t kMostNodes = 255;
constexpr std::size_t kMostPieces = 64;
constexpr std::size_t kMostChildModels = 31;
constexpr std::size_t kMostVertices = 65'535;

/// Why the engine would not load the model, as far as the text shows it.
std::string refusalOf(const core::Document& document, const lta::Parts& parts, const Options& options) {
    if (options.version < ltb::kFirstVersion || options.version > ltb::kLastVersion) {
        return "LTB has no version " + std::to_string(options.version) + ".";
    }
    const auto tooMany = [](std::size_t count, std::string_view what, std::size_t most) {
        return "An LTB can have " + core::grouped(most) + " " + std::string(what) + ", and the text has " +
               core::grouped(count) + ".";
    };
    if (!document.versionKnown) return "The text is not a model.";
    if (parts.nodes.empty()) return "An LTB needs a skeleton, and the text has none.";
    if (parts.nodes.size() > kMostNodes) return tooMany(parts.nodes.size(), "nodes", kMostNodes);
    if (parts.pieces.size() > kMostPieces) return tooMany(parts.pieces.size(), "pieces", kMostPieces);
    if (parts.childModels.size() > kMostChildModels) {
        return tooMany(parts.childModels.size(), "child models", kMostChildModels);
    }
    return {};
}

class Compiler {
public:
    Compiler(const core::Document& document, const lta::Parts& parts, const abc::Model& model, const Options& options)
        : document_(document),
          model_(model),
          options_(options),
          source_(SourceReader(document, parts, model, out_.notes).read()),
          dialect_(ltb::dialectOf(options.version)),
          writer_(dialect_) {}

    Compiled run() {
        out_.refusal = refusal();
        if (!out_.refusal.empty()) return std::move(out_);
        makeMeshes();
        if (!out_.refusal.empty()) return std::move(out_);
        writer_.section(Id::FileSection, [this] { file(); });
        writer_.section(Id::HeaderSection, [this] { header(); });
        writer_.section(Id::BoxesSection, [this] { boxes(); });
        writer_.section(Id::PiecesSection, [this] { pieces(); });
        writer_.section(Id::NodesSection, [this] { nodes(); });
        writer_.section(Id::ChildModelsSection, [this] { childModels(); });
        writer_.section(Id::AnimationSection, [this] { animations(); });
        writer_.section(Id::SocketsSection, [this] { sockets(); });
        writer_.section(Id::AnimBindingsSection, [this] { bindings(); });
        if (!writer_.refusal().empty()) out_.refusal = "The model cannot be written: " + writer_.refusal() + ".";
        out_.bytes = writer_.finish();
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string refusal() const {
        if (source_.nodes.size() > kMostNodes) {
            return "An LTB can have 255 nodes, and this one would have " + core::grouped(source_.nodes.size()) + ".";
        }
        std::uint64_t keys = 0;
        for (const Animation& animation : source_.animations) {
            keys += core::product(source_.nodes.size(), animation.times.size());
            if (model_.animations[animation.keys].complete) continue;
            return "The animation " + core::inQuotes(animation.name) + " cannot be played.";
        }
        for (const Animation& animation : source_.animations) {
            for (std::size_t n = 0; n < animation.frames.size(); ++n) {
                if (animation.frames[n] != kNone) keys += core::product(verticesOf(n), animation.times.size());
            }
        }
        if (keys <= kMostKeys) return {};
        return "The animations have " + core::grouped(keys) + " keys of nodes and vertices, more than " +
               core::grouped(kMostKeys) + ".";
    }

    /// Animated vertices of a node that has any.
    [[nodiscard]] std::size_t verticesOf(std::size_t node) const {
        for (const Piece& piece : source_.pieces) {
            const std::uint32_t lod = piece.levels[0].lod;
            if (abc::equalIgnoringCase(piece.name, source_.nodes[node].name) && lod != kNone)
                return model_.lods[lod].vertexCount;
        }
        return 0;
    }

    void makeMeshes() {
        Pruned pruned;
        std::uint32_t unused = 0;
        for (const Piece& piece : source_.pieces) {
            for (const Level& level : piece.levels) {
                meshes_.push_back(level.lod == kNone ? Mesh() : meshOf(model_, level, piece.animNode != kNone, pruned));
                const Mesh& mesh = meshes_.back();
                if (level.lod != kNone && mesh.type == MeshType::Null) unused += model_.lods[level.lod].vertexCount;
                if (mesh.vertices.size() > kMostVertices) {
                    out_.refusal = "A level of " + core::inQuotes(piece.name) + " needs " +
                                   core::grouped(mesh.vertices.size()) +
                                   " vertices, since corners with other texture coordinates or nodes need their own; "
                                   "an LTB can have 65,535.";
                    return;
                }
                faceCount_ += mesh.corners.size() / 3;
            }
        }
        Notes& notes = out_.notes;
        notes.loseSome(pruned.faces, "triangle with a vertex that is not there is",
                       "triangles with vertices that are not there are", " omitted.");
        notes.loseSome(unused, "vertex of a level without triangles is", "vertices of levels without triangles are",
                       " omitted.");
        notes.addSome(pruned.unmoved, "vertex without weights follows", "vertices without weights follow",
                      " the root.");
        notes.loseSome(pruned.vertices, "vertex has", "vertices have",
                       " other weights: shares below 0.05 are dropped, and so are the smallest where more than 4 nodes "
                       "move a vertex or a triangle. At most a share of " +
                           core::decimal(double{pruned.mostMoved}) + " of a vertex goes to other nodes.");
    }

    void file() {
        const std::array<std::uint8_t, 3> padding{};
        const std::array<std::uint32_t, 3> reserved{};
        writer_.u8("FileType", kFileType);
        writer_.u8("Padding0", 0);
        writer_.u16("Version", kFileVersion);
        writer_.u8("Reserved1", 0);
        writer_.numbers<std::uint8_t>("Padding1", padding);
        writer_.numbers<std::uint32_t>("Reserved2", reserved);
    }

    /// The strings that the header counts, each once.
    [[nodiscard]] std::unordered_set<std::string_view> strings() const {
        std::unordered_set<std::string_view> out{source_.commandString};
        for (const Animation& animation : source_.animations) {
            out.insert(animation.name);
            out.insert(animation.strings.begin(), animation.strings.end());
        }
        for (const Node& node : source_.nodes) out.insert(node.name);
        out.insert(source_.childModels.begin(), source_.childModels.end());
        for (const Socket& socket : source_.sockets) out.insert(model_.text(socket.stored->name));
        for (const Piece& piece : source_.pieces) out.insert(piece.name);
        for (const abc::WeightSet* set : source_.weightSets) out.insert(model_.text(set->name));
        out.erase("");
        return out;
    }

    void header() {
        std::size_t keys = 0;
        for (const Animation& animation : source_.animations) keys += animation.times.size();
        const auto texts = strings();
        std::size_t length = 0;
        for (const std::string_view text : texts) length += text.size();
        writer_.u32("Version", options_.version);
        writer_.u32("KeyframeCount", keys);
        writer_.u32("AnimationCount", source_.animations.size());
        writer_.u32("NodeCount", source_.nodes.size());
        writer_.u32("PieceCount", source_.pieces.size());
        writer_.u32("ChildModelCount", source_.childModels.size() + 1);
        writer_.u32("FaceCount", faceCount_);
        writer_.u32("VertexCount", source_.vertexCount);
        writer_.u32("WeightCount", source_.weightCount);
        writer_.u32("LODCount", meshes_.size());
        writer_.u32("SocketCount", source_.sockets.size());
        writer_.u32("WeightSetCount", source_.weightSets.size());
        writer_.u32("StringCount", texts.size());
        writer_.u32("StringLengthTotal", length);
        vertexBytesAt_ = writer_.later("VertAnimDataSize");
        keyBytesAt_ = writer_.later("AnimDataSize");
        writer_.string("CommandString", source_.commandString);
        writer_.f32("InternalRadius", lta::floatOf(source_.settings.radius));
    }

    void boxes() {
        writer_.u32("BoxCount", source_.boxes.size());
        for (const Box& box : source_.boxes) {
            writer_.element("Boxes", [&] {
                writer_.vector("Position", box.centre);
                writer_.vector("Size", box.size);
                const abc::Mat4 axes = abc::transform({}, box.rotation);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    writer_.vector("Axes", {axes.m[axis], axes.m[4 + axis], axes.m[8 + axis]});
                }
                writer_.u32("NodeIndex", box.node);
                if (options_.version > ltb::kFirstVersion) {
                    const abc::Vec3 twice = box.size + box.size;
                    writer_.f32("Radius", std::sqrt(dot(twice, twice)) / 4);
                }
            });
        }
    }

    void pieces() {
        if (source_.settings.isWithoutGeometry) {
            writer_.u32("PieceCount", 0);
            out_.notes.loseSome(source_.pieces.size(), "piece is", "pieces are",
                                " omitted, as the text says (exclude-geom).");
            return;
        }
        writer_.u32("PieceCount", source_.pieces.size());
        std::size_t mesh = 0;
        for (const Piece& piece : source_.pieces) {
            writer_.element("Pieces", [&] {
                writer_.string("Name", piece.name);
                writer_.u32("LODCount", piece.levels.size());
                for (const Level& level : piece.levels) writer_.f32("LODDistances", level.distance);
                writer_.u32("MinLODOffset", piece.minOffset);
                writer_.u32("MaxLODOffset", piece.maxOffset);
                for (const Level& level : piece.levels) {
                    writer_.element("LODs", [&] { lod(piece, level, meshes_[mesh]); });
                    ++mesh;
                }
            });
        }
    }

    void lod(const Piece& piece, const Level& level, const Mesh& mesh) {
        writer_.u32("TextureCount", piece.look.textureCount);
        writer_.numbers<std::int32_t>("TextureIndices", piece.look.textures);
        writer_.numbers<std::int32_t>("RenderStyle", std::span(&piece.look.renderStyle, 1));
        writer_.u8("RenderPriority", piece.look.priority);
        writer_.u32("MeshType", mesh.type);
        const std::size_t sizeAt = writer_.later("ObjectSize");
        if (mesh.type != MeshType::Null) object(piece, level, mesh);
        writer_.set(sizeAt, writer_.bytesAfter(sizeAt));
        const std::vector<std::uint8_t> used = usedNodes(source_.nodes, level);
        writer_.u8("UsedNodeCount", static_cast<std::uint32_t>(used.size()));
        writer_.numbers<std::uint8_t>("UsedNodes", used);
    }

    void object(const Piece& piece, const Level& level, const Mesh& mesh) {
        using namespace ltb::schema;
        writer_.u32("VertexCount", mesh.vertices.size());
        if (mesh.type == VertexAnimated) writer_.u32("AnimatedCount", mesh.ownCount);
        writer_.u32("FaceCount", mesh.corners.size() / 3);
        writer_.u32("MaxBonesPerFace", mesh.bonesPerFace);
        writer_.u32("MaxBonesPerVertex", mesh.bonesPerVertex);
        if (mesh.type == Skeletal) writer_.u8("ReIndexedBones", 0);
        writer_.u32("StreamFlags0", PositionPart | NormalPart | Uv1Part);
        writer_.u32("StreamFlags1", 0);
        writer_.u32("StreamFlags2", 0);
        writer_.u32("StreamFlags3", 0);
        if (mesh.type == Skeletal) {
            writer_.u8("MatrixPalette", 0);
        } else {
            if (mesh.type == VertexAnimated) writer_.u32("AnimNode", piece.animNode);
            writer_.u32("Bone", mesh.bone);
        }
        const abc::Lod& lod = model_.lods[level.lod];
        const std::size_t blends = mesh.type == Skeletal ? mesh.bonesPerFace - 1 : 0;
        for (const MeshVertex& vertex : mesh.vertices) {
            writer_.element("Vertices", [&] {
                writer_.vector("Position", model_.locations[lod.firstVertex + vertex.vertex]);
                writer_.numbers<float>("Blends", std::span(vertex.blends).first(blends));
                writer_.vector("Normal", model_.normals[lod.firstVertex + vertex.vertex]);
                writer_.numbers<float>("UV1", std::array{vertex.uv.u, vertex.uv.v});
            });
        }
        std::vector<std::uint16_t> corners;
        corners.reserve(mesh.corners.size());
        for (const std::uint32_t corner : mesh.corners) corners.push_back(static_cast<std::uint16_t>(corner));
        writer_.numbers<std::uint16_t>("Faces", corners);
        if (mesh.type == Skeletal) boneSets(mesh);
        if (mesh.type != VertexAnimated) return;
        writer_.u32("DuplicateCount", mesh.copies.size() / 2);
        corners.clear();
        for (const std::uint32_t vertex : mesh.copies) corners.push_back(static_cast<std::uint16_t>(vertex));
        writer_.numbers<std::uint16_t>("Duplicates", corners);
    }

    void boneSets(const Mesh& mesh) {
        constexpr std::uint8_t kNoBone = 0xFF;
        writer_.u32("BoneSetCount", mesh.sets.size());
        for (const BoneSet& set : mesh.sets) {
            writer_.element("BoneSets", [&] {
                writer_.u16("FirstVertex", set.firstVertex);
                writer_.u16("VertexCount", set.vertexCount);
                std::array<std::uint8_t, kMostBones> bones{};
                for (std::size_t i = 0; i < bones.size(); ++i) {
                    bones[i] = i < set.bones.size() ? static_cast<std::uint8_t>(set.bones[i]) : kNoBone;
                }
                writer_.numbers<std::uint8_t>("Bones", bones);
                writer_.u32("IndexEnd", set.indexEnd);
            });
        }
    }

    /// The children of a node follow it; those that were added are the root's last ones.
    void nodes() {
        std::uint32_t index = 0;
        for (const Node& node : source_.nodes) {
            writer_.element("Nodes", [&] {
                writer_.string("Name", node.name);
                writer_.u16("Index", index++);
                writer_.u8("Flags", node.flags);
                writer_.numbers<float>("Matrix", node.bind.m);
                writer_.u32("ChildCount", node.childCount);
            });
        }
        writer_.u32("WeightSetCount", source_.weightSets.size());
        for (const abc::WeightSet* set : source_.weightSets) {
            writer_.element("WeightSets", [&] {
                writer_.string("Name", model_.text(set->name));
                writer_.u32("NodeCount", set->weights.size());
                writer_.numbers<float>("NodeWeights", set->weights);
            });
        }
    }

    void childModels() {
        writer_.u32("Count", source_.childModels.size() + 1);
        for (const std::string_view name : source_.childModels) {
            writer_.element("ChildModels", [&] { writer_.string("Name", std::string(name).append(kFileExtension)); });
        }
    }

    /// With animated vertices, nothing is compressed.
    [[nodiscard]] std::uint32_t compression() {
        std::uint32_t out = options_.compression.value_or(source_.settings.compression);
        if (out > ltb::schema::ShortRotations) {
            out_.notes.add("The compression type " + core::grouped(out) + " is not known: keys are stored in 16 bits.");
            out = ltb::schema::Short;
        }
        const bool hasAnimated = !source_.settings.isWithoutGeometry &&
                                 std::any_of(source_.pieces.begin(), source_.pieces.end(),
                                             [](const Piece& piece) { return piece.animNode != kNone; });
        return hasAnimated ? ltb::schema::Plain : out;
    }

    void animations() {
        const std::uint32_t stored = compression();
        Rounded rounded;
        TrackWriter tracks(document_, model_, source_, writer_, rounded);
        writer_.u32("Count", source_.animations.size());
        for (const Animation& animation : source_.animations) {
            writer_.element("Animations", [&] {
                writer_.vector("Extents", animation.extents);
                writer_.string("Name", animation.name);
                writer_.u32("Compression", stored);
                writer_.u32("InterpolationTime", animation.interpolationTime);
                writer_.u32("KeyframeCount", animation.times.size());
                for (std::size_t k = 0; k < animation.times.size(); ++k) {
                    writer_.element("Keyframes", [&] {
                        writer_.u32("Time", animation.times[k]);
                        writer_.string("String", animation.strings[k]);
                    });
                }
                tracks.run(animation, stored);
            });
        }
        writer_.set(vertexBytesAt_, tracks.vertexBytes());
        writer_.set(keyBytesAt_, tracks.keyBytes());
        Notes& notes = out_.notes;
        if (stored == ltb::schema::Short) {
            notes.lose("Positions of keys are stored in sixteenths of a unit, rounded toward 0 by up to " +
                       core::decimal(rounded.position) + " units.");
        }
        if (stored > ltb::schema::Exact) {
            constexpr double kMillion = 1e6;
            notes.lose("Rotations of keys are stored in 16 bits, rounded toward 0 by up to " +
                       core::decimal(kMillion * rounded.rotation) + " millionths.");
        }
        notes.loseSome(rounded.cut, "coordinate of a key beyond ±2,047.9 is", "coordinates of keys beyond ±2,047.9 are",
                       " cut.");
        notes.loseSome(rounded.unevenFrames, "key does", "keys do",
                       " not have as many positions as the mesh has vertices: vertices without one rest.");
        notes.addSome(rounded.dropped, "node that neither of two joined animations moves gets",
                      "nodes that neither of two joined animations moves get",
                      " the position (0, −10, 0), as in the makers’ tools.");
    }

    void sockets() {
        writer_.u32("Count", source_.sockets.size());
        for (const Socket& socket : source_.sockets) {
            writer_.element("Sockets", [&] {
                writer_.u32("NodeIndex", socket.node);
                writer_.string("Name", model_.text(socket.stored->name));
                writer_.quaternion("Rotation", socket.stored->rotation);
                writer_.vector("Location", socket.stored->location);
                writer_.vector("Scale", socket.stored->scale);
            });
        }
    }

    void bindings() {
        writer_.element("Lists", [this] {
            writer_.u32("Count", source_.animations.size());
            for (const Animation& animation : source_.animations) {
                writer_.element("AnimBindings", [&] {
                    writer_.string("Name", animation.name);
                    writer_.vector("Extents", animation.extents);
                    writer_.vector("Origin", animation.origin);
                });
            }
        });
        for (std::size_t i = 0; i < source_.childModels.size(); ++i) {
            writer_.element("Lists", [this] { writer_.u32("Count", 0); });
        }
    }

    const core::Document& document_;
    const abc::Model& model_;
    const Options& options_;
    Compiled out_;
    Source source_;
    core::Dialect dialect_;
    Writer writer_;
    /// Of each level of each piece.
    std::vector<Mesh> meshes_;
    std::size_t faceCount_ = 0;
    std::size_t vertexBytesAt_ = 0;
    std::size_t keyBytesAt_ = 0;
};

}  // namespace

Compiled compile(const core::Document& document, const lta::Parts& parts, const abc::Model& model,
                 const Options& options) {
    Compiled out;
    out.refusal = refusalOf(document, parts, options);
    if (!out.refusal.empty()) return out;
    return Compiler(document, parts, model, options).run();
}

Compiled compile(const core::Document& document, const Options& options) {
    const lta::Parts parts = lta::partsOf(document);
    return compile(document, parts, lta::buildModel(document, parts), options);
}

}  // namespace compiling
