// REZ: LithTech's archives (rez.md). The names are those of the engine's own writer where it is known, else ours:
// Header.RootDirPos, Directory#2.Entries[i].Name.
#pragma once

#include "schema.h"

namespace rez::schema {

/// Values of an entry's Type.
inline constexpr std::uint32_t kResource = 0;
inline constexpr std::uint32_t kFolder = 1;

/// Values of the header that are the same in every archive.
inline constexpr std::string_view kLineBreak = "\r\n";
inline constexpr std::string_view kFileType = "RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.";
inline constexpr std::uint32_t kEndOfText = 0x1A;
inline constexpr std::uint32_t kVersion = 1;

inline constexpr auto kHeader = fields({
    field("LineBreak1", Scalar::Chars, "CR, LF").times(2),
    field("FileType", Scalar::Chars, "\"RezMgr Version 1 Copyright (C) 1995 MONOLITH INC.\", padded with spaces")
        .times(60),
    field("LineBreak2", Scalar::Chars, "CR, LF").times(2),
    field("UserTitle", Scalar::Chars, "title given by the creator of the archive, padded with spaces").times(60),
    field("LineBreak3", Scalar::Chars, "CR, LF").times(2),
    field("EndOfText", Scalar::U8, "0x1A: where the DOS command TYPE stops"),
    field("FileFormatVersion", Scalar::U32, "1"),
    field("RootDirPos", Scalar::U32, "where the root directory starts", "offset").names(Refers::Entry),
    field("RootDirSize", Scalar::U32, "length of the root directory", "bytes"),
    field("RootDirTime", Scalar::U32, "when it was last changed", "s since 1970"),
    field("NextWritePos", Scalar::U32, "judging by its name: where the next resource would be written", "offset"),
    field("Time", Scalar::U32, "when the archive was last changed", "s since 1970"),
    field("LargestKeyAry", Scalar::U32, "judging by its name: the largest list of keys"),
    field("LargestDirNameSize", Scalar::U32, "the longest directory name, including its zero", "bytes"),
    field("LargestRezNameSize", Scalar::U32, "the longest resource name, including its zero", "bytes"),
    field("LargestCommentSize", Scalar::U32, "the longest comment; 0 if all are empty", "bytes"),
    field("IsSorted", Scalar::U8, "judging by its name: whether the entries are sorted"),
});

inline constexpr auto kDirectory = fields({
    field("Entries", Id::Entry, "resources and directories in it, one after another").recorded(),
});

inline constexpr auto kEntry = fields({
    field("Type", Scalar::U32, "0: a resource, 1: a directory"),
    field("Pos", Scalar::U32, "where its data starts", "offset").names(Refers::Entry),
    field("Size", Scalar::U32, "length of its data", "bytes"),
    field("Time", Scalar::U32, "when it was last changed", "s since 1970"),
    field("Id", Scalar::U32, "number of the resource").onlyIf("Type", kResource),
    field("Extension", Scalar::Chars, "extension of its name, reversed: DTX is \"XTD\"")
        .times(4)
        .onlyIf("Type", kResource),
    field("KeyCount", Scalar::U32, "keys after the comment; 0 in the games’ archives").onlyIf("Type", kResource),
    field("Name", Scalar::CString, "name within its directory; for a resource, without its extension")
        .label()
        .names(Refers::Entry),
    field("Comment", Scalar::CString, "a note; empty in the games’ archives").onlyIf("Type", kResource),
    field("Keys", Scalar::U32, "judging by their name: numbers to find it by")
        .counted("KeyCount")
        .onlyIf("Type", kResource),
});

}  // namespace rez::schema
