// What drawing a model takes, as columns of numbers. Without Embind: the module of the viewer has none.
#pragma once

#include "abc/deform.h"
#include "columns.h"

namespace bindings {

/// The elements of the lists of `Info` (RawLists in wasm/js/lists.ts). A file may have 100,000s of sections, pieces or
/// animations, and an object for each is made many times faster in JavaScript than from here.
[[nodiscard]] Columns listColumns(const abc::Document& document, const abc::Model& model);

/// PieceTopology: corners, texture coordinates, faces. Empty when there is no such level.
[[nodiscard]] Columns topologyColumns(const abc::Model& model, std::uint32_t piece, std::uint32_t level);

/// Weights: start, node, bias, location, deformation. Of a level that is not there only `start`, a zero.
[[nodiscard]] Columns weightColumns(const abc::Model& model, std::uint32_t piece, std::uint32_t level);

/// Keyframes: times, and where their strings are.
[[nodiscard]] Columns keyframeColumns(const abc::Model& model, std::uint32_t animation);

/// HitBoxes: node, centre, size, axes.
[[nodiscard]] Columns hitBoxColumns(const abc::Model& model);

}  // namespace bindings
