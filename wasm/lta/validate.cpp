#include "validate.h"

#include "check.h"

namespace lta {
namespace {

constexpr std::uint32_t kMostChildModels = 31;
constexpr std::uint32_t kLongestSocket = 15;

void checkSockets(Check& check) {
    const Lists& lists = check.lists;
    for (std::size_t i = 0; i < check.parts.sockets.size(); ++i) {
        const std::uint32_t list = check.parts.sockets[i];
        const abc::Socket& socket = check.model.sockets[i];
        const std::uint32_t parent = lists.child(list, Id::Parent);
        for (const auto& [id, name] : {std::pair{Id::Parent, "parent"}, {Id::Pos, "pos"}, {Id::Quat, "quat"}}) {
            if (lists.child(list, id) != kNone) continue;
            check.add(Code::SocketPart, list, [&, word = name] { return Values{word}; });
        }
        if (parent != kNone && socket.node == kNone) {
            check.add(Code::NodeUnknown, parent, [&] { return Values{"The socket", check.named(lists.text(parent))}; });
        }
        if (socket.name.length > kLongestSocket) {
            check.add(Code::SocketName, list, [&] {
                return Values{grouped(socket.name.length), grouped(kLongestSocket)};
            });
        }
    }
}

void checkRest(Check& check) {
    for (std::size_t i = 0; i < check.parts.weightSets.size(); ++i) {
        const std::size_t count = check.model.weightSets[i].weights.size();
        if (count == check.model.nodes.size()) continue;
        check.add(Code::WeightSetCount, check.parts.weightSets[i], [&] {
            return Values{grouped(count), grouped(check.model.nodes.size())};
        });
    }
    if (check.parts.childModels.size() > kMostChildModels) {
        check.add(Code::ChildModelCount, check.parts.childModels[kMostChildModels], [&] {
            return Values{grouped(check.parts.childModels.size()), grouped(kMostChildModels)};
        });
    }
    if (check.lists.find(Lists::kAll, Id::ToolsInfo) == kNone) {
        check.add(Code::ToolsInfo, kNone, [] { return Values{"tools-info"}; });
    }
}

}  // namespace

core::Findings validate(const core::Document& document, const Parts& parts, const abc::Model& model) {
    Check check(document, parts, model);
    checkText(check);
    if (!document.versionKnown) return std::move(check.findings);
    checkSkeleton(check);
    checkMesh(check);
    checkSockets(check);
    checkRest(check);
    checkAnimations(check);
    return std::move(check.findings);
}

}  // namespace lta
