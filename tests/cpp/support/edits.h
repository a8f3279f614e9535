// Changes to models at random, and what holds for every change. Shared by the native tests and the fuzz target.
#pragma once

#include <abc/edit.h>

#include "invariants.h"

namespace abc::testing {

/// A number from 0 to `limit` − 1; 0 for 0.
using Dice = FunctionRef<std::uint32_t(std::uint32_t limit)>;

/// A list of a file: its path, and how many elements it has.
struct ListOf {
    std::string path;
    std::uint32_t count = 0;
};

/// Every list whose number of elements a file decides, those without elements too.
[[nodiscard]] std::vector<ListOf> listsOf(const Document& document);

/// An operation as somebody may ask for it: mostly one that can be done.
[[nodiscard]] Operation anyOperation(const Document& document, const std::vector<ListOf>& lists, Dice roll);

/// An operation on an animation or a level as a whole, with any arguments.
[[nodiscard]] Operation anyWholeOperation(const Document& document, Dice roll);

/// The bytes before with the splices made. Written here again: what the editor makes is compared with it.
[[nodiscard]] std::vector<std::byte> spliced(Bytes before, const std::vector<Splice>& splices);

/// What was refused changes nothing; splices are in order and lead to the bytes; offsets of sections follow.
[[nodiscard]] Violation checkEdited(const Document& before, const Edited& edited);

/// The message of an error that was not there before: of a code that is found more often. Empty: none.
[[nodiscard]] std::string newError(const Findings& before, const Findings& after);

/// Makes the operations, then what takes each of them back, and compares the bytes with those before.
[[nodiscard]] Violation checkTakenBack(const Document& document, const Operation& operation, const Edited& edited);

}  // namespace abc::testing
