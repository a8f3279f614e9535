// Every struct of REZ.
#include "schema_rez.h"

namespace rez::schema {

constexpr Struct kStructs[kStructCount] = {
    {Id::Header, "Header", Role::Section, "what the file is, and where its directories begin", kHeader},
    {Id::Directory, "Directory", Role::Section, "resources and directories of one folder", kDirectory},
    {Id::Entry, "Entry", Role::None, "a resource or a directory by name, and where its bytes lie", kEntry},
};
static_assert(areInOrder(kStructs), "one entry a struct");

}  // namespace rez::schema
