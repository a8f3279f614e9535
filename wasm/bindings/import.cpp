#include "import.h"

#include <algorithm>
#include <exception>

#include "abc/build.h"
#include "edit.h"
#include "gltf_reader.h"
#include "import/draft_check.h"
#include "import/limits.h"

namespace bindings {
namespace {

class DraftReader : public ObjectReader {
public:
    DraftReader() : ObjectReader("a draft", Texts::Utf8) {}

    [[nodiscard]] importing::Draft read(const val& from) {
        importing::Draft out;
        readCommon(from, out);
        each(from, "nodes", [&](const val& node) { out.nodes.push_back(nodeOf(node)); });
        each(from, "pieces", [&](const val& piece) { out.pieces.push_back(pieceOf(piece)); });
        each(from, "animations", [&](const val& animation) { out.animations.push_back(animationOf(animation)); });
        return out;
    }

    [[nodiscard]] importing::Options options(const val& from) {
        importing::Options out;
        out.version = count(from, "version");
        out.v6.share = number(from, "share");
        if (property(from, "latin").typeOf().as<std::string>() != "function") refuse("latin", "is not a function");
        const val bytes = property(from, "deformedBytes");
        if (!bytes.isUndefined()) out.v6.deformedBytes = count(from, "deformedBytes");
        return out;
    }

    /// @param nodes how many there are
    [[nodiscard]] std::vector<importing::DraftMesh> meshes(const val& from, std::size_t nodes) {
        std::vector<importing::DraftMesh> out;
        eachOf(from, "meshes", [&](const val& mesh) {
            out.push_back(meshOf(mesh));
            if (reason().empty()) refuse(importing::refusalOf(out.back(), nodes));
        });
        return out;
    }

    [[nodiscard]] std::vector<importing::Matrix> binds(const val& from) {
        const auto list = numbers<double>(from, "binds");
        std::vector<importing::Matrix> out(list.size() / std::tuple_size_v<importing::Matrix>);
        for (std::size_t i = 0; i < out.size(); ++i)
            std::copy_n(list.begin() + static_cast<std::ptrdiff_t>(out[i].size() * i), out[i].size(), out[i].begin());
        return out;
    }

    /// Three wedges a triangle.
    [[nodiscard]] std::vector<std::uint32_t> triangles(const val& from, const importing::Wedges& wedges) {
        auto out = numbers<std::uint32_t>(from, "left");
        const std::size_t count = wedges.vertex.size();
        const bool areOf = std::all_of(out.begin(), out.end(), [=](std::uint32_t wedge) { return wedge < count; });
        if (areOf && out.size() % 3 == 0) return out;
        refuse("left", "is not triangles of the level");
        return {};
    }

private:
    [[nodiscard]] importing::DraftNode nodeOf(const val& from) {
        importing::DraftNode out;
        out.name = text(from, "name");
        out.parent = whole(from, "parent");
        out.flags = count(from, "flags");
        const auto bind = array<double>(from, "bind");
        if (bind.size() != out.bind.size()) {
            refuse("bind", "is not twelve numbers");
        } else {
            std::copy(bind.begin(), bind.end(), out.bind.begin());
        }
        const val rest = property(from, "rest");
        out.translation = vector(rest, "translation");
        out.rotation = quat(rest, "rotation");
        return out;
    }

    [[nodiscard]] importing::DraftPiece pieceOf(const val& from) {
        importing::DraftPiece out;
        out.name = text(from, "name");
        out.slot = count(from, "slot");
        out.specularPower = real(from, "specularPower");
        out.specularScale = real(from, "specularScale");
        out.lodWeight = real(from, "lodWeight");
        each(from, "levels", [&](const val& level) { out.levels.push_back(meshOf(level)); });
        return out;
    }

    [[nodiscard]] importing::DraftMesh meshOf(const val& from) {
        importing::DraftMesh out;
        out.corners = array<std::uint32_t>(from, "corners");
        out.uvs = array<float>(from, "uvs");
        out.positions = array<float>(from, "positions");
        out.normals = array<float>(from, "normals");
        out.start = array<std::uint32_t>(from, "start");
        out.node = array<std::uint32_t>(from, "node");
        out.share = array<float>(from, "share");
        out.local = array<float>(from, "local");
        each(from, "morphs", [&](const val& morph) { out.morphs.push_back(numbers<float>(morph, "morphs")); });
        out.morphWeights = array<float>(from, "morphWeights");
        out.next = array<std::uint32_t>(from, "next");
        return out;
    }

    [[nodiscard]] importing::DraftAnimation animationOf(const val& from) {
        importing::DraftAnimation out;
        out.name = text(from, "name");
        out.times = array<std::uint32_t>(from, "times");
        out.poses = array<float>(from, "poses");
        const val weights = property(from, "morphWeights");
        if (!weights.isUndefined()) {
            eachOf(weights, "morphWeights", [&](const val& key) {
                eachOf(key, "morphWeights", [&](const val& piece) { append(out.morphWeights, piece, "morphWeights"); });
            });
        }
        each(from, "strings", [&](const val& string) { out.strings.push_back(textOf(string, "strings")); });
        out.extents = vector(from, "extents");
        out.interpolationTime = count(from, "interpolationTime");
        out.origin = listOf<3>(from, "origin");
        return out;
    }

    void append(std::vector<float>& list, const val& more, const char* name) {
        const std::vector<float> own = numbers<float>(more, name);
        list.insert(list.end(), own.begin(), own.end());
    }
};

constexpr const char* kNoBytes = "The bytes of a file are not a Uint8Array.";

std::optional<merging::ByteList> fileOf(const val& bytes) {
    if (!bytes.instanceof (val::global("Uint8Array"))) return std::nullopt;
    const auto numbers = numbersOf<std::uint8_t>(bytes);
    const auto all = std::as_bytes(std::span(numbers));
    return merging::ByteList(all.begin(), all.end());
}

constexpr const char* kNoLevels = "A level of a mesh that does not exist was requested.";

val wedgesObject(const importing::Levels& levels) {
    const importing::Wedges& wedges = levels.wedges();
    val out = val::object();
    out.set("corners", copied(wedges.corners));
    out.set("positions", copied(wedges.positions));
    out.set("attributes", copied(wedges.attributes));
    out.set("locked", copied(levels.locked()));
    return out;
}

}  // namespace

void ImportWork::begin(const val& draft, const val& settings) {
    try {
        DraftReader reader;
        importing::Draft read = reader.read(draft);
        const importing::Options how = reader.options(settings);
        refusal_ = reader.reason();
        if (refusal_.empty()) work_.emplace(std::move(read), how, LatinOf(settings));
    } catch (const std::exception&) {
        refusal_ = kNoMemory;
    }
}

bool ImportWork::step() {
    try {
        return work_ && work_->step();
    } catch (const std::exception&) {
        refusal_ = kNoMemory;
        work_.reset();
        return false;
    }
}

val meshObject(const importing::DraftMesh& mesh) {
    val out = val::object();
    out.set("corners", copied(mesh.corners));
    out.set("uvs", copied(mesh.uvs));
    out.set("positions", copied(mesh.positions));
    out.set("normals", copied(mesh.normals));
    out.set("start", copied(mesh.start));
    out.set("node", copied(mesh.node));
    out.set("share", copied(mesh.share));
    out.set("local", copied(mesh.local));
    out.set("morphs", arrayOf(mesh.morphs, [](const std::vector<float>& morph) { return copied(morph); }));
    out.set("morphWeights", copied(mesh.morphWeights));
    out.set("next", copied(mesh.next));
    return out;
}

val LevelWork::begin(const val& meshes, const val& binds) {
    return guarded([&] {
        DraftReader reader;
        auto nodes = reader.binds(binds);
        auto read = reader.meshes(meshes, nodes.size());
        if (!reader.reason().empty()) return refused(reader.reason());
        levels_.emplace(std::move(read), std::move(nodes));
        hasStarted_ = false;
        return val::null();
    });
}

val LevelWork::beginAgain(const val& bytes) {
    return guarded([&] {
        auto file = fileOf(bytes);
        if (!file) return refused(kNoBytes);
        again_.emplace(std::move(*file));
        auto zero = again_->levelZero();
        hasStarted_ = false;
        if (!zero) return val(false);
        made_.assign(zero->meshes.size(), {});
        levels_.emplace(std::move(zero->meshes), std::move(zero->binds));
        return val(true);
    });
}

val LevelWork::operations(const val& distances) const {
    return guarded([&] {
        if (!again_ || !distances.instanceof (val::global("Float64Array"))) return refused(kNoLevels);
        return operationsList(again_->operations(made_, numbersOf<double>(distances)));
    });
}

val LevelWork::start(std::uint32_t mesh) {
    return guarded([&] {
        if (!levels_ || mesh >= levels_->count()) return refused(kNoLevels);
        levels_->begin(mesh);
        mesh_ = mesh;
        hasStarted_ = true;
        return wedgesObject(*levels_);
    });
}

val LevelWork::aroundTurned(const val& from, const val& left) const {
    return guarded([&] {
        if (!hasStarted_) return refused(kNoLevels);
        DraftReader reader;
        const auto before = reader.triangles(from, levels_->wedges());
        const auto after = reader.triangles(left, levels_->wedges());
        if (!reader.reason().empty()) return refused(reader.reason());
        return copied(levels_->aroundTurned(before, after));
    });
}

val LevelWork::keep(const val& left) {
    return guarded([&] {
        if (!hasStarted_) return refused(kNoLevels);
        DraftReader reader;
        const auto triangles = reader.triangles(left, levels_->wedges());
        if (!reader.reason().empty()) return refused(reader.reason());
        const importing::MadeLevel made = levels_->keep(triangles);
        if (again_) made_[mesh_].push_back(made.mesh);
        val out = val::object();
        out.set("mesh", meshObject(made.mesh));
        out.set("off", made.off);
        out.set("next", copied(made.next));
        out.set("wedges", wedgesObject(*levels_));
        return out;
    });
}

val limitsOf(const val& bytes) {
    return guarded([&] {
        const auto file = fileOf(bytes);
        if (!file) return refused(kNoBytes);
        const abc::Document document = abc::parse(*file);
        return arrayOf(importing::limitsOf(abc::buildModel(document)), noteObject);
    });
}

val ImportWork::result() const {
    if (!work_) return refused(refusal_);
    try {
        val bytes = writtenFile(work_->written());
        if (!work_->written().refusal.empty()) return bytes;
        val out = val::object();
        out.set("bytes", bytes);
        out.set("notes", arrayOf(work_->notes(), noteObject));
        return out;
    } catch (const std::exception&) {
        return refused(kNoMemory);
    }
}

}  // namespace bindings
