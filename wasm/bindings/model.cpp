#include "model.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "abc/columns.h"
#include "abc/skeleton_match.h"
#include "abc/strings.h"
#include "drawing.h"
#include "elements.h"
#include "findings.h"
#include "formats.h"
#include "memory.h"
#include "schema.h"

namespace bindings {
namespace {

val columns(const Columns& columns) {
    return copied(columns.words());
}

val noStrings() {
    return val::array();
}

val noComparison() {
    val out = val::object();
    out.set("fits", false);
    out.set("findings", val::array());
    return out;
}

}  // namespace

void ModelFile::read(abc::Bytes bytes) {
    document_.emplace(parseModel(bytes));
    parts_ = partsOf(*document_);
    model_ = buildModel(*document_, parts_);
    winding_ = abc::windingVote(model_);
    findings_ = validateModel(*document_, parts_, model_, winding_);
    verdict_ = core::engineVerdict(*document_, findings_);
    editorVerdict_ = core::editorVerdict(*document_, findings_);
}

val ModelFile::info() const {
    val out = commonInfo();
    const FormatFacts facts = factsOf(*document_, parts_);
    const bool isV6 = document_->versionKnown && model_.family == abc::Family::V6;
    const abc::Walk walk = document_->walk();
    const auto stringAt = [&](const char* path) {
        const auto place = document_->versionKnown ? walk.resolve(path) : std::nullopt;
        return place ? text(abc::loadText(bytes_, place->start)) : val("");
    };
    if (document_->unpacked) out.set("packedSize", document_->unpacked->packedSize);
    out.set("token", text(document_->token));
    val header = document_->versionKnown && !isV6 ? fieldsOf("Header") : val::object();
    // A list without elements has no place in the file, but it is a field all the same.
    if (facts.levelDistances) {
        header.set("LODDistances", arrayOf(*facts.levelDistances, [](float distance) { return distance; }));
    } else if (document_->versionKnown && !isV6 && !header.hasOwnProperty("LODDistances")) {
        header.set("LODDistances", val::array());
    }
    for (const auto& [name, number] : facts.header) header.set(std::string(name), number);
    out.set("header", header);
    const bool hasCommands = facts.commandString.length > 0;
    out.set("commandString", hasCommands ? text(facts.commandString) : stringAt("Header.CommandString"));
    // JavaScript fills them in from `lists`; here is their order.
    for (const char* list :
         {"sections", "pieces", "nodes", "animations", "childModels", "sockets", "weightSets", "bindings"}) {
        out.set(list, val::array());
    }
    if (facts.namesSections) out.set("sections", sectionList());
    val counts = val::object();
    counts.set("faces", model_.faces.size());
    counts.set("vertices", model_.locations.size());
    counts.set("weights", model_.weights.size());
    counts.set("keyframes", model_.keyframes.size());
    out.set("counts", counts);
    out.set("lodCount", model_.lodCount());
    val transformInfo = val::null();
    if (model_.v6.transformInfo) {
        transformInfo = val::object();
        transformInfo.set("flipMat", model_.v6.transformInfo->flipMat);
        transformInfo.set("fixAnimKeyframes", model_.v6.transformInfo->fixAnimKeyframes);
    }
    out.set("transformInfo", transformInfo);
    val space = val::object();
    space.set("mirrorZ", model_.mirrorZ());
    space.set("frontSign", winding_.frontSign());
    out.set("space", space);
    out.set("restAnimation", orMinusOne(model_.v6.restAnimation));
    out.set("features", featuresObject(facts.capabilities));
    out.set("edits", editsObject(facts.edits));
    out.set("conversions", arrayOf(facts.conversions, [](std::uint32_t version) { return version; }));
    return out;
}

val ModelFile::unpacked() const {
    if (!document_->unpacked) return val::null();
    const auto& bytes = document_->unpacked->bytes;
    return copied(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

val ModelFile::lists() const {
    return columns(listColumns(*document_, model_));
}

val ModelFile::topology(std::uint32_t piece, std::uint32_t level) const {
    return columns(topologyColumns(model_, piece, level));
}

val ModelFile::weights(std::uint32_t piece, std::uint32_t level) const {
    return columns(weightColumns(model_, piece, level));
}

val ModelFile::keyframes(std::uint32_t animation) const {
    return columns(keyframeColumns(model_, animation));
}

val ModelFile::hitBoxes() const {
    return columns(hitBoxColumns(model_));
}

std::uintptr_t ModelFile::request(std::uint32_t numbers) {
    try {
        return reinterpret_cast<std::uintptr_t>(frames_.request(numbers));
    } catch (const std::exception&) {
        return 0;
    }
}

bool ModelFile::pose() {
    try {
        return frames_.pose();
    } catch (const std::exception&) {
        return false;
    }
}

std::uintptr_t ModelFile::nodeMatrices() const {
    return reinterpret_cast<std::uintptr_t>(frames_.nodeMatrices());
}

std::uintptr_t ModelFile::deform(std::uint32_t piece) {
    return reinterpret_cast<std::uintptr_t>(frames_.deform(piece));
}

val ModelFile::freeze() const {
    return columns(frames_.freeze());
}

std::uintptr_t ModelFile::trail() {
    try {
        return reinterpret_cast<std::uintptr_t>(frames_.trail());
    } catch (const std::exception&) {
        return 0;
    }
}

val ModelFile::frameStrings(std::uint32_t most) const {
    val strings = val::array();
    std::unordered_set<std::string_view> known;
    for (const abc::Keyframe& key : model_.keyframes) {
        if (known.size() >= most) break;
        if (key.string.length == 0 || !known.insert(abc::view(document_->bytes, key.string)).second) continue;
        strings.set(static_cast<std::uint32_t>(known.size()) - 1, text(key.string));
    }
    return strings;
}

val ModelFile::track(std::uint32_t animation, std::uint32_t node) const {
    const bool isThere = animation < model_.animations.size() && model_.animations[animation].complete;
    if (!isThere || node >= model_.nodes.size()) return val::null();
    const abc::Animation& chosen = model_.animations[animation];
    std::vector<abc::Vec3> translations;
    std::vector<abc::Quat> rotations;
    translations.reserve(chosen.keyCount);
    rotations.reserve(chosen.keyCount);
    for (std::uint32_t k = 0; k < chosen.keyCount; ++k) {
        const abc::Local key = abc::storedKey(model_, chosen, node, k);
        translations.push_back(key.translation);
        rotations.push_back(key.rotation);
    }
    val out = val::object();
    out.set("translations", copiedFloats(translations));
    out.set("rotations", copiedFloats(rotations));
    return out;
}

val ModelFile::compareChild(std::uint32_t child, const ModelFile& base) const {
    val out = val::object();
    out.set("fits", abc::fits(model_, base.model_));
    out.set("findings", findingsList(validateChild(*document_, model_, child, base.model_)));
    return out;
}

val ModelFile::skeletonDifference(const ModelFile& other) const {
    return val(abc::matchSkeletons(model_, other.model_).difference);
}

val ModelFile::schema() const {
    return document_->versionKnown ? schemaOf(document_->dialect) : val::null();
}

val ModelFile::pathOf(const val& element) const {
    return val(elementPath(*document_, parts_, elementFrom(element)));
}

val ModelFile::elementOf(const std::string& path) const {
    const auto node = placeAt(path);
    return elementObject(node ? elementAt(*document_, parts_, *node, path) : abc::Element());
}

val ModelFile::listPath(const std::string& role) const {
    const auto& names = core::schema::kRoleNames;
    const auto* name = std::find(std::begin(names), std::end(names), role);
    if (!document_->versionKnown || name == std::end(names)) return val("");
    return val(abc::listPath(document_->dialect, static_cast<core::schema::Role>(name - std::begin(names))));
}

val ModelFile::labelPath(const std::string& path) const {
    return val(namePath(*document_, path));
}

}  // namespace bindings

EMSCRIPTEN_BINDINGS(model) {
    using namespace bindings;
    emscripten::function(
        "catalogue", +[] { return catalogue(modelCatalogue()); });
    emscripten::function("memory", &memoryInUse);
    emscripten::function("columnNames", &columnNames);
    structureClass<ModelFile>("File")
        .function("unpacked", &askAtOpening<ModelFile, &ModelFile::unpacked>)
        .function("lists", &askAtOpening<ModelFile, &ModelFile::lists>)
        .function("topology", &Guarded<ModelFile, &ModelFile::topology, nothing>::ask)
        .function("weights", &Guarded<ModelFile, &ModelFile::weights, nothing>::ask)
        .function("keyframes", &Guarded<ModelFile, &ModelFile::keyframes, nothing>::ask)
        .function("frameStrings", &Guarded<ModelFile, &ModelFile::frameStrings, noStrings>::ask)
        .function("hitBoxes", &Guarded<ModelFile, &ModelFile::hitBoxes, nothing>::ask)
        .function("track", &Guarded<ModelFile, &ModelFile::track, nothing>::ask)
        .function("compareChild", &Guarded<ModelFile, &ModelFile::compareChild, noComparison>::ask)
        .function("skeletonDifference", &Guarded<ModelFile, &ModelFile::skeletonDifference, emptyText>::ask)
        .function("schema", &Guarded<ModelFile, &ModelFile::schema, nothing>::ask)
        .function("pathOf", &Guarded<ModelFile, &ModelFile::pathOf, emptyText>::ask)
        .function("elementOf", &Guarded<ModelFile, &ModelFile::elementOf, emptyObject>::ask)
        .function("listPath", &Guarded<ModelFile, &ModelFile::listPath, emptyText>::ask)
        .function("labelPath", &Guarded<ModelFile, &ModelFile::labelPath, emptyText>::ask)
        .function("model", &ModelFile::model)
        .function("request", &ModelFile::request)
        .function("pose", &ModelFile::pose)
        .function("nodeMatrices", &ModelFile::nodeMatrices)
        .function("deform", &ModelFile::deform)
        .function("freeze", &Guarded<ModelFile, &ModelFile::freeze, nothing>::ask)
        .function("trail", &ModelFile::trail);
}
