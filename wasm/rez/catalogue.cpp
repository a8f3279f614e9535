// The words of every finding of archives (rez.md).
#include "codes.h"

namespace rez {
namespace {

using core::CodeInfo;
using enum core::Severity;
using enum core::Engine;

constexpr CodeInfo kCatalogue[] = {
    core::emptyFile(Code::EmptyFile),
    {Code::NotRez, "NOT_REZ", Error, Refused, "This is not a REZ archive: {0}.",
     "There are no entries to list; the bytes are there to look at.", "Check that it is the file you meant."},
    {Code::RezTooLarge, "REZ_TOO_LARGE", Error, Refused,
     "The file has {0|byte|bytes}; offsets in a REZ archive reach no farther than 4,294,967,295.", "It was not read.",
     "Check what the file is."},
    {Code::RezEncrypted, "REZ_ENCRYPTED", Error, Refused,
     "The file is named .rez, but it does not begin as REZ archives do: {0}.",
     "It was not read. The game Heat Project has encrypted archives with a header of 202 bytes, which cannot be "
     "opened.",
     "Copy it again from where it came from, or unpack it with that game's own tools."},
    {Code::RezVersionUnknown, "REZ_VERSION_UNKNOWN", Error, Unknown, "FileFormatVersion is {0}; only 1 is documented.",
     "Only the header is shown; the rest stays opaque.",
     "If you know a game that uses this version, please send its name and such a file to the project."},
    {Code::RezHeaderCut, "REZ_HEADER_CUT", Error, Refused,
     "The file ends inside its header: {0|byte is|bytes are} needed, {1|is|are} there.",
     "Where its directories are is not known, so nothing is listed.", "Copy the file again from where it came from."},
    {Code::RezDirectoryOutside, "REZ_DIRECTORY_OUTSIDE", Error, Flawed,
     "The directory {0} has the bytes {1} to {2}, but the file ends at {3}.",
     "Entries in the part that is missing are not listed.",
     "The file is cut off or its header is wrong: compare its size with the original."},
    {Code::RezDirectoryCycle, "REZ_DIRECTORY_CYCLE", Error, Unknown,
     "The directory {0} leads back to a directory that it is in.", "It was not read a second time.",
     "Make the archive again from its files."},
    {Code::RezDirectoryOverlap, "REZ_DIRECTORY_OVERLAP", Error, Flawed,
     "The directory {0} shares bytes with the header or another directory.", "It was not read.",
     "Make the archive again from its files."},
    {Code::RezNestedTooDeep, "REZ_NESTED_TOO_DEEP", Error, Unknown,
     "The directory {0} is nested in more than 64 others, or its path is longer than 1,024 bytes.",
     "It was not read, so what is in it is not listed.", "Make the archive again with shorter paths."},
    {Code::RezTooMuch, "REZ_TOO_MUCH", Error, Unknown,
     "The archive has more entries than are read: at most 4,194,304 resources, 1,048,576 directories, and 256 MB of "
     "both.",
     "Those from here on are not listed.", "Check what the file is: no game has such an archive."},
    {Code::RezEntryTypeUnknown, "REZ_ENTRY_TYPE_UNKNOWN", Error, Flawed,
     "An entry of the directory {0} has the type {1}; 0 and 1 are known.",
     "How long it is is not known, so the directory was read up to it.", "Make the archive again from its files."},
    {Code::RezNameOpen, "REZ_NAME_OPEN", Error, Flawed,
     "A name or comment in the directory {0} has no zero at its end.", "The directory was read up to this entry.",
     "Make the archive again from its files."},
    {Code::RezEntryCut, "REZ_ENTRY_CUT", Error, Flawed,
     "The directory {0} ends inside an entry: {1|byte is|bytes are} needed for {2}, {3|is|are} left.",
     "The directory was read up to this entry.", "Compare the size of the directory with the original."},
    {Code::RezDirectoryLeftOver, "REZ_DIRECTORY_LEFT_OVER", Warning, Unknown,
     "{0|byte is|bytes are} left over at the end of the directory {1}.", "They are too few for an entry.",
     "Compare the size of the directory with the original."},
    {Code::RezEntryOutside, "REZ_ENTRY_OUTSIDE", Error, Flawed,
     "{0} has the bytes {1} to {2}, but the file ends at {3}.", "Bytes that are missing cannot be read.",
     "The archive is cut off: copy it again from where it came from."},
    {Code::RezEntryOverlap, "REZ_ENTRY_OVERLAP", Warning, Unknown, "The data of {0} shares bytes with {1}.",
     "One of the two is probably not what it was.", "Compare both with the original, or make the archive again."},
    {Code::RezEntryShared, "REZ_ENTRY_SHARED", Information, Unaffected, "{0} has the same bytes as {1}.",
     "Both can be read; a change of one changes the other.", "Nothing to do."},
    {Code::RezPathTwice, "REZ_PATH_TWICE", Warning, Unaffected, "{0} is there more than once.",
     "Both are listed; a lookup by path finds the first.", "Remove the one that is not meant."},
    {Code::RezNameOdd, "REZ_NAME_ODD", Warning, Unknown,
     "The name {0} is empty, or has separators, control characters or dots that lead elsewhere.",
     "As a path it may mean another file; on the disk it gets another name.", "Rename it."},
    {Code::RezNameLong, "REZ_NAME_LONG", Warning, Unknown,
     "{0} says that the longest name of a {1} has {2|byte|bytes} with its zero, but there is one with {3}.",
     "A program that makes room for as many as the header says reads too much.", "Set it to {3}."},
};
static_assert(areInOrder(kCatalogue) && std::size(kCatalogue) == static_cast<std::size_t>(Code::RezNameLong) + 1,
              "one entry a code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

std::span<const CodeInfo> archiveCatalogue() {
    return std::span(kCatalogue).subspan(static_cast<std::size_t>(Code::NotRez));
}

}  // namespace rez
