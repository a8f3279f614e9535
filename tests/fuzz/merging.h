// What holds for every merge.
#pragma once

#include <abc/edit.h>

#include "files.h"
#include "merge/merge.h"

namespace abc::testing {

inline Operation setting(const merging::SetBytes& set) {
    Operation out;
    out.path = set.path;
    out.value.value = set.value;
    return out;
}

/// v6: vertices that came, then all triangles.
inline void addAnew(std::vector<Operation>& operations, const merging::RewrittenMesh& anew) {
    if (!anew.vertices.empty()) {
        Operation& insert = operations.emplace_back();
        insert.kind = Operation::Kind::Insert;
        insert.force = true;
        insert.path = "Geometry.VertexInfo[" + std::to_string(anew.first) + "]";
        for (const ByteList& vertex : anew.vertices) insert.values.emplace_back().value = vertex;
    }
    operations.push_back(setting({"Geometry.FaceInfo", anew.faces}));
}

/// Numbers in their places first: their paths are those of the file. @param anew what is written anew
inline std::vector<Operation> inOrder(const merging::Merge& merge, const std::vector<Operation>& anew) {
    std::vector<Operation> out;
    for (const merging::SetBytes& set : merge.operations()) out.push_back(setting(set));
    out.insert(out.end(), anew.begin(), anew.end());
    return out;
}

/// The editor makes these changes, and the file stays whole. @param bytes of a whole file
inline void requireEdited(const ByteList& bytes, const std::vector<Operation>& operations) {
    const Edited edited = edit(parse(bytes), operations);
    if (edited.refusal) require(operations[edited.refusal->operation].path + ": " + edited.refusal->reason);
    const Document after = parse(edited.bytes);
    require(after.faults.empty(), "a file that was whole is not any more");
    require(checkEvaluation(buildModel(after), 1));
}

}  // namespace abc::testing
