// A model in another version of the format (abc.md §3).
#pragma once

#include <string>
#include <vector>

#include "core/edit.h"
#include "parse.h"

namespace abc {

/// What makes another version of a file, or why nothing does.
struct Converted {
    /// In file order, apart from each other. What both versions have stays as it is: bytes that no field describes too.
    std::vector<Splice> splices;
    /// What the version has no place for, where it is not what every reader takes without it: sentences, in file order.
    std::vector<std::string> lost;
    /// What the version wants more, and what is written there: sentences, in file order.
    std::vector<std::string> added;
    /// A sentence. Empty: it can be done.
    std::string refusal;
};

/// To one of `conversionsOf`. Between versions that differ in nothing but numbers what both have stays, and what only
/// the new one has gets its usual value; from and to version 6 the file is written anew (convert_v6.h). A file whose
/// animations hold other fields than its version says gets those of the new one.
[[nodiscard]] Converted convert(const Document& document, std::uint32_t version);

/// The bytes with others in place of some. @param splices in order, apart from each other
[[nodiscard]] std::vector<std::byte> spliced(Bytes bytes, const std::vector<Splice>& splices);

}  // namespace abc
