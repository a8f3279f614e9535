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
     "No entries can be listed, but the bytes can be inspected.", "Check that this is the right file."},
    {Code::RezTooLarge, "REZ_TOO_LARGE", Error, Refused,
     "The file has {0|byte|bytes}; offsets in a REZ archive cannot exceed 4,294,967,295.", "It was not read.",
     "Check what the file is."},
    {Code::RezEncrypted, "REZ_ENCRYPTED", Error, Refused,
     "The file is named .rez, but does not start like a REZ archive: {0}.",
     "It was not read. The game Heat Project has encrypted archives with a 202-byte header, which cannot be opened.",
     "Copy it again from its source, or unpack it with that game’s own tools."},
    {Code::RezVersionUnknown, "REZ_VERSION_UNKNOWN", Error, Unknown, "FileFormatVersion is {0}; only 1 is documented.",
     "Only the header is shown; the rest stays opaque.",
     "If you know a game that uses this version, please send its name and a sample file to the project."},
    {Code::RezHeaderCut, "REZ_HEADER_CUT", Error, Refused,
     "The file ends inside its header: {0|byte|bytes} needed, {1} present.",
     "The location of its directories is unknown, so nothing is listed.", "Copy the file again from its source."},
    {Code::RezDirectoryOutside, "REZ_DIRECTORY_OUTSIDE", Error, Flawed,
     "The directory {0} spans bytes {1} to {2}, but the file ends at {3}.",
     "Entries in the missing part are not listed.",
     "The file is truncated or its header is wrong: compare its size with the original."},
    {Code::RezDirectoryCycle, "REZ_DIRECTORY_CYCLE", Error, Unknown,
     "The directory {0} leads back to a directory that contains it.", "It was not read a second time.",
     "Rebuild the archive from its files."},
    {Code::RezDirectoryOverlap, "REZ_DIRECTORY_OVERLAP", Error, Flawed,
     "The directory {0} overlaps the header or another directory.", "It was not read.",
     "Rebuild the archive from its files."},
    {Code::RezNestedTooDeep, "REZ_NESTED_TOO_DEEP", Error, Unknown,
     "The directory {0} is nested in more than 64 others, or its path is longer than 1,024 bytes.",
     "It was not read, so its contents are not listed.", "Rebuild the archive with shorter paths."},
    {Code::RezTooMuch, "REZ_TOO_MUCH", Error, Unknown,
     "The archive has more entries than can be read: at most 4,194,304 resources, 1,048,576 directories, and 256 MB "
     "for both.",
     "Entries from here on are not listed.", "Check what the file is: no game has such an archive."},
    {Code::RezEntryTypeUnknown, "REZ_ENTRY_TYPE_UNKNOWN", Error, Flawed,
     "An entry in the directory {0} has type {1}; only 0 and 1 are known.",
     "Its length is unknown, so the directory was read only up to it.", "Rebuild the archive from its files."},
    {Code::RezNameOpen, "REZ_NAME_OPEN", Error, Flawed,
     "A name or comment in the directory {0} does not end with a zero.",
     "The directory was read only up to this entry.", "Rebuild the archive from its files."},
    {Code::RezEntryCut, "REZ_ENTRY_CUT", Error, Flawed,
     "The directory {0} ends inside an entry: {1|byte|bytes} needed for {2}, {3} left.",
     "The directory was read only up to this entry.", "Compare the size of the directory with the original."},
    {Code::RezDirectoryLeftOver, "REZ_DIRECTORY_LEFT_OVER", Warning, Unknown,
     "{0|byte is|bytes are} left over at the end of the directory {1}.", "That is too few for an entry.",
     "Compare the size of the directory with the original."},
    {Code::RezEntryOutside, "REZ_ENTRY_OUTSIDE", Error, Flawed, "{0} spans bytes {1} to {2}, but the file ends at {3}.",
     "The missing bytes cannot be read.", "The archive is truncated: copy it again from its source."},
    {Code::RezEntryOverlap, "REZ_ENTRY_OVERLAP", Warning, Unknown, "The data of {0} overlaps {1}.",
     "One of the two is probably damaged.", "Compare both with the original, or rebuild the archive."},
    {Code::RezEntryShared, "REZ_ENTRY_SHARED", Information, Unaffected, "{0} uses the same bytes as {1}.",
     "Both can be read; changing one changes the other.", "Nothing to do."},
    {Code::RezPathTwice, "REZ_PATH_TWICE", Warning, Unaffected, "{0} exists more than once.",
     "Both are listed; a lookup by path finds the first.", "Remove the one that is not wanted."},
    {Code::RezNameOdd, "REZ_NAME_ODD", Warning, Unknown,
     "The name {0} is empty, or contains separators, control characters or dots that lead elsewhere.",
     "As a path it may refer to a different file; on disk it gets a different name.", "Rename it."},
    {Code::RezNameLong, "REZ_NAME_LONG", Warning, Unknown,
     "According to {0}, the longest name of a {1} has {2|byte|bytes} including its zero, but there is one with {3}.",
     "A program that allocates the size in the header reads too much.", "Set it to {3}."},
};
static_assert(areInOrder(kCatalogue) && std::size(kCatalogue) == static_cast<std::size_t>(Code::RezNameLong) + 1,
              "one entry per code");

}  // namespace

std::span<const CodeInfo> catalogue() {
    return kCatalogue;
}

std::span<const CodeInfo> archiveCatalogue() {
    return std::span(kCatalogue).subspan(static_cast<std::size_t>(Code::NotRez));
}

}  // namespace rez
