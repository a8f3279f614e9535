// The counters of the header, which the engine reserves memory by (ltb.md §2).
#include "check.h"
#include "counters.h"

namespace ltb {

using core::grouped;
using schema::Id;

void checkCounters(Check& check) {
    if (!check.isWhole()) return;
    const auto header = check.fields.section(Id::HeaderSection);
    for (const auto& [name, found] : countersOf(check.document, check.model)) {
        const auto stored = check.fields.number<std::uint32_t>(*header, name);
        if (stored == found) continue;
        const std::string path = "Header." + std::string(name.text());
        if (name.text() == "AnimDataSize" && stored < found) {
            check.add(Code::AnimDataSmall, path, {grouped(stored), grouped(found)});
        } else {
            check.add(Code::CounterMismatch, path, {std::string(name.text()), grouped(stored), grouped(found)});
        }
    }
}

}  // namespace ltb
