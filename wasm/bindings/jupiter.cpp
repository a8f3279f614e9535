// The formats of the module for the Jupiter engine: compiled models (LTB), and the texts that they are made of (LTA,
// LTC).
#include <emscripten/bind.h>

#include "formats.h"
#include "from_js.h"
#include "lta/build.h"
#include "lta/pack.h"
#include "lta/parse.h"
#include "lta/validate.h"
#include "ltb/build.h"
#include "ltb/parse.h"
#include "ltb/validate.h"
#include "object_reader.h"

namespace bindings {

/// Of a text: which of its lists are the parts of the model. A compiled model has none.
struct FormatParts {
    lta::Parts lists;
};

namespace {

/// A byte tells a text, packed or not, from a compiled model.
bool isCompiled(core::Bytes bytes) {
    return core::detect(bytes) == core::Format::Ltb;
}

}  // namespace

core::Document parseModel(core::Bytes bytes) {
    return isCompiled(bytes) ? ltb::parse(bytes) : lta::parse(bytes);
}

SharedParts partsOf(const core::Document& document) {
    if (document.format == core::Format::Ltb) return nullptr;
    return std::make_shared<const FormatParts>(FormatParts{lta::partsOf(document)});
}

abc::Model buildModel(const core::Document& document, const SharedParts& parts) {
    return parts ? lta::buildModel(document, parts->lists) : ltb::buildModel(document);
}

core::Findings validateModel(const core::Document& document, const SharedParts& parts, const abc::Model& model,
                             const abc::WindingVote& /*winding*/) {
    return parts ? lta::validate(document, parts->lists, model) : ltb::validate(document, model);
}

/// What a file has of its child models is checked when it is opened.
core::Findings validateChild(const core::Document& /*document*/, const abc::Model& /*model*/, std::uint32_t /*child*/,
                             const abc::Model& /*base*/) {
    return core::Findings(ltb::catalogue());
}

FormatFacts factsOf(const core::Document& document, const SharedParts& parts) {
    FormatFacts facts;
    using enum core::schema::Role;
    if (document.format == core::Format::Ltb) {
        facts.edits = {true, false, false, {Socket, WeightSet, Animation}, {Socket, WeightSet, Animation}};
        facts.capabilities = ltb::capabilitiesOf(document);
        facts.levelDistances = ltb::levelDistances(document);
        facts.namesSections = true;
        return facts;
    }
    // Without memory there is no file.
    if (!parts) return facts;
    // Of a packed text that is not whole, what is missing would be lost.
    const bool isWhole =
        !document.unpacked || (document.unpacked->isWhole && document.unpacked->read == document.unpacked->packedSize);
    if (isWhole) {
        facts.edits = {true, true, false, {Piece, Socket, WeightSet, ChildModel, Animation}, {}};
        // The copy of a piece would have no shapes: each is used once.
        facts.edits.copies = {Socket, WeightSet, Animation};
    }
    const lta::Settings settings = lta::settingsOf(document, parts->lists);
    facts.capabilities = lta::capabilitiesOf(document);
    facts.levelDistances = lta::levelDistances(document, parts->lists);
    facts.commandString = settings.commandString;
    if (document.versionKnown) {
        facts.header = {{"InternalRadius", settings.radius},
                        {"Compression", settings.compression},
                        {"ExcludeGeometry", settings.isWithoutGeometry ? 1 : 0}};
    }
    return facts;
}

std::string elementPath(const core::Document& document, const SharedParts& parts, const abc::Element& element) {
    return parts ? lta::pathOf(document, parts->lists, element) : abc::pathOf(document, element);
}

abc::Element elementAt(const core::Document& document, const SharedParts& parts, const core::Place& node,
                       std::string_view path) {
    return parts ? lta::elementOf(document, parts->lists, node) : abc::elementOf(document, node, path);
}

std::string namePath(const core::Document& document, const std::string& path) {
    return document.format != core::Format::Ltb ? lta::labelPath(document, path) : abc::labelPath(document, path);
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

EMSCRIPTEN_BINDINGS(jupiter) {
    using namespace bindings;
    emscripten::function(
        "pack", +[](const val& text) {
            try {
                return bytesObject(lta::pack(numbersOf<std::byte>(text)));
            } catch (const std::exception&) {
                return val::null();
            }
        });
}
