// The formats of the module for the Jupiter engine: compiled models (LTB), and the texts that they are made of (LTA,
// LTC). Packed texts are read and not written.
#include "formats.h"
#include "lta/build.h"
#include "lta/parse.h"
#include "lta/validate.h"
#include "ltb/build.h"
#include "ltb/parse.h"
#include "ltb/validate.h"

namespace bindings {
namespace {

bool isText(const core::Document& document) {
    return document.format != core::Format::Ltb;
}

/// A byte tells a text, packed or not, from a compiled model.
bool isCompiled(core::Bytes bytes) {
    return core::detect(bytes) == core::Format::Ltb;
}

}  // namespace

core::Document parseModel(core::Bytes bytes) {
    return isCompiled(bytes) ? ltb::parse(bytes) : lta::parse(bytes);
}

abc::Model buildModel(const core::Document& document) {
    return isText(document) ? lta::buildModel(document) : ltb::buildModel(document);
}

core::Findings validateModel(const core::Document& document, const abc::Model& model,
                             const abc::WindingVote& /*winding*/) {
    return isText(document) ? lta::validate(document, lta::partsOf(document), model) : ltb::validate(document, model);
}

/// What a file has of its child models is checked when it is opened.
core::Findings validateChild(const core::Document& /*document*/, const abc::Model& /*model*/, std::uint32_t /*child*/,
                             const abc::Model& /*base*/) {
    return core::Findings(ltb::catalogue());
}

FormatFacts factsOf(const core::Document& document) {
    FormatFacts facts;
    using enum core::schema::Role;
    if (!isText(document)) {
        facts.edits = {true, false, false, {Socket, WeightSet, Animation}, {Socket, WeightSet, Animation}};
        facts.capabilities = ltb::capabilitiesOf(document);
        facts.levelDistances = ltb::levelDistances(document);
        facts.namesSections = true;
        return facts;
    }
    if (document.format == core::Format::Lta) {
        facts.edits = {true, true, false, {Piece, Socket, WeightSet, ChildModel, Animation}, {}};
        // The copy of a piece would have no shapes: each is used once.
        facts.edits.copies = {Socket, WeightSet, Animation};
    }
    const lta::Parts parts = lta::partsOf(document);
    const lta::Settings settings = lta::settingsOf(document, parts);
    facts.capabilities = lta::capabilitiesOf(document);
    facts.levelDistances = lta::levelDistances(document, parts);
    facts.commandString = settings.commandString;
    if (document.versionKnown) {
        facts.header = {{"InternalRadius", settings.radius},
                        {"Compression", settings.compression},
                        {"ExcludeGeometry", settings.isWithoutGeometry ? 1 : 0}};
    }
    return facts;
}

std::string elementPath(const core::Document& document, const abc::Element& element) {
    return isText(document) ? lta::pathOf(document, lta::partsOf(document), element) : abc::pathOf(document, element);
}

abc::Element elementAt(const core::Document& document, const core::Place& node, std::string_view path) {
    return isText(document) ? lta::elementOf(document, lta::partsOf(document), node)
                            : abc::elementOf(document, node, path);
}

std::string namePath(const core::Document& document, const std::string& path) {
    return isText(document) ? lta::labelPath(document, path) : abc::labelPath(document, path);
}

std::span<const core::CodeInfo> modelCatalogue() {
    static const std::vector<core::CodeInfo> all = [] {
        std::vector<core::CodeInfo> out(ltb::catalogue().begin(), ltb::catalogue().end());
        out.insert(out.end(), lta::catalogue().begin(), lta::catalogue().end());
        return out;
    }();
    return all;
}

}  // namespace bindings
