// Models of version 9 to 12.
#include "abc/build.h"
#include "source.h"

namespace converting {

using AbcId = abc::schema::Id;

namespace {

/// What is counted for sentences.
struct AbcCounts {
    std::size_t shiny = 0, weightOfLevels = 0, next = 0, unknown = 0, turned = 0, childBindings = 0, extra = 0;
};

bool isIdentity(abc::Vec3 location, abc::Quat rotation) {
    return location.x == 0 && location.y == 0 && location.z == 0 && rotation.x == 0 && rotation.y == 0 &&
           rotation.z == 0;
}

AbcCounts countsOf(const abc::FieldReader& fields, const abc::Model& model) {
    AbcCounts out;
    for (const abc::Piece& piece : model.pieces) {
        out.shiny += piece.specularPower != 0 || piece.specularScale != 0 ? 1U : 0U;
        out.weightOfLevels += piece.lodWeight != 0 ? 1U : 0U;
        out.extra += piece.extraCount;
        for (std::uint32_t l = 0; l + 1 < piece.lodCount; ++l) out.next += model.lods[piece.firstLod + l].vertexCount;
    }
    for (const abc::Animation& animation : model.animations) {
        out.unknown += animation.unknown != abc::Animation{}.unknown ? 1U : 0U;
    }
    fields.each(fields.section(AbcId::ChildModelsSection), "ChildModels", [&](const core::Place& child) {
        fields.each(child, "Transforms", [&](const core::Place& place) {
            const bool isMoved = !isIdentity(fields.vector(place, "Location"), fields.quaternion(place, "Rotation"));
            out.turned += isMoved ? 1U : 0U;
        });
    });
    for (std::size_t i = 1; i < model.bindingLists.size(); ++i) {
        const abc::BindingList& list = model.bindingLists[i];
        for (std::uint32_t b = list.first; b < list.first + list.count; ++b) {
            const abc::Vec3 origin = model.bindings[b].origin;
            out.childBindings += isIdentity(origin, {}) ? 0U : 1U;
        }
    }
    return out;
}

std::size_t originsOf(const abc::NewModel& model) {
    std::size_t count = 0;
    for (const abc::NewAnimation& animation : model.animations) count += isIdentity(animation.origin, {}) ? 0U : 1U;
    return count;
}

}  // namespace

Source fromAbc(const core::Document& document, Notes& notes) {
    if (!document.faults.empty() || document.chainEnd != core::ChainEnd::Last) {
        notes.refusal = "The file cannot be read to its end, so it cannot be converted completely.";
        return {};
    }
    const abc::Model model = abc::buildModel(document);
    const abc::FieldReader fields(document);
    Source out = fromModel(model, false, notes);
    if (!notes.refusal.empty()) return out;
    std::vector<float> starts{0};
    if (const auto header = fields.section(AbcId::HeaderSection)) {
        out.model.commandString = model.text(fields.text(*header, "CommandString"));
        out.model.internalRadius = fields.number<float>(*header, "InternalRadius");
        if (const auto distances = fields.field(*header, "LODDistances")) {
            for (std::uint32_t i = 0; i < distances->count; ++i) {
                starts.push_back(core::load<float>(document.bytes, distances->start + 4 * i));
            }
        }
    }
    // Up to which distance a level is used is from which the next one is.
    for (std::size_t p = 0; p < out.looks.size(); ++p) {
        out.looks[p].starts = starts;
        out.looks[p].starts.resize(out.model.pieces[p].levels.size(), starts.back());
    }
    for (abc::NewModel::Child& child : out.model.childModels) child.name = withoutExtension(child.name, ".abc");
    if (model.nodes.empty()) return out;
    const AbcCounts counts = countsOf(fields, model);
    const bool isFixed = (model.nodes[0].flags & abc::Node::kRotationOnly) != 0;
    notes.loseCounted(" has no origins where the root only rotates", isFixed ? originsOf(out.model) : 0,
                      "animation plays without its own", "animations play without theirs");
    notes.loseCounted(" has no shine", counts.shiny, "piece loses SpecularPower and SpecularScale",
                      "pieces lose SpecularPower and SpecularScale");
    notes.loseCounted(" has no LODWeight", counts.weightOfLevels, "piece loses it", "pieces lose it");
    notes.loseCounted(" has no Extra", counts.extra, "number is omitted", "numbers are omitted");
    notes.loseCounted(" has no SubLODVertexIndex", counts.next, "vertex loses it", "vertices lose it");
    notes.loseCounted(" has no Unknown in animations", counts.unknown, "animation loses a value other than −1",
                      "animations lose a value other than −1");
    notes.loseCounted(" has no transforms of child models", counts.turned, "transform is omitted",
                      "transforms are omitted");
    notes.loseCounted(" has no bindings for the animations of child models", counts.childBindings, "origin is omitted",
                      "origins are omitted");
    return out;
}

}  // namespace converting
