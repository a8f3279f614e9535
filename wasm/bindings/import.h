// A draft of JavaScript, and the file that comes of it.
#pragma once

#include <optional>

#include "import/import.h"
#include "values.h"

namespace bindings {

/// One import: a part of the work at each call.
class ImportWork {
public:
    /// @param draft, options ImportDraft and ImportSettings (types/import.ts)
    void begin(const val& draft, const val& options);
    /// False: all is done.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const { return work_ ? work_->done() : 0; }
    /// Made or NotWritten.
    [[nodiscard]] val result() const;

private:
    std::optional<importing::Import> work_;
    /// Why there is nothing to work on.
    std::string refusal_;
};

/// By vertex of the mesh 1 for one that must stay (import/levels_turned.h), or NotWritten.
[[nodiscard]] val aroundTurned(const val& mesh, const val& left);

/// LevelFacts (types/import.ts) or NotWritten.
[[nodiscard]] val levelFacts(const val& first, const val& mesh, const val& level, const val& kept);

}  // namespace bindings
