#include "drafting.h"

#include <algorithm>
#include <exception>

#include "gltf_reader.h"
#include "import.h"

namespace bindings {
namespace {

constexpr const char* kNotBegun = "A part of a model was asked for before the parts that it needs.";
constexpr double kMostExportScale = 1e30;

class SceneReader : public GltfReader {
public:
    SceneReader() : GltfReader("a glTF") {}

    [[nodiscard]] drafting::Gltf gltf(const val& from) {
        drafting::Gltf out;
        readWords(from, out);
        const val description = property(from, "description");
        if (!description.isNull()) out.description = descriptionOf(description);
        out.scene.parents = array<std::int32_t>(from, "parents");
        out.scene.order = array<std::uint32_t>(from, "order");
        out.scene.rest = array<double>(from, "rest");
        out.isShown = array<std::uint8_t>(from, "isShown");
        out.skinOf = array<std::int32_t>(from, "skinOf");
        each(from, "skins", [&](const val& skin) { out.scene.skins.push_back(skinOf(skin)); });
        if (reason().empty()) refuse(drafting::refusalOf(out));
        return out;
    }

    [[nodiscard]] drafting::WholeSettings settings(const val& from) {
        drafting::WholeSettings out;
        out.name = text(from, "name");
        out.model.version = count(from, "version");
        out.model.scale = number(from, "scale");
        out.model.turn = number(from, "turn");
        const val up = property(from, "up");
        out.model.isUpright = !(up.isString() && up.as<std::string>() == "z");
        out.centre = property(from, "centre").isTrue();
        out.paletteSkin = property(from, "paletteSkin").isTrue();
        out.exportScale = number(from, "exportScale");
        if (!(out.exportScale > 0 && out.exportScale < kMostExportScale)) refuse("exportScale", "is not a scale");
        if (!property(from, "animations").isNull()) out.animations = array<std::uint32_t>(from, "animations");
        return out;
    }

    [[nodiscard]] std::vector<drafting::Channel> channels(const val& from) { return channelsOf(from); }
    [[nodiscard]] std::vector<float> list(const val& from, const char* name) { return array<float>(from, name); }
    [[nodiscard]] std::size_t strideOf(const val& from) { return count(from, "stride"); }

    [[nodiscard]] drafting::Primitive primitive(const val& from, const val& targets) {
        drafting::Primitive out = primitiveOf(from);
        eachOf(targets, "targets", [&](const val& target) {
            out.targets.push_back({array<float>(target, "positions"), array<float>(target, "normals")});
        });
        if (reason().empty()) refuse(drafting::refusalOf(out));
        return out;
    }

private:
    [[nodiscard]] drafting::SceneSkin skinOf(const val& from) {
        drafting::SceneSkin out;
        out.joints = array<std::uint32_t>(from, "joints");
        out.inverse = matricesOf<drafting::Matrix>(array<float>(from, "inverse"));
        if (!out.inverse.empty() && out.inverse.size() < out.joints.size())
            refuse("inverse", "is not a matrix for each joint");
        out.inverse.resize(out.joints.size(), abc::kIdentity);
        return out;
    }
};

template <std::size_t N>
val listOf(const std::array<double, N>& numbers) {
    return arrayOf(numbers, [](double number) { return number; });
}
val numbersList(const std::vector<double>& numbers) {
    return arrayOf(numbers, [](double number) { return number; });
}

val standObject(const val& translation, const val& rotation) {
    val out = val::object();
    out.set("translation", translation);
    out.set("rotation", rotation);
    return out;
}

val pieceObject(const drafting::MadePiece& piece) {
    val source = val::object();
    source.set("node", piece.node);
    source.set("primitive", piece.primitive);
    source.set("triangles", copied(piece.triangles));
    const std::array<double, 3> corners{0, piece.isMirrored ? 1.0 : 2.0, piece.isMirrored ? 2.0 : 1.0};
    source.set("corners", listOf(corners));
    val out = val::object();
    out.set("name", piece.name);
    out.set("slot", piece.slot);
    out.set("specularPower", piece.specularPower);
    out.set("specularScale", piece.specularScale);
    out.set("lodWeight", piece.lodWeight);
    out.set("levels", arrayOf(piece.levels, meshObject));
    out.set("source", source);
    return out;
}

val animationObject(const drafting::MadeAnimation& animation) {
    val out = val::object();
    out.set("name", animation.name);
    out.set("source", animation.source);
    out.set("start", animation.start);
    out.set("times", copied(animation.times));
    out.set("poses", copied(animation.poses));
    if (!animation.morphWeights.empty())
        out.set("morphWeights", arrayOf(animation.morphWeights, [](const std::vector<std::vector<float>>& key) {
                    return arrayOf(key, [](const std::vector<float>& own) { return copied(own); });
                }));
    out.set("strings", arrayOf(animation.strings, [](const std::string& text) { return text; }));
    out.set("extents", listOf(animation.extents));
    out.set("interpolationTime", animation.interpolationTime);
    out.set("origin", listOf(animation.origin));
    return out;
}

val socketObject(const drafting::MadeSocket& socket) {
    val out = val::object();
    out.set("name", socket.name);
    out.set("node", socket.node);
    out.set("rotation", listOf(socket.stand.rotation));
    out.set("location", listOf(socket.stand.place));
    return out;
}

val setObject(const drafting::CarriedSet& set) {
    val out = val::object();
    out.set("name", set.name);
    out.set("weights", numbersList(set.weights));
    return out;
}

val childObject(const drafting::CarriedChild& child) {
    val out = val::object();
    out.set("name", child.name);
    out.set("buildNumber", child.buildNumber);
    return out;
}

val bindingObject(const drafting::CarriedBinding& binding) {
    val out = val::object();
    out.set("name", binding.name);
    out.set("extents", listOf(binding.extents));
    out.set("origin", listOf(binding.origin));
    return out;
}

val skinObject(const drafting::MadeSkin& skin) {
    val image = val::object();
    image.set("width", skin.image.width);
    image.set("height", skin.image.height);
    image.set("channels", skin.image.hasAlpha ? 4 : 3);
    image.set("data", copied(skin.image.data));
    val out = val::object();
    out.set("slot", skin.slot);
    out.set("name", skin.name);
    out.set("image", image);
    return out;
}

/// `#FF8000`; empty for white.
std::string hexOf(const gltf::Material& material) {
    if (!drafting::hasColour(material)) return {};
    const drafting::Colour colour = drafting::colourOf(&material);
    std::string out = "#";
    for (std::size_t i = 0; i < 3; ++i) {
        constexpr const char* digits = "0123456789ABCDEF";
        out += digits[colour[i] >> 4U];
        out += digits[colour[i] & 15U];
    }
    return out;
}

}  // namespace

/// What JavaScript answers when it is asked for numbers.
class DraftingSource : public drafting::PrimitiveReader {
public:
    explicit DraftingSource(val from) : from_(std::move(from)) {}

    [[nodiscard]] drafting::Primitive read(std::uint32_t node, std::uint32_t primitive) const override {
        SceneReader reader;
        drafting::Primitive out = reader.primitive(from_.call<val>("primitive", node, primitive),
                                                   from_.call<val>("targets", node, primitive));
        if (!reader.reason().empty()) throw Unreadable(reader.reason());
        return out;
    }
    [[nodiscard]] std::vector<std::vector<drafting::Channel>> channels(std::size_t animations) const {
        std::vector<std::vector<drafting::Channel>> out;
        SceneReader reader;
        for (std::size_t i = 0; i < animations; ++i)
            out.push_back(reader.channels(from_.call<val>("channels", static_cast<double>(i), -1)));
        if (!reader.reason().empty()) throw Unreadable(reader.reason());
        return out;
    }

private:
    val from_;
};

DraftingWork::DraftingWork() = default;
DraftingWork::~DraftingWork() = default;

val DraftingWork::begin(const val& source, const val& settings) {
    return answered([&] {
        SceneReader reader;
        drafting::Gltf gltf = reader.gltf(source);
        drafting::WholeSettings how = reader.settings(settings);
        if (!reader.reason().empty()) return refused(reader.reason());
        source_ = std::make_unique<DraftingSource>(source);
        auto channels = source_->channels(gltf.animations.size());
        whole_ = std::make_unique<drafting::Whole>(std::move(gltf), std::move(channels), *source_, std::move(how));
        if (whole_->refusal().empty()) return contents();
        val out = refused(whole_->refusal());
        whole_.reset();
        return out;
    });
}

val DraftingWork::contents() const {
    const drafting::Gltf& gltf = whole_->gltf();
    const drafting::Contents& has = whole_->contents();
    std::vector<std::uint32_t> nodes;
    std::vector<std::int32_t> skins;
    for (const auto& [node, skin] : has.scene.meshes) {
        nodes.push_back(node);
        skins.push_back(
            skin < 0 ? -1 : static_cast<std::int32_t>(has.scene.skins[static_cast<std::size_t>(skin)].joints.size()));
    }
    const drafting::Slots slots = drafting::slotsOf(gltf, has, false);
    std::vector<double> lengths;
    std::vector<std::uint32_t> strings;
    const gltf::Json nothing;
    for (std::size_t i = 0; i < gltf.animations.size(); ++i) {
        const auto& [name, extras, channels] = gltf.animations[i];
        const gltf::Json& json = gltf.description ? gltf::recordIn(gltf.description->json, "animations") : nothing;
        const auto* known = gltf.description ? gltf.description->animation(name) : nullptr;
        lengths.push_back(drafting::spanOf(whole_->drafting().animations()[i]).length);
        strings.push_back(static_cast<std::uint32_t>(gltf::cuesOf(extras, known, gltf::recordIn(json, name)).size()));
    }
    val out = val::object();
    out.set("meshNodes", copied(nodes));
    out.set("meshJoints", copied(skins));
    out.set("meshNames", arrayOf(has.meshes, [](const drafting::PlacedMesh& mesh) { return mesh.name; }));
    setCounts(out, {{"joints", has.joints}, {"skins", has.scene.skins.size()}, {"sockets", has.scene.sockets.size()}});
    out.set("slots", arrayOf(slots.of,
                             [](const std::optional<std::uint32_t>& slot) { return slot ? val(*slot) : val::null(); }));
    out.set("colours", arrayOf(gltf.materials, hexOf));
    out.set("lengths", copied(lengths));
    out.set("strings", copied(strings));
    out.set("tooLarge", whole_->whyTooLarge());
    return out;
}

std::string DraftingWork::look(std::uint32_t mesh, const val& vertices) {
    try {
        if (!whole_ || mesh >= whole_->contents().meshes.size()) return kNotBegun;
        SceneReader reader;
        const auto positions = reader.list(vertices, "positions");
        const auto joints = reader.list(vertices, "joints");
        const auto weights = reader.list(vertices, "weights");
        const std::size_t stride = reader.strideOf(vertices);
        if (reader.reason().empty()) whole_->drafting().look(mesh, positions, joints, weights, stride);
        return reader.reason();
    } catch (const std::exception&) {
        return kNoMemory;
    }
}

val DraftingWork::step() {
    return answered([&] {
        if (!whole_) return refused(kNotBegun);
        const bool isMore = whole_->step();
        return whole_->refusal().empty() ? val(isMore) : refused(whole_->refusal());
    });
}

val DraftingWork::result() {
    return answered([&] {
        if (!whole_ || whole_->done() < 1) return refused(kNotBegun);
        const drafting::WholeDraft& made = whole_->result();
        drafting::Drafting& drafting = whole_->drafting();
        std::size_t at = 0;
        const auto node = [&](const drafting::MadeNode& is) {
            const auto floats = [&](std::size_t from, std::size_t count) {
                return arrayOf(std::span(drafting.rest()).subspan(importing::kPose * at + from, count),
                               [](float number) { return number; });
            };
            const auto& [rotation, place] = drafting.binds()[at];
            const drafting::Matrix bind = drafting::matrixOf(rotation, place);
            val out = val::object();
            out.set("name", is.name);
            out.set("parent", is.parent);
            out.set("flags", is.flags);
            out.set("rest", standObject(floats(0, 3), floats(3, 4)));
            out.set("bind", copied(std::span<const double>(bind)));
            ++at;
            return out;
        };
        val out = val::object();
        out.set("nodes", arrayOf(made.nodes, node));
        out.set("pieces", arrayOf(made.pieces, pieceObject));
        out.set("animations", arrayOf(made.animations, animationObject));
        out.set("sockets", arrayOf(made.sockets, socketObject));
        out.set("weightSets", arrayOf(made.weightSets, setObject));
        out.set("childModels", arrayOf(made.childModels, childObject));
        out.set("bindings", arrayOf(made.bindings, [](const auto& list) { return arrayOf(list, bindingObject); }));
        out.set("commandString", made.commandString);
        out.set("internalRadius", made.internalRadius);
        out.set("levels", static_cast<double>(made.levels));
        out.set("lodDistances", made.lodDistances ? numbersList(*made.lodDistances) : val::null());
        const drafting::Matrix space = drafting.space().matrix();
        out.set("space", copied(std::span<const double>(space)));
        out.set("skin", made.skin ? skinObject(*made.skin) : val::null());
        out.set("notes", arrayOf(made.notes, noteObject));
        return out;
    });
}

}  // namespace bindings
