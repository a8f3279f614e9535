// The formats of the module for the Jupiter engine: compiled models (LTB). They are read and not written.
#include "formats.h"
#include "ltb/build.h"
#include "ltb/parse.h"
#include "ltb/validate.h"

namespace bindings {

core::Document parseModel(core::Bytes bytes) {
    return ltb::parse(bytes);
}

abc::Model buildModel(const core::Document& document) {
    return ltb::buildModel(document);
}

core::Findings validateModel(const core::Document& document, const abc::Model& model, const abc::WindingVote&) {
    return ltb::validate(document, model);
}

/// What an LTB has of its child models is checked when it is opened.
core::Findings validateChild(const core::Document&, const abc::Model&, std::uint32_t, const abc::Model&) {
    return core::Findings(ltb::catalogue());
}

FormatFacts factsOf(const core::Document& document) {
    return {.capabilities = ltb::capabilitiesOf(document),
            .conversions = {},
            .levelDistances = ltb::levelDistances(document),
            .namesSections = true};
}

std::span<const core::CodeInfo> modelCatalogue() {
    return ltb::catalogue();
}

}  // namespace bindings
