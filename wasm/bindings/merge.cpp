#include "merge.h"

#include <algorithm>
#include <exception>

#include "core/words.h"
#include "gltf_reader.h"

namespace bindings {
namespace {

/// Joints that a skin of a glTF can have.
constexpr float kJoints = 65'536;
constexpr const char* kNoMergeBegun = "This merge was not begun.";

class MergeReader : public GltfReader {
public:
    MergeReader() : GltfReader("a merge") {}

    [[nodiscard]] merging::Scene sceneOf(const val& from) {
        merging::Scene out;
        out.parents = array<std::int32_t>(from, "parents");
        out.matrices = columns(from, "matrices");
        out.indices = array<double>(from, "indices");
        out.isNeutral = array<std::uint8_t>(from, "isNeutral");
        out.isRenamed = array<std::uint8_t>(from, "isRenamed");
        out.skinOf = array<std::int32_t>(from, "skinOf");
        each(from, "skins", [&](const val& skin) {
            out.skins.push_back({array<std::uint32_t>(skin, "joints"), columns(skin, "inverse")});
        });
        out.below = array<std::uint32_t>(from, "below");
        out.scale = number(from, "scale");
        out.mirrors = property(from, "mirrors").isTrue();
        out.swaps = property(from, "swaps").isTrue();
        if (!property(from, "restAnimation").isNull()) out.interpretation.restAnimation = count(from, "restAnimation");
        const val conjugates = property(from, "conjugateKeys");
        if (!conjugates.isNull()) out.interpretation.conjugateKeys = conjugates.isTrue();
        if (reason().empty()) refuse(merging::refusalOf(out));
        return out;
    }

    [[nodiscard]] static merging::Settings settingsOf(const val& from) {
        const auto isTrue = [&](const char* name) { return property(from, name).isTrue(); };
        return {isTrue("isTemplate"), isTrue("fillsNormals"), isTrue("conjugates")};
    }

    // Nodes are those of the scene that it has.

    [[nodiscard]] merging::Primitive primitiveOf(const val& from, std::size_t nodes) {
        drafting::Primitive read = GltfReader::primitiveOf(from);
        // Triangles with a vertex that is not there were refused when the glTF was read.
        std::size_t lost = 0;
        drafting::Triangles drawn =
            drafting::trianglesOf(read.mode, read.indices ? &*read.indices : nullptr, read.count(), lost);
        merging::Primitive out;
        out.node = nodeOf(from, nodes);
        if (read.uvs.empty()) read.uvs.resize(2 * read.count());
        out.mesh.positions = std::move(read.positions);
        out.mesh.normals = std::move(read.normals);
        out.mesh.uvs = std::move(read.uvs);
        each(from, "marks", [&](const val& uvs) { out.mesh.marks.push_back(numbers<float>(uvs, "marks")); });
        out.mesh.corners = std::move(drawn.corners);
        out.mesh.indices = std::move(drawn.indices);
        for (const std::vector<float>& set : read.joints) {
            std::vector<std::uint32_t>& joints = out.joints.emplace_back();
            for (const float joint : set)
                joints.push_back(joint >= 0 && joint < kJoints ? static_cast<std::uint32_t>(joint) : abc::kNone);
        }
        out.weights = std::move(read.weights);
        return out;
    }
    [[nodiscard]] std::vector<merging::Primitive> primitivesOf(const val& from, std::size_t nodes) {
        std::vector<merging::Primitive> out;
        eachOf(from, "more", [&](const val& mesh) { out.push_back(primitiveOf(mesh, nodes)); });
        return out;
    }
    [[nodiscard]] std::vector<std::vector<float>> targetsOf(const val& from) {
        std::vector<std::vector<float>> out;
        eachOf(from, "targets", [&](const val& target) { out.push_back(numbers<float>(target, "targets")); });
        return out;
    }

    /// Without those of morph targets.
    [[nodiscard]] std::vector<merging::NodeCurve> curvesOf(const val& from, std::size_t nodes) {
        std::vector<merging::NodeCurve> out;
        for (drafting::Channel& channel : channelsOf(from, nodes)) {
            if (channel.path != drafting::Path::kWeights)
                out.push_back({channel.node, static_cast<merging::NodeCurve::Path>(channel.path), curveOf(channel)});
        }
        return out;
    }
    /// How the targets of the mesh of a node go with an animation: the first channel that says so counts.
    [[nodiscard]] merging::MorphCurve morphsOf(const val& from, std::uint32_t node, const val& rest,
                                               std::size_t nodes) {
        merging::Curve weights;
        for (drafting::Channel& channel : channelsOf(from, nodes)) {
            if (channel.path == drafting::Path::kWeights && channel.node == node && weights.times.empty())
                weights = curveOf(channel);
        }
        return merging::morphCurve(weights, numbers<double>(rest, "rest"));
    }
    [[nodiscard]] std::vector<double> timesOf(const val& from) { return numbers<double>(from, "times"); }

    [[nodiscard]] merging::SaidStrings saidOf(const val& from) {
        merging::SaidStrings out;
        const auto cuesOf = [&](const char* name, std::optional<std::vector<merging::Cue>>& cues) {
            if (property(from, name).isNull()) return;
            cues.emplace();
            each(from, name, [&](const val& cue) { cues->push_back({number(cue, "seconds"), text(cue, "text")}); });
        };
        cuesOf("markers", out.markers);
        cuesOf("cues", out.cues);
        if (property(from, "byKey").isNull()) return out;
        out.byKey.emplace();
        each(from, "byKey", [&](const val& one) {
            out.byKey->push_back(one.isNull() ? std::nullopt : std::optional(textOf(one, "byKey")));
        });
        return out;
    }

    [[nodiscard]] merging::AnimationHead headOf(const val& from) {
        merging::AnimationHead out;
        out.name = text(from, "name");
        if (!property(from, "extents").isNull()) out.extents = listOf<3>(from, "extents");
        out.interpolationTime = count(from, "interpolationTime");
        return out;
    }

private:
    /// Sixteen numbers each, column-major.
    [[nodiscard]] std::vector<merging::ColumnMatrix> columns(const val& from, const char* name) {
        constexpr std::size_t size = std::tuple_size_v<merging::ColumnMatrix>;
        const auto flat = array<double>(from, name);
        std::vector<merging::ColumnMatrix> out(flat.size() / size);
        if (flat.size() % size != 0) refuse(name, "are not sixteen numbers each");
        for (std::size_t i = 0; i < out.size(); ++i) std::copy_n(&flat[size * i], size, out[i].begin());
        return out;
    }

    [[nodiscard]] std::uint32_t nodeOf(const val& from, std::size_t nodes) {
        const std::uint32_t node = count(from, "node");
        if (node < nodes) return node;
        refuse("node", "is not in the scene");
        return 0;
    }

    [[nodiscard]] std::vector<drafting::Channel> channelsOf(const val& from, std::size_t nodes) {
        std::vector<drafting::Channel> out = GltfReader::channelsOf(from);
        if (std::any_of(out.begin(), out.end(), [=](const auto& channel) { return channel.node >= nodes; }))
            refuse("nodes", "are not all in the scene");
        return out;
    }

    [[nodiscard]] static merging::Curve curveOf(drafting::Channel& channel) {
        merging::Curve out;
        for (const double time : channel.times) out.times.push_back(abc::single(time));
        out.values = std::move(channel.values);
        out.interpolation = static_cast<merging::Interpolation>(channel.interpolation);
        return out;
    }
};

/// @param string by its key or time
val stringObject(const std::pair<const double, std::string>& string) {
    val out = val::object();
    out.set("at", string.first);
    out.set("text", core::utf8FromLatin1(string.second));
    return out;
}

val setting(const merging::SetBytes& set) {
    val out = val::object();
    out.set("op", "set");
    out.set("path", set.path);
    out.set("value", bytesObject(set.value));
    return out;
}

}  // namespace

val MergeWork::allocate(double size) {
    try {
        bytes_.assign(static_cast<std::size_t>(size), std::byte{});
    } catch (const std::exception&) {
        return val::null();
    }
    return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
}

val MergeWork::begin(const val& scene, const val& settings) {
    return guarded([&] {
        MergeReader reader;
        merging::Scene read = reader.sceneOf(scene);
        const merging::Settings how = MergeReader::settingsOf(settings);
        if (!reader.reason().empty()) return refused(reader.reason());
        const auto rigOf = [&](const abc::Model& model) { return joints_.emplace(model, std::move(read)).rig(); };
        merge_.emplace(std::move(bytes_), rigOf, how);
        if (!joints_->areNodes()) {
            merge_.reset();
            return val::null();
        }
        const auto [isMoved, isTurned, isScaled] = joints_->whole();
        val out = val::object();
        out.set("nodeOf", copied(joints_->nodeOf()));
        out.set("joints", copied(joints_->list()));
        out.set("isMoved", isMoved);
        out.set("isTurned", isTurned);
        out.set("isScaled", isScaled);
        return out;
    });
}

val MergeWork::level(std::uint32_t piece, std::uint32_t lod, const val& mesh) {
    return guarded([&] {
        MergeReader reader;
        merging::Primitive read = reader.primitiveOf(mesh, nodes());
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const merging::MergedLevel made = merge_->level(piece, lod, joints_->meshOf(std::move(read)));
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        out.set("operation", made.operation ? setting(*made.operation) : val::null());
        out.set("triangles", copied(made.triangles));
        setCounts(out, {{"moved", made.moved},
                        {"weighted", made.weighted},
                        {"normals", made.normals},
                        {"texcoords", made.texcoords},
                        {"removed", made.removed},
                        {"added", made.added},
                        {"weightless", made.weightless}});
        return out;
    });
}

val MergeWork::rebound(std::uint32_t piece, std::uint32_t lod) {
    return guarded([&] {
        if (!merge_) return refused(kNoMergeBegun);
        merge_->rebound(piece, lod);
        return val::null();
    });
}

val MergeWork::newPiece(const val& mesh) {
    return guarded([&] {
        MergeReader reader;
        merging::Primitive read = reader.primitiveOf(mesh, nodes());
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const merging::NewPiece made = merge_->newPiece(joints_->meshOf(std::move(read)));
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        out.set("levels", arrayOf(made.levels, [](const merging::NewLevel& level) {
                    val one = val::object();
                    one.set("level", bytesObject(level.bytes));
                    one.set("triangles", copied(level.triangles));
                    return one;
                }));
        setCounts(out, {{"weightless", made.weightless}});
        return out;
    });
}

val MergeWork::oldMesh(const val& mesh, const val& more) {
    return guarded([&] {
        MergeReader reader;
        merging::Primitive read = reader.primitiveOf(mesh, nodes());
        std::vector<merging::Primitive> others = reader.primitivesOf(more, nodes());
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        std::vector<merging::Mesh> meshes;
        meshes.reserve(others.size());
        for (merging::Primitive& each : others) meshes.push_back(joints_->meshOf(std::move(each)));
        const merging::MergedOldMesh& made = merge_->oldMesh(joints_->meshOf(std::move(read)), meshes);
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        val anew = val::null();
        if (made.anew) {
            anew = val::object();
            anew.set("vertices", arrayOf(made.anew->vertices, bytesObject));
            anew.set("first", made.anew->first);
            anew.set("faces", bytesObject(made.anew->faces));
        }
        out.set("anew", anew);
        out.set("triangles", copied(made.triangles));
        setCounts(out, {{"moved", made.moved},
                        {"normals", made.normals},
                        {"nodes", made.nodes},
                        {"texcoords", made.texcoords},
                        {"removed", made.removed},
                        {"added", made.added},
                        {"several", made.several},
                        {"weightless", made.weightless}});
        return out;
    });
}

val MergeWork::meshLikeness(const val& mesh) const {
    return guarded([&] {
        MergeReader reader;
        merging::Primitive read = reader.primitiveOf(mesh, nodes());
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        return val(merge_->meshLikeness(joints_->meshOf(std::move(read))));
    });
}

val MergeWork::setTargets(const val& targets, double off) {
    return guarded([&] {
        MergeReader reader;
        const merging::Targets read{reader.targetsOf(targets), off};
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const std::string refusal = merge_->setTargets(read);
        return refusal.empty() ? val::null() : refused(refusal);
    });
}

val MergeWork::play(const val& curves, const val& known) {
    return guarded([&] {
        MergeReader reader;
        std::vector<merging::NodeCurve> read = reader.curvesOf(curves, nodes());
        std::optional<std::vector<double>> times;
        if (!known.isNull()) times = reader.timesOf(known);
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        const std::string refusal = merge_->play(joints_->channelsOf(std::move(read)), times);
        if (!refusal.empty()) return refused(refusal);
        val out = val::object();
        out.set("times", copied(merge_->times()));
        out.set("start", merge_->start());
        return out;
    });
}

val MergeWork::playMorphs(const val& curves, std::uint32_t node, const val& rest) {
    return guarded([&] {
        MergeReader reader;
        merging::MorphCurve read = reader.morphsOf(curves, node, rest, nodes());
        if (!isPlaying() || !reader.reason().empty()) return refused(isPlaying() ? reader.reason() : kNoMergeBegun);
        const std::string refusal = merge_->playMorphs(std::move(read));
        return refusal.empty() ? val::null() : refused(refusal);
    });
}

val MergeWork::isAt(const val& times) const {
    return guarded([&] {
        MergeReader reader;
        const std::vector<double> read = reader.timesOf(times);
        if (!isPlaying() || !reader.reason().empty()) return refused(isPlaying() ? reader.reason() : kNoMergeBegun);
        return val(merge_->isAt(read));
    });
}

val MergeWork::likeness(std::uint32_t animation) const {
    return guarded([&] {
        if (!isPlaying() || !merge_->has(animation)) return refused(kNoMergeBegun);
        return val(merge_->likeness(animation));
    });
}

val MergeWork::animation(std::uint32_t animation, const val& said) {
    return guarded([&] {
        MergeReader reader;
        const merging::SaidStrings read = reader.saidOf(said);
        const bool isReady = isPlaying() && merge_->has(animation);
        if (!isReady || !reader.reason().empty()) return refused(isReady ? reader.reason() : kNoMergeBegun);
        const merging::MergedAnimation made = merge_->animation(animation, read);
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        setCounts(out, {{"moments", made.keys.moments},
                        {"removed", made.keys.removed.size()},
                        {"inserted", made.keys.inserted.size()},
                        {"deformed", made.deformed},
                        {"refined", made.refined},
                        {"addedForStrings", made.addedForStrings}});
        out.set("isSampled", made.keys.isSampled);
        out.set("still", copied(made.keys.still));
        out.set("moving", copied(made.keys.moving));
        out.set("changed", arrayOf(made.strings.changed, stringObject));
        out.set("added", arrayOf(made.strings.added, stringObject));
        out.set("isOther", made.isOther);
        out.set("bytes", made.written ? bytesObject(made.written->bytes) : val::null());
        out.set("movedStrings", arrayOf(made.movedStrings, core::utf8FromLatin1));
        return out;
    });
}

val MergeWork::show(const val& mesh) {
    return guarded([&] {
        MergeReader reader;
        const merging::Primitive read = reader.primitiveOf(mesh, nodes());
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        if (auto carried = joints_->carried(read)) merge_->show(std::move(*carried));
        return val::null();
    });
}

val MergeWork::addAnimation(const val& head, const val& said) {
    return guarded([&] {
        MergeReader reader;
        const merging::AnimationHead read = reader.headOf(head);
        const merging::SaidStrings strings = reader.saidOf(said);
        const bool isReady = isPlaying() && !merge_->times().empty();
        if (!isReady || !reader.reason().empty()) return refused(isReady ? reader.reason() : kNoMergeBegun);
        const merging::AddedAnimation made = merge_->addAnimation(read, strings);
        if (!made.refusal.empty()) return refused(made.refusal);
        val out = val::object();
        setCounts(out, {{"keys", made.keys}, {"refined", made.refined}});
        out.set("extents", arrayOf(made.extents, [](double value) { return value; }));
        out.set("bytes", bytesObject(made.bytes));
        return out;
    });
}

val MergeWork::movesWhole(const val& curves) const {
    return guarded([&] {
        MergeReader reader;
        const std::vector<merging::NodeCurve> read = reader.curvesOf(curves, nodes());
        if (!merge_ || !reader.reason().empty()) return refused(merge_ ? reader.reason() : kNoMergeBegun);
        return val(
            std::any_of(read.begin(), read.end(), [&](const auto& curve) { return joints_->movesWhole(curve); }));
    });
}

val MergeWork::standOf(std::uint32_t node) const {
    return guarded([&] {
        if (!merge_ || node >= nodes()) return refused(kNoMergeBegun);
        const auto number = [](double value) { return value; };
        const auto& [holder, local] = joints_->standOf(node);
        val out = val::object();
        out.set("holder", holder);
        out.set("translation", arrayOf(local.translation, number));
        out.set("rotation", arrayOf(local.rotation, number));
        return out;
    });
}

val MergeWork::socket(std::uint32_t socket, std::uint32_t node) {
    return guarded([&] {
        if (!merge_ || node >= nodes()) return refused(kNoMergeBegun);
        const auto [holder, isMoved, isTurned] = merge_->socket(socket, joints_->standOf(node));
        val out = val::object();
        out.set("holder", holder);
        out.set("isMoved", isMoved);
        out.set("isTurned", isTurned);
        return out;
    });
}

val MergeWork::writeBinds() {
    return guarded([&] { return merge_ ? copied(merge_->writeBinds()) : refused(kNoMergeBegun); });
}

val MergeWork::operations() const {
    return guarded([&] { return merge_ ? arrayOf(merge_->operations(), setting) : refused(kNoMergeBegun); });
}

}  // namespace bindings
