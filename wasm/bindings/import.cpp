#include "import.h"

#include <algorithm>
#include <exception>

#include "import/draft_check.h"
#include "import/levels_next.h"
#include "import/levels_off.h"
#include "import/levels_turned.h"
#include "object_reader.h"

namespace bindings {
namespace {

class DraftReader : public ObjectReader {
public:
    DraftReader() : ObjectReader("a draft") {}

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
        out.addsStill = property(from, "addsStill").isTrue();
        out.v6.share = number(from, "share");
        const val bytes = property(from, "deformedBytes");
        if (!bytes.isUndefined()) out.v6.deformedBytes = count(from, "deformedBytes");
        return out;
    }

    /// Of a mesh only what makes a surface.
    [[nodiscard]] importing::DraftMesh surfaceOf(const val& from) {
        importing::DraftMesh out;
        out.corners = array<std::uint32_t>(from, "corners");
        out.positions = array<float>(from, "positions");
        if (!importing::isSurface(out)) refuse("corners", "are not those of its positions");
        return out;
    }
    /// The same with normals.
    [[nodiscard]] importing::DraftMesh shadedOf(const val& from) {
        importing::DraftMesh out = surfaceOf(from);
        out.normals = array<float>(from, "normals");
        if (out.normals.size() != out.positions.size()) refuse("normals", "are not as many as its positions");
        return out;
    }
    [[nodiscard]] std::vector<std::uint32_t> verticesOf(const val& from, const char* name,
                                                        const importing::DraftMesh& mesh) {
        auto out = numbers<std::uint32_t>(from, name);
        const std::size_t count = importing::vertexCount(mesh);
        if (std::all_of(out.begin(), out.end(), [=](std::uint32_t v) { return v < count; })) return out;
        refuse(name, "are not vertices of the mesh");
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

val factsObject(const importing::V6Facts& facts) {
    val out = val::object();
    const auto number = [&](const char* name, auto value) { out.set(name, static_cast<double>(value)); };
    number("size", facts.size);
    number("verticesMoved", facts.verticesMoved);
    number("copiesNeeded", facts.copiesNeeded);
    number("copiesMade", facts.copiesMade);
    number("keysAdded", facts.keysAdded);
    number("deformed", facts.deformed);
    number("offAtKeys", facts.offAtKeys);
    number("offBetween", facts.offBetween);
    number("madeRigid", facts.madeRigid);
    number("offRigid", facts.offRigid);
    number("uvsMoved", facts.uvsMoved);
    number("uvsOutside", facts.uvsOutside);
    number("trianglesWanted", facts.trianglesWanted);
    number("trianglesLeft", facts.trianglesLeft);
    return out;
}

}  // namespace

void ImportWork::begin(const val& draft, const val& options) {
    try {
        DraftReader reader;
        importing::Draft read = reader.read(draft);
        const importing::Options how = reader.options(options);
        refusal_ = reader.reason();
        if (refusal_.empty()) work_.emplace(std::move(read), how);
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

val aroundTurned(const val& mesh, const val& left) {
    try {
        DraftReader reader;
        const importing::DraftMesh finer = reader.shadedOf(mesh);
        const std::vector<std::uint32_t> corners = reader.verticesOf(left, "left", finer);
        if (!reader.reason().empty()) return refused(reader.reason());
        if (corners.size() % 3 != 0) return refused("The corners of a level are not three a triangle.");
        return copied(importing::aroundTurned(finer, corners));
    } catch (const std::exception&) {
        return refused(kNoMemory);
    }
}

val levelFacts(const val& first, const val& mesh, const val& level, const val& kept) {
    try {
        DraftReader reader;
        const importing::DraftMesh original = reader.surfaceOf(first);
        const importing::DraftMesh finer = reader.surfaceOf(mesh);
        const importing::DraftMesh made = reader.surfaceOf(level);
        const std::vector<std::uint32_t> vertices = reader.verticesOf(kept, "kept", finer);
        if (!reader.reason().empty()) return refused(reader.reason());
        val out = val::object();
        out.set("off", importing::offBy(original, made));
        out.set("next", copied(importing::becomes(finer, vertices)));
        return out;
    } catch (const std::exception&) {
        return refused(kNoMemory);
    }
}

val ImportWork::result() const {
    if (!work_) return refused(refusal_);
    try {
        val bytes = writtenFile(work_->written());
        if (!work_->written().refusal.empty()) return bytes;
        val out = val::object();
        out.set("bytes", bytes);
        out.set("v6", work_->facts() != nullptr ? factsObject(*work_->facts()) : val::null());
        return out;
    } catch (const std::exception&) {
        return refused(kNoMemory);
    }
}

}  // namespace bindings
