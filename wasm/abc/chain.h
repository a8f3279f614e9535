// The chain of sections that a file is (abc.md §1).
#pragma once

#include <optional>

#include "core/findings.h"
#include "core/function_ref.h"
#include "parse.h"

namespace abc {

/// Type's length and NextSectionOffset, of a section without a name.
inline constexpr std::uint32_t kSmallestHead = 6;

/// Bytes of a file: all of them, or a part of one that is too large to be held.
struct Window {
    Bytes bytes;
    /// Where in the file they begin.
    std::uint32_t start = 0;
    std::uint32_t fileSize = 0;

    [[nodiscard]] bool holds(std::uint32_t offset, std::uint32_t length) const {
        return offset >= start && std::uint64_t{offset} + length <= start + std::uint64_t{bytes.size()};
    }
};

/// Where the following of a chain stopped.
struct ChainStop {
    /// How the chain ended; nullopt when it goes on with the head at `offset`.
    std::optional<ChainEnd> end;
    /// Of an end: the last NextSectionOffset; with BadHead, where no section stands.
    std::uint32_t offset = 0;
};

/// Calls `visit(section)` for each section from the head at `offset` on, as far as their heads lie in the window and
/// `visit` wants more. Offsets only ever grow, so it ends. The offset lies in the file. The wrapper that may stand
/// before the chain counts as a section: its `next` is where the chain begins.
[[nodiscard]] ChainStop followChain(const Window& window, std::uint32_t offset,
                                    FunctionRef<bool(const Section&)> visit);

/// Fills in the document's sections and how their chain ends.
void readChain(Document& document);

/// Finds what is wrong with how a chain ended; nothing when it ended well.
/// @param last the last section
/// @param place of its NextSectionOffset
void findChainEnd(Findings& findings, const ChainStop& stop, const Section& last, const FindingPlace& place,
                  std::uint32_t fileSize);

}  // namespace abc
