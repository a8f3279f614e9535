// Every struct of REZ.
#include "schema_rez.h"

namespace rez::schema {

constexpr Struct kStructs[kStructCount] = {
    {Id::Header, "Header", Role::Section, "what the file is, and where its directories start", kHeader},
    {Id::Directory, "Directory", Role::Section, "resources and directories of one folder", kDirectory},
    {Id::Entry, "Entry", Role::None, "a resource or directory: its name, and where its data is", kEntry},
};
static_assert(areInOrder(kStructs), "one entry per struct");

}  // namespace rez::schema
