#include "pieces.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "catalogue.h"
#include "core/words.h"

namespace drafting {
namespace {

constexpr std::size_t kMostSlotsNamed = 8;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// `Body_LOD1`: a level of `Body`.
struct LevelName {
    std::string base;
    std::string digits;
};
std::optional<LevelName> levelNameOf(const std::string& name) {
    constexpr std::string_view mark = "_lod";
    for (const std::size_t digits : {2U, 1U}) {
        if (name.size() <= mark.size() + digits) continue;
        const std::size_t base = name.size() - mark.size() - digits;
        const std::string end = name.substr(name.size() - digits);
        if (core::lowered(name.substr(base, mark.size())) == mark && std::all_of(end.begin(), end.end(), isDigit))
            return LevelName{name.substr(0, base), end};
    }
    return std::nullopt;
}

/// A mesh without a triangle, of a piece like this one.
importing::DraftMesh emptyOf(const importing::DraftMesh& mesh) {
    importing::DraftMesh out;
    out.start.push_back(0);
    out.morphs.resize(mesh.morphs.size());
    out.morphWeights = mesh.morphWeights;
    return out;
}

std::vector<std::uint32_t> itself(const importing::DraftMesh& mesh) {
    std::vector<std::uint32_t> out(importing::vertexCount(mesh));
    std::iota(out.begin(), out.end(), 0U);
    return out;
}

std::string nameOf(const gltf::Material& material) {
    return material.name.empty() ? "unnamed" : material.name;
}

}  // namespace

Pieces::Pieces(const Gltf& gltf, const Contents& contents, Drafting& drafting, const PrimitiveReader& reader,
               bool keepsMorphs, const Palette* palette)
    : gltf_(gltf),
      contents_(contents),
      drafting_(drafting),
      reader_(reader),
      keepsMorphs_(keepsMorphs),
      palette_(palette) {
    for (std::size_t placed = 0; placed < contents.meshes.size(); ++placed) {
        meshNames_.insert(contents.meshes[placed].name);
        const std::size_t count = contents.meshes[placed].mesh->primitives.size();
        for (std::uint32_t primitive = 0; primitive < count; ++primitive) primitives_.emplace_back(placed, primitive);
    }
    if (!gltf.description) return;
    for (const gltf::ExportedMesh& mesh : gltf.description->meshes)
        exported_.insert(std::to_string(mesh.piece) + " " + mesh.name);
}

void Pieces::add(std::size_t index) {
    const auto [placed, primitive] = primitives_[index];
    const auto& [node, mesh, name] = contents_.meshes[placed];
    const gltf::Primitive& is = mesh->primitives[primitive];
    if (!is.drawsTriangles) {
        ++lines_;
        return;
    }
    Primitive numbers = reader_.read(node, primitive);
    const std::vector<double>& own = gltf_.nodes[node].weights;
    numbers.morphWeights = own.empty() ? mesh->weights : own;
    if (contents_.scene.meshes[placed].skin < 0) {
        numbers.joints.clear();
        numbers.weights.clear();
    }
    if (is.hasColours) ++coloured_;
    const bool hasNormals = !numbers.normals.empty();
    bool hasUvs = !numbers.uvs.empty();
    std::vector<MeshWithSource> cut = drafting_.add(placed, std::move(numbers));
    if (cut.empty()) return;
    const Part whole = placeOf(placed, primitive);
    if (cut.size() > 1) large_.push_back(whole.name);
    const auto place = palette_ == nullptr ? std::nullopt : palette_->placeOf(whole.material);
    for (std::size_t i = 0; i < cut.size(); ++i) {
        Part& part = parts_.emplace_back(whole);
        if (i > 0) {
            part.key += " part " + std::to_string(i);
            part.piece = -1;
        }
        part.made = std::move(cut[i]);
        part.index = made_++;
        if (place) {
            // All of it in one place on the skin.
            hasUvs = true;
            for (std::size_t at = 0; at < part.made.mesh.uvs.size(); ++at) part.made.mesh.uvs[at] = (*place)[at % 2];
        }
        part.hasNormals = hasNormals;
        part.hasUvs = hasUvs;
    }
}

/// Which piece and level a mesh is, by its extras or its name.
Pieces::Part Pieces::placeOf(std::size_t placed, std::uint32_t primitive) {
    const auto& [node, mesh, name] = contents_.meshes[placed];
    const std::string end = " " + std::to_string(primitive);
    Part out;
    out.placed = placed;
    out.primitive = primitive;
    out.material = gltf_.materialOf(mesh->primitives[primitive]);
    const auto found = [&](std::string key, std::string called, double level) {
        out.key = out.whole = std::move(key);
        out.name = std::move(called);
        out.level = level;
        return out;
    };
    const auto piece = gltf::indexIn(mesh->extras, "lt_piece");
    const auto lod = gltf::indexIn(mesh->extras, "lt_lod");
    // Of a mesh that was copied the second is a piece of its own.
    if (piece && lod && take("piece " + std::to_string(*piece) + " " + std::to_string(*lod) + end)) {
        out.piece = primitive == 0 ? static_cast<std::int32_t>(*piece) : -1;
        return found("piece " + std::to_string(*piece) + end, name, *lod);
    }
    if (const auto level = levelNameOf(name)) {
        const auto& [base, digits] = *level;
        const int number = std::stoi(digits);
        const bool hasFirst = number == 0 || meshNames_.contains(base) || meshNames_.contains(base + "_LOD0") ||
                              meshNames_.contains(base + "_LOD00");
        if (hasFirst) {
            if (take("name " + base + " " + std::to_string(number) + end))
                return found("name " + base + end, base, number);
            if (std::find(twice_.begin(), twice_.end(), name) == twice_.end()) twice_.push_back(name);
        }
    }
    const bool isFirst = take("name " + name + " 0" + end);
    return found(isFirst ? "name " + name + end : "node " + std::to_string(node) + end, name, 0);
}

/// Where they came from they had an order; new ones stand behind them.
std::vector<Pieces::Group> Pieces::groups() {
    std::vector<Group> out;
    std::unordered_map<std::string, std::size_t> byKey;
    for (Part& part : parts_) {
        const auto [place, isNew] = byKey.try_emplace(part.key, out.size());
        if (isNew) out.emplace_back();
        out[place->second].push_back(&part);
    }
    for (Group& group : out)
        std::stable_sort(group.begin(), group.end(), [](const Part* a, const Part* b) { return a->level < b->level; });
    std::stable_sort(out.begin(), out.end(), [](const Group& a, const Group& b) {
        // Those from elsewhere are −1, which is the greatest without a sign.
        return static_cast<std::uint32_t>(a[0]->piece) < static_cast<std::uint32_t>(b[0]->piece);
    });
    return out;
}

MadePieces Pieces::done() {
    MadePieces out;
    note(out.notes);
    const std::vector<Group> groups = this->groups();
    std::set<double> levels;
    std::unordered_map<std::string, std::set<double>> levelsOf;
    for (const Part& part : parts_) {
        levels.insert(part.level);
        levelsOf[part.whole].insert(part.level);
    }
    out.levels.assign(levels.begin(), levels.end());
    const Slots slots = slotsOf(gltf_, contents_, palette_ != nullptr);
    out.paletteSlot = slots.shared;
    if (!slots.given.empty()) {
        std::vector<std::string> list;
        for (const std::uint32_t material : slots.given)
            list.push_back(std::to_string(*slots.of[material]) + " → " + nameOf(gltf_.materials[material]));
        out.notes.push_back(noteOf(kSlotsGiven, {gltf::named(list, kMostSlotsNamed)}));
    }
    for (const Group& group : groups) {
        const Part& first = *group[0];
        const std::set<double>& own = levelsOf[first.whole];
        std::vector<const Part*> made;
        for (const double level : out.levels) {
            // A piece that has not a level has the one before it: all pieces of a file have as many. A part of a mesh
            // that has fewer parts at a level has none of that: the others are all of it.
            const auto above = own.upper_bound(level);
            const double nearest = above == own.begin() ? *above : *std::prev(above);
            const auto at =
                std::find_if(group.begin(), group.end(), [=](const Part* part) { return part->level == nearest; });
            made.push_back(at == group.end() ? nullptr : *at);
        }
        out.made.push_back({made[0] == nullptr ? -1 : static_cast<std::int32_t>(made[0]->index),
                            static_cast<std::uint32_t>(first.index), contents_.meshes[first.placed].node});
        out.pieces.push_back(pieceOf(first, made, slotOf(first, slots)));
    }
    names_.note(out.notes, "piece", "pieces");
    return out;
}

/// By its material; without one as the export from here says, else the first.
std::uint32_t Pieces::slotOf(const Part& part, const Slots& slots) const {
    if (part.material != nullptr)
        return slots.of[static_cast<std::size_t>(part.material - gltf_.materials.data())].value_or(0);
    if (palette_ != nullptr) return slots.shared;
    return part.piece < 0 ? 0 : gltf::indexIn(contents_.meshes[part.placed].mesh->extras, "lt_material").value_or(0);
}

MadePiece Pieces::pieceOf(const Part& first, const std::vector<const Part*>& made, std::uint32_t slot) {
    const auto& [node, mesh, meshName] = contents_.meshes[first.placed];
    const gltf::Json nothing;
    const gltf::Json& description = gltf_.description ? gltf_.description->json : nothing;
    const gltf::Json& json = gltf::elementOf(gltf::listIn(description, "pieces"), first.piece);
    const std::string* own =
        exported_.contains(std::to_string(first.piece) + " " + meshName) ? gltf::textIn(json, "name") : nullptr;
    MadePiece out;
    if (own != nullptr) {
        out.name = *own;
    } else if (first.primitive > 0 || first.key != first.whole) {
        // The materials of a mesh have its name, too.
        out.name = names_.numbered(first.name);
    } else {
        out.name = names_.unique(first.name);
    }
    const auto number = [extras = &mesh->extras, &json](const char* key, const char* known, double otherwise) {
        const auto given = gltf::numberIn(*extras, key);
        return given ? *given : gltf::numberIn(json, known).value_or(otherwise);
    };
    out.slot = slot;
    out.specularPower = number("lta_specular_power", "specularPower", 0);
    out.specularScale = number("lta_specular_scale", "specularScale", 0);
    out.lodWeight = number("lta_lod_weight", "lodWeight", 1);
    for (std::size_t i = 0; i < made.size(); ++i) {
        out.levels.push_back(made[i] == nullptr ? emptyOf(first.made.mesh) : made[i]->made.mesh);
        // The same once more.
        if (i + 1 < made.size() && made[i + 1] == made[i]) out.levels.back().next = itself(out.levels.back());
    }
    out.node = node;
    out.primitive = first.primitive;
    if (made[0] != nullptr) out.triangles = first.made.triangles;
    out.isMirrored = first.made.isMirrored;
    return out;
}

void Pieces::note(std::vector<gltf::Note>& notes) const {
    const auto tell = [&](const NoteInfo& info, std::size_t count) {
        if (count > 0) notes.push_back(noteOf(info, {core::grouped(count)}));
    };
    const auto& [weightless, jointless, lost, flat] = drafting_.faults();
    tell(kLinesLeftOut, lines_);
    tell(kTrianglesLeftOut, lost);
    tell(kWithoutWeights, weightless);
    tell(kJointsMissing, jointless);
    tell(kTrianglesFlat, flat);
    noteParts(notes);
    if (coloured_ > 0) notes.push_back(noteOf(kVertexColours));
    // As the wizard counts them: all primitives of a mesh have the same.
    std::size_t targets = 0;
    for (const PlacedMesh& placed : contents_.meshes) targets += targetCount(*placed.mesh);
    if (!keepsMorphs_) tell(kMorphsLeftOut, targets);
    if (!twice_.empty()) notes.push_back(noteOf(kLevelTwice, {gltf::named(twice_)}));
    if (!large_.empty()) notes.push_back(noteOf(kPieceSplit, {core::grouped(kMostVertices), gltf::named(large_)}));
}

void Pieces::noteParts(std::vector<gltf::Note>& notes) const {
    std::vector<std::string> smooth;
    std::vector<std::string> bare;
    for (const Part& part : parts_) {
        if (!part.hasNormals) smooth.push_back(part.name);
        if (!part.hasUvs) bare.push_back(part.name);
    }
    if (!smooth.empty()) notes.push_back(noteOf(kNormalsMade, {gltf::named(smooth)}));
    if (bare.size() == 1) notes.push_back(noteOf(kUvsMissing, {gltf::named(bare)}));
    if (bare.size() > 1) notes.push_back(noteOf(kUvsMissingOfSeveral, {core::grouped(bare.size()), gltf::named(bare)}));
}

}  // namespace drafting
