// Models whose bytes are nearly whole, for targets whose input is a row of choices.
#pragma once

#include "fuzzing.h"
#include "import/import.h"
#include "support/all_fixtures.h"
#include "support/drafts.h"

namespace abc::testing {

using ByteList = std::vector<std::byte>;

/// Files with weights and movement, then all fixtures.
inline const std::vector<ByteList>& files() {
    static const std::vector<ByteList> all = [] {
        std::vector<ByteList> out;
        for (const std::uint32_t version : {12U, 6U, 9U, 10U, 11U}) {
            importing::Import work(tubeDraft(3, 4, 3), {version, {}});
            while (work.step()) {
            }
            out.push_back(work.written().bytes);
        }
        for (const NamedFile& fixture : allFixtures()) out.emplace_back(fixture.file.begin(), fixture.file.end());
        return out;
    }();
    return all;
}

/// One of them, sometimes with other bytes.
inline ByteList anyFile(Choices& choices) {
    ByteList out = files()[choices(static_cast<std::uint32_t>(files().size()))];
    for (std::uint32_t i = choices.isOdd() ? choices(4) : 0; i > 0; --i)
        out[choices(static_cast<std::uint32_t>(out.size()))] = static_cast<std::byte>(choices(256));
    return out;
}

}  // namespace abc::testing
