// What a module of the viewer knows of the formats of its models. Each links one source with these:
// bindings/viewed_abc.cpp or bindings/viewed_jupiter.cpp.
#pragma once

#include "abc/capabilities.h"
#include "abc/model.h"

namespace bindings {

/// Parses bytes of whatever kind as a model of this module.
[[nodiscard]] core::Document parseViewed(core::Bytes bytes);
/// The model of a parsed file. It keeps a view of the document's bytes, which must outlive it.
[[nodiscard]] abc::Model buildViewed(const core::Document& document);
[[nodiscard]] abc::Capabilities capabilitiesOfViewed(const core::Document& document);

}  // namespace bindings
