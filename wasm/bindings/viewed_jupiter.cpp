// The viewer of the models of the Jupiter engine, compiled or as text.
#include "lta/build.h"
#include "lta/parse.h"
#include "ltb/build.h"
#include "ltb/parse.h"
#include "viewed.h"

namespace bindings {
namespace {

bool isCompiled(const core::Document& document) {
    return document.format == core::Format::Ltb;
}

}  // namespace

core::Document parseViewed(core::Bytes bytes) {
    return core::detect(bytes) == core::Format::Ltb ? ltb::parse(bytes) : lta::parse(bytes);
}

abc::Model buildViewed(const core::Document& document) {
    return isCompiled(document) ? ltb::buildModel(document) : lta::buildModel(document);
}

abc::Capabilities capabilitiesOfViewed(const core::Document& document) {
    return isCompiled(document) ? ltb::capabilitiesOf(document) : lta::capabilitiesOf(document);
}

}  // namespace bindings
