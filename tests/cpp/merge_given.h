// Files that a glTF goes back into, with what the glTF says when nothing was changed, for tests of merges.
#pragma once

#include "import/import.h"
#include "merge/merge.h"
#include "support/drafts.h"
#include "support/fixtures.h"

namespace abc::testing {

struct Given {
    merging::ByteList bytes;
    merging::Rig rig;
    merging::Settings settings;
    /// One a level of the first piece.
    std::vector<merging::Mesh> meshes;
    std::vector<merging::Channel> channels;
    /// Milliseconds of the keys of the first animation.
    std::vector<double> times;
};

/// What imports make of a draft.
[[nodiscard]] Given given(std::uint32_t version, importing::Draft draft = tubeDraft(4, 6, 5),
                          const importing::V6Options& v6 = {});

/// A tube of which one node moves each vertex: the strongest of those that it would have.
[[nodiscard]] importing::Draft rigid(importing::Draft tube);
/// One node moves all of it.
[[nodiscard]] importing::Draft onNode(std::uint32_t node, importing::Draft tube);

/// Marks the vertices of a mesh as the export does: those of the first level of the first piece.
void mark(merging::Mesh& mesh);

/// Where the vertices of a level of the first piece are in the bind pose.
[[nodiscard]] std::vector<Vec3> placesAtRest(const Opened& file, std::uint32_t lod = 0);
/// The bytes of a part of a file, and the floats that they are.
[[nodiscard]] merging::ByteList bytesAt(const Opened& file, const std::string& path);
[[nodiscard]] std::vector<float> floatsAt(const Opened& file, const std::string& path);

/// The file with other bytes at these paths.
[[nodiscard]] merging::ByteList edited(const merging::ByteList& bytes, const std::vector<merging::SetBytes>& sets);

/// The file with zeros for all parts of a path, in which [] stands for each element of a list. The last `keeps` bytes
/// of each part stay.
void clear(merging::ByteList& bytes, const std::string& path, std::size_t keeps = 0);

}  // namespace abc::testing
