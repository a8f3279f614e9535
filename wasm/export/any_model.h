// Models of any format, by what their bytes are.
#pragma once

#include "abc/build.h"
#include "abc/parse.h"
#include "lta/build.h"
#include "lta/parse.h"
#include "ltb/build.h"
#include "ltb/parse.h"

namespace exporting {

/// Parses a compiled model for the PC as LTB, a text as LTA, and all else as ABC.
[[nodiscard]] inline core::Document parseAny(core::Bytes bytes) {
    if (bytes.size() > core::kMaxFileSize) return abc::parse(bytes);
    switch (core::detect(bytes)) {
        case core::Format::Ltb: return ltb::parse(bytes);
        case core::Format::Lta:
        case core::Format::Ltc: return lta::parse(bytes);
        default: return abc::parse(bytes);
    }
}

/// Whether `parseAny` has parsed a model that can be changed.
[[nodiscard]] inline bool isAbc(const core::Document& document) {
    return document.format != core::Format::Ltb && document.format != core::Format::Lta &&
           document.format != core::Format::Ltc;
}

/// The model of a document of `parseAny`. It keeps a view of the bytes, which must outlive it.
[[nodiscard]] inline abc::Model buildAny(const core::Document& document) {
    if (document.format == core::Format::Ltb) return ltb::buildModel(document);
    return isAbc(document) ? abc::buildModel(document) : lta::buildModel(document);
}

}  // namespace exporting
