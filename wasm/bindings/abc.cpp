// The formats of the module that loads with the page: ABC. What else begins like a model, it names.
#include <emscripten/bind.h>

#include "abc/build.h"
#include "abc/compare_child.h"
#include "abc/parse.h"
#include "abc/validate.h"
#include "abc/versions.h"
#include "chain.h"
#include "formats.h"
#include "query.h"

namespace bindings {

core::Document parseModel(core::Bytes bytes) {
    return abc::parse(bytes);
}

SharedParts partsOf(const core::Document& /*document*/) {
    return nullptr;
}

abc::Model buildModel(const core::Document& document, const SharedParts& /*parts*/) {
    return abc::buildModel(document);
}

core::Findings validateModel(const core::Document& document, const SharedParts& /*parts*/, const abc::Model& model,
                             const abc::WindingVote& winding) {
    return abc::validate(document, model, winding);
}

core::Findings validateChild(const core::Document& document, const abc::Model& model, std::uint32_t child,
                             const abc::Model& base) {
    return abc::compareChild(document, model, child, base);
}

FormatFacts factsOf(const core::Document& document, const SharedParts& /*parts*/) {
    FormatFacts facts;
    facts.capabilities = abc::capabilitiesOf(document.dialect);
    facts.conversions = abc::conversionsOf(document.dialect.version().number);
    using enum core::schema::Role;
    facts.edits = {true, true, true, {Piece, Socket, WeightSet, ChildModel, Animation}, {}};
    facts.edits.copies = {Piece, Socket, WeightSet, Animation};
    return facts;
}

std::string elementPath(const core::Document& document, const SharedParts& /*parts*/, const abc::Element& element) {
    return abc::pathOf(document, element);
}

abc::Element elementAt(const core::Document& document, const SharedParts& /*parts*/, const core::Place& node,
                       std::string_view path) {
    return abc::elementOf(document, node, path);
}

std::string namePath(const core::Document& document, const std::string& path) {
    return abc::labelPath(document, path);
}

std::span<const core::CodeInfo> modelCatalogue() {
    return abc::catalogue();
}

}  // namespace bindings

EMSCRIPTEN_BINDINGS(abc) {
    using namespace bindings;
    emscripten::function("chain", &chain);
    emscripten::function(
        "matches", +[](const val& terms, const std::string& name, const std::string& type, const val& leaf) {
            try {
                return matches(terms, name, type, leaf);
            } catch (const std::exception&) {
                return false;
            }
        });
}
