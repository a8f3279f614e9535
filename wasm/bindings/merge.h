// A glTF of JavaScript that goes back into the file that it came from.
#pragma once

#include <memory>

#include "merge/way_back.h"
#include "values.h"

namespace bindings {

class MergeSource;

/// One merge: a part of the work at each step. What does not fit is refused (NotWritten in types/new-model.ts).
class MergeWork {
public:
    MergeWork();
    MergeWork(const MergeWork&) = delete;
    MergeWork& operator=(const MergeWork&) = delete;
    ~MergeWork();

    /// A view of so many bytes of the file to fill; null without memory for them.
    [[nodiscard]] val allocate(double size);
    /// Null, or a NotTheFile: nothing else may be asked. @param source, settings MergeSource and MergeSettings
    /// (types/merge.ts)
    [[nodiscard]] val begin(const val& source, const val& settings);
    /// False: all is done.
    [[nodiscard]] val step();
    /// How much is done before the next step, 0 to 1.
    [[nodiscard]] double done() const { return work_ ? work_->done() : 0; }
    /// Merged.
    [[nodiscard]] val result() const;

private:
    merging::ByteList bytes_;
    std::unique_ptr<MergeSource> source_;
    std::unique_ptr<merging::WayBack> work_;
};

}  // namespace bindings
