#include "merge.h"

#include <algorithm>
#include <exception>

#include "core/words.h"
#include "edit.h"
#include "gltf_reader.h"

namespace bindings {
namespace {

/// Joints that a skin of a glTF can have.
constexpr float kJoints = 65'536;
constexpr const char* kNoMergeBegun = "This merge was not begun.";

class MergeReader : public GltfReader {
public:
    MergeReader() : GltfReader("a merge") {}

    [[nodiscard]] merging::Glb glbOf(const val& from) {
        merging::Glb out;
        readWords(from, out);
        out.description = descriptionOf(property(from, "description"));
        merging::Scene& scene = out.scene;
        scene.parents = array<std::int32_t>(from, "parents");
        scene.matrices = columns(from, "matrices");
        scene.skinOf = array<std::int32_t>(from, "skinOf");
        each(from, "skins", [&](const val& skin) {
            scene.skins.push_back({array<std::uint32_t>(skin, "joints"),
                                   matricesOf<merging::ColumnMatrix>(array<float>(skin, "inverse"))});
        });
        scene.below = array<std::uint32_t>(from, "below");
        scene.scale = number(from, "scale");
        scene.mirrors = property(from, "mirrors").isTrue();
        scene.swaps = property(from, "swaps").isTrue();
        if (!property(from, "restAnimation").isNull())
            scene.interpretation.restAnimation = count(from, "restAnimation");
        const val conjugates = property(from, "conjugateKeys");
        if (!conjugates.isNull()) scene.interpretation.conjugateKeys = conjugates.isTrue();
        out.tell();
        if (reason().empty()) refuse(merging::refusalOf(out));
        return out;
    }

    [[nodiscard]] merging::Wanted wantedOf(const val& from) {
        const auto isTrue = [&](const char* name) { return property(from, name).isTrue(); };
        merging::Wanted out;
        out.settings = {isTrue("isTemplate"), isTrue("fillsNormals"), isTrue("conjugates")};
        out.isExported = isTrue("isExported");
        out.wantsLevels = isTrue("wantsLevels");
        if (!property(from, "animations").isNull()) out.animations = array<std::uint32_t>(from, "animations");
        return out;
    }

    [[nodiscard]] merging::Primitive primitiveOf(const val& from, std::uint32_t node) {
        drafting::Primitive read = GltfReader::primitiveOf(from);
        // Triangles with a vertex that is not there were refused when the glTF was read.
        std::size_t lost = 0;
        drafting::Triangles drawn =
            drafting::trianglesOf(read.mode, read.indices ? &*read.indices : nullptr, read.count(), lost);
        merging::Primitive out;
        out.node = node;
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
    [[nodiscard]] std::vector<std::vector<float>> targetsOf(const val& from) {
        std::vector<std::vector<float>> out;
        eachOf(from, "targets", [&](const val& target) { out.push_back(array<float>(target, "positions")); });
        return out;
    }

    [[nodiscard]] merging::Curves curvesOf(const val& from, std::size_t nodes) {
        merging::Curves out;
        for (drafting::Channel& channel : channelsOf(from)) {
            if (channel.node >= nodes) {
                refuse("nodes", "are not all in the scene");
            } else if (channel.path == drafting::Path::kWeights) {
                out.weights.emplace_back(channel.node, curveOf(channel));
            } else {
                out.nodes.push_back(
                    {channel.node, static_cast<merging::NodeCurve::Path>(channel.path), curveOf(channel)});
            }
        }
        return out;
    }

    /// @throws {Unreadable} where a part could not be read
    void expectAll() const {
        if (!reason().empty()) throw Unreadable(reason());
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

    [[nodiscard]] static merging::Curve curveOf(drafting::Channel& channel) {
        merging::Curve out;
        for (const double time : channel.times) out.times.push_back(abc::single(time));
        out.values = std::move(channel.values);
        out.interpolation = static_cast<merging::Interpolation>(channel.interpolation);
        return out;
    }
};

val sourceObject(const merging::PieceSource& source, bool swaps) {
    val out = val::object();
    out.set("node", source.node);
    out.set("primitive", source.primitive);
    out.set("triangles", copied(source.triangles));
    const std::array<int, 3> corners{0, swaps ? 2 : 1, swaps ? 1 : 2};
    out.set("corners", arrayOf(corners, [](int corner) { return corner; }));
    return out;
}

}  // namespace

/// What JavaScript answers when it is asked for numbers.
class MergeSource : public merging::Numbers {
public:
    MergeSource(const val& from, std::size_t nodes) : from_(from), latin_(from), nodes_(nodes) {}

    [[nodiscard]] merging::Primitive primitive(std::uint32_t node, std::uint32_t primitive) const override {
        MergeReader reader;
        merging::Primitive out = reader.primitiveOf(from_.call<val>("primitive", node, primitive), node);
        reader.expectAll();
        return out;
    }
    [[nodiscard]] std::vector<std::vector<float>> targets(std::uint32_t node, std::uint32_t primitive) const override {
        MergeReader reader;
        auto out = reader.targetsOf(from_.call<val>("targets", node, primitive));
        reader.expectAll();
        return out;
    }
    [[nodiscard]] merging::Curves curves(std::uint32_t animation, std::optional<std::uint32_t> only) const override {
        MergeReader reader;
        const double node = only ? static_cast<double>(*only) : -1;
        merging::Curves out = reader.curvesOf(from_.call<val>("channels", animation, node), nodes_);
        reader.expectAll();
        return out;
    }
    [[nodiscard]] const gltf::Latin& latin() const override { return latin_; }

private:
    val from_;
    LatinOf latin_;
    std::size_t nodes_;
};

MergeWork::MergeWork() = default;
MergeWork::~MergeWork() = default;

val MergeWork::allocate(double size) {
    try {
        bytes_.assign(static_cast<std::size_t>(size), std::byte{});
    } catch (const std::exception&) {
        return val::null();
    }
    return val(emscripten::typed_memory_view(bytes_.size(), reinterpret_cast<std::uint8_t*>(bytes_.data())));
}

val MergeWork::begin(const val& source, const val& settings) {
    return answered([&] {
        MergeReader reader;
        merging::Glb glb = reader.glbOf(source);
        const merging::Wanted wanted = reader.wantedOf(settings);
        if (!reader.reason().empty()) return refused(reader.reason());
        source_ = std::make_unique<MergeSource>(source, glb.nodes.size());
        work_ = std::make_unique<merging::WayBack>(std::move(bytes_), std::move(glb), *source_, wanted);
        if (!work_->notTheFile()) return val::null();
        return val(enumName(merging::kNotTheFileNames, *work_->notTheFile()));
    });
}

val MergeWork::step() {
    return answered([&] {
        if (!work_) return refused(kNoMergeBegun);
        const bool isMore = work_->step();
        return work_->refusal().empty() ? val(isMore) : refused(work_->refusal());
    });
}

val MergeWork::result() const {
    return answered([&] {
        if (!work_) return refused(kNoMergeBegun);
        const merging::CameBack& made = work_->result();
        const auto sources = [&](const std::vector<merging::PieceSource>& of) {
            return arrayOf(of, [&](const auto& source) { return sourceObject(source, work_->swaps()); });
        };
        val out = val::object();
        out.set("operations", operationsList(made.operations));
        out.set("changes", arrayOf(made.changes, changeObject));
        out.set("notes", arrayOf(made.notes, noteObject));
        out.set("sources", arrayOf(made.sources, sources));
        out.set("animations", copied(made.animations));
        out.set("starts", copied(made.starts));
        return out;
    });
}

}  // namespace bindings
