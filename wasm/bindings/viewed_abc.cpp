// The viewer of ABC. What else begins like a model, it names.
#include "abc/build.h"
#include "abc/parse.h"
#include "viewed.h"

namespace bindings {

core::Document parseViewed(core::Bytes bytes) {
    return abc::parse(bytes);
}

abc::Model buildViewed(const core::Document& document) {
    return abc::buildModel(document);
}

abc::Capabilities capabilitiesOfViewed(const core::Document& document) {
    return abc::capabilitiesOf(document.dialect);
}

}  // namespace bindings
