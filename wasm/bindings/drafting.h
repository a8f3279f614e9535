// A glTF of JavaScript that becomes a draft.
#pragma once

#include <memory>

#include "drafting/whole.h"
#include "values.h"

namespace bindings {

class DraftingSource;

/// One draft, a part of the work at each step (types/drafting.ts). What cannot be answered is NotWritten.
class DraftingWork {
public:
    DraftingWork();
    DraftingWork(const DraftingWork&) = delete;
    DraftingWork& operator=(const DraftingWork&) = delete;
    ~DraftingWork();

    /// SceneContents. @param source, settings DraftingSource and DraftingSettings
    [[nodiscard]] val begin(const val& source, const val& settings);
    /// Looks at vertices for the height. A sentence says why it cannot; empty: it did. @param mesh of the scene
    [[nodiscard]] std::string look(std::uint32_t mesh, const val& vertices);
    /// Of what was looked at.
    [[nodiscard]] double height() const { return whole_ ? whole_->drafting().height() : 0; }

    /// False: all is done.
    [[nodiscard]] val step();
    /// 0 to 1.
    [[nodiscard]] double done() const { return whole_ ? whole_->done() : 0; }
    /// MadeDraft.
    [[nodiscard]] val result();

private:
    [[nodiscard]] val contents() const;

    std::unique_ptr<DraftingSource> source_;
    std::unique_ptr<drafting::Whole> whole_;
};

}  // namespace bindings
