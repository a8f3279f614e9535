// A draft as a file, and what the user is told of it. Between two parts of the work whoever asked may tell how far it
// is, or stop.
#pragma once

#include "gltf/names.h"
#include "import.h"

namespace importing {

class NewFile {
public:
    /// @param draft may be anything: what does not fit together is refused; its texts are in UTF-8
    /// @param options `addsStill` is found out
    NewFile(Draft draft, const Options& options, const gltf::Latin& latin);

    /// Does a part of the work. False: all is done, or refused.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const { return import_->done(); }

    // After the last step:

    /// The file, or a sentence that says why there is none.
    [[nodiscard]] const abc::Written& written() const { return import_->written(); }
    /// What the version cannot have of the draft, and what programs would not take of the file.
    [[nodiscard]] std::vector<gltf::Note> notes() const;

private:
    std::optional<Import> import_;
    /// Of version 6, in the order in which they are told: before and after what became of the draft.
    std::size_t nodesLeftOut_ = 0;
    std::vector<gltf::Note> leftOut_, after_;
};

}  // namespace importing
