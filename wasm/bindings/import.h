// A draft of JavaScript, and the file that comes of it.
#pragma once

#include <optional>

#include "import/levels.h"
#include "import/new_file.h"
#include "merge/levels_again.h"
#include "values.h"

namespace bindings {

/// One import: a part of the work at each call.
class ImportWork {
public:
    /// @param draft, settings ImportDraft and ImportSettings (types/import.ts)
    void begin(const val& draft, const val& settings);
    /// False: all is done.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const { return work_ ? work_->done() : 0; }
    /// ImportMade or NotWritten.
    [[nodiscard]] val result() const;

private:
    std::optional<importing::NewFile> work_;
    /// Why there is nothing to work on.
    std::string refusal_;
};

/// Levels of detail. What cannot be answered is NotWritten.
class LevelWork {
public:
    /// Null, or NotWritten. @param meshes of ImportMesh @param binds twelve numbers a node
    [[nodiscard]] val begin(const val& meshes, const val& binds);
    /// Of level 0 of each piece of a file. Whether each vertex is moved by some node: otherwise nothing may be asked.
    /// @param bytes of the file
    [[nodiscard]] val beginAgain(const val& bytes);
    /// LevelWedges of a mesh, of which levels are made then.
    [[nodiscard]] val start(std::uint32_t mesh);
    /// By wedge 1 for one that must stay (import/levels_turned.h).
    [[nodiscard]] val aroundTurned(const val& from, const val& left) const;
    /// MadeLevel.
    [[nodiscard]] val keep(const val& left);
    /// EditOperations that give the file its levels. @param distances Float64Array, one a level
    [[nodiscard]] val operations(const val& distances) const;

private:
    std::optional<importing::Levels> levels_;
    std::uint32_t mesh_ = 0;
    bool hasStarted_ = false;
    /// Of a file: that, and by piece the levels that were made.
    std::optional<merging::LevelsAgain> again_;
    std::vector<std::vector<importing::DraftMesh>> made_;
};

/// What programs would not take of a file (import/limits.h): a list of ImportNote. @param bytes of the file
[[nodiscard]] val limitsOf(const val& bytes);

/// ImportMesh.
[[nodiscard]] val meshObject(const importing::DraftMesh& mesh);

}  // namespace bindings
