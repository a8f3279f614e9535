// Structs that every version shares.
#pragma once

#include "schema.h"

namespace abc::schema {

inline constexpr auto kVector = fields({
    field("X", Scalar::F32),
    field("Y", Scalar::F32, "up"),
    field("Z", Scalar::F32, "forward"),
});

inline constexpr auto kQuaternion = fields({
    field("X", Scalar::F32),
    field("Y", Scalar::F32),
    field("Z", Scalar::F32),
    field("W", Scalar::F32, "real part").usually(1),
});

inline constexpr auto kTexCoord = fields({
    field("U", Scalar::F32, "from the left edge of the skin; repeats outside 0..1"),
    field("V", Scalar::F32, "from the top edge of the skin; repeats outside 0..1"),
});

/// The two fields that open every section (abc.md §1).
inline constexpr std::string_view kSectionTypeName = "Type";
inline constexpr std::string_view kSectionNextName = "NextSectionOffset";
inline constexpr Field kSectionType = field(kSectionTypeName, Scalar::String, "name of the section").head();
inline constexpr Field kSectionNext =
    field(kSectionNextName, Scalar::U32, "absolute offset of the next section; 0xFFFFFFFF in the last one", "offset")
        .names(Refers::Section)
        .head();

inline constexpr auto kUnknownSection = fields({kSectionType, kSectionNext});

/// Stands before the chain of an ABC in an LTB (abc.md §1.3): it has a name like a section, but no offset of the next.
inline constexpr auto kLtbHeader = fields({
    kSectionType,
    field("MeshVersion", Scalar::U32, "version of the mesh, judging by its position"),
    field("FileType", Scalar::U16, "4: the sections of an ABC follow; their offsets count from byte 0 of the file"),
    field("Unknown", Scalar::U16, "3 in known files"),
    field("Unknowns", Scalar::U32, "unknown").times(4),
});

}  // namespace abc::schema
