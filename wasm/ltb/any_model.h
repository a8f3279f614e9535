// Models of either format, by what their bytes are.
#pragma once

#include "abc/build.h"
#include "abc/parse.h"
#include "build.h"
#include "parse.h"

namespace ltb {

/// Parses a compiled model for the PC as LTB, and all else as ABC.
[[nodiscard]] inline core::Document parseAny(Bytes bytes) {
    const bool isLtb = bytes.size() <= core::kMaxFileSize && core::detect(bytes) == core::Format::Ltb;
    return isLtb ? parse(bytes) : abc::parse(bytes);
}

/// Whether `parseAny` has parsed it as LTB.
[[nodiscard]] inline bool isLtb(const core::Document& document) {
    return document.format == core::Format::Ltb;
}

/// The model of a document of `parseAny`. It keeps a view of the bytes, which must outlive it.
[[nodiscard]] inline abc::Model buildAny(const core::Document& document) {
    return isLtb(document) ? buildModel(document) : abc::buildModel(document);
}

}  // namespace ltb
