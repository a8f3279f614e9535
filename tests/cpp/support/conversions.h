// What holds for every conversion of a model into another format, of whatever bytes.
#pragma once

#include <convert/convert.h>
#include <export/any_model.h>

#include "invariants.h"

namespace converting::testing {

using abc::testing::Violation;
using File = std::vector<std::byte>;

/// A file with all that is made of it. The bytes must outlive it.
struct Read {
    explicit Read(core::Bytes bytes) : document(exporting::parseAny(bytes)), model(exporting::buildAny(document)) {}

    [[nodiscard]] core::Findings findings() const;

    core::Document document;
    abc::Model model;
};

/// To all that is offered for the bytes: what is refused gives a sentence and no bytes, all else a file of that kind
/// that is read to its end, without an error that the model itself did not bring.
[[nodiscard]] Violation checkConversions(core::Bytes bytes);

/// What every format has is the same in both: nodes with flags and matrices, pieces with their triangles and skin
/// slots, animations with times, frame strings, boxes and origins, sockets, weight sets and child models, names
/// included; and both are posed alike.
/// @param share of the size of the model that a vertex or a node may be off by
/// @param units by which it may be off in addition
[[nodiscard]] Violation checkSameModel(const abc::Model& before, const abc::Model& after, double share,
                                       double units = 0);

}  // namespace converting::testing
