// From a parsed file to its model.
#pragma once

#include <algorithm>

#include "field_reader.h"
#include "model.h"

namespace abc {

/// Builds the model of a parsed file from all that could be read. It keeps a view of the bytes, which must outlive it.
[[nodiscard]] Model buildModel(const Document& document);

// The rest is for buildV6 and buildV9.

void buildV6(const Document& document, Model& model);
void buildV9(const Document& document, Model& model);

/// Makes room for `more` elements and returns where they begin. Grows by half as much again at least, so that
/// many small levels cost no more than one large one.
template <class T>
T* extend(std::vector<T>& list, std::size_t more) {
    const std::size_t before = list.size();
    if (list.capacity() < before + more) list.reserve(std::max(before + more, before + before / 2));
    list.resize(before + more);
    return list.data() + before;
}

/// Appends the keyframes of an animation: times and strings stand where these two offsets say.
void buildKeyframes(const FieldReader& fields, const Place& keyframes, std::uint32_t timeAt, std::uint32_t textAt,
                    Model& model);

/// The corners of a triangle, all kNone when one of them is not below the number of vertices.
[[nodiscard]] Corners resolved(Corners corners, std::uint32_t vertexCount);

/// Gives every node its parent from the child counts (depth first).
void linkParents(std::vector<Node>& nodes);

}  // namespace abc
