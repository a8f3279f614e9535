#include "sockets.h"

#include <algorithm>

namespace merging {
namespace {

const std::string kSocketList = "Sockets.Sockets";
/// How the export names them, and how a new one must be named.
constexpr std::string_view kPrefix = "s_";

std::string withoutPrefix(std::string_view name) {
    return std::string(name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name);
}

class Sockets {
public:
    explicit Sockets(Told& told) : told_(told), model_(told.model()), isFound_(model_.sockets.size()) {}

    MergedSockets run() {
        if (told_.isV6()) return {};
        for (const std::uint32_t node : told_.inOrder()) find(node);
        for (const auto& [socket, node] : found_) merge(socket, node);
        const std::size_t exported = told_.glb.description.sockets.size();
        for (std::size_t socket = std::min(exported, model_.sockets.size()); socket-- > 0;) {
            if (isFound_[socket]) continue;
            out_.lists.push_back(removing(at(kSocketList, socket)));
            say(socket, "Socket “{0}” removed.", {nameOf(socket)});
        }
        std::size_t count = model_.sockets.size() - out_.lists.size();
        for (const std::uint32_t node : added_) add(count++, node);
        return std::move(out_);
    }

private:
    void say(std::size_t socket, std::string_view message, const std::vector<std::string>& values) {
        out_.changes.push_back({at(kSocketList, socket), core::filled(message, values)});
    }
    [[nodiscard]] std::string nameOf(std::size_t socket) const { return told_.text(model_.sockets[socket].name); }

    void find(std::uint32_t node) {
        const auto index = gltf::indexIn(told_.glb.nodes[node].extras, "lt_socket");
        if (index && *index < model_.sockets.size() && !isFound_[*index]) {
            isFound_[*index] = true;
            found_.emplace_back(*index, node);
        } else if (isNew(node)) {
            added_.push_back(node);
        }
    }
    [[nodiscard]] bool isNew(std::uint32_t node) const {
        const gltf::Node& is = told_.glb.nodes[node];
        return is.name.starts_with(kPrefix) && is.mesh < 0 && told_.joints.nodeOf()[node] == kNoJoint &&
               told_.joints.standOf(node).holder >= 0;
    }

    void merge(std::uint32_t socket, std::uint32_t node) {
        const std::string path = at(kSocketList, socket);
        const auto& exported = told_.glb.description.sockets;
        const std::string* known = socket < exported.size() ? &exported[socket] : nullptr;
        if (const auto other = gltf::renamed(told_.glb.nodes[node].name, known)) {
            const std::string name = withoutPrefix(*other);
            out_.operations.push_back(setting(path + ".Name", textValue(gltf::inLatin1(name)), true));
            say(socket, "Socket “{0}” renamed to “{1}”.", {nameOf(socket), name});
        }
        // One without a place is at the root of the scene.
        const auto [holder, isMoved, isTurned] = told_.merge.socket(socket, told_.joints.standOf(node));
        if (holder < 0) return;
        if (static_cast<std::uint32_t>(holder) != model_.sockets[socket].storedNode) {
            out_.operations.push_back(setting(path + ".NodeIndex", numberValue(holder)));
            say(socket, "Socket “{0}” moved to “{1}”.",
                {nameOf(socket), told_.nodeName(static_cast<std::size_t>(holder))});
        }
        if (isMoved) say(socket, "Socket “{0}” moved.", {nameOf(socket)});
        if (isTurned) say(socket, "Socket “{0}” rotated.", {nameOf(socket)});
    }

    void add(std::size_t socket, std::uint32_t node) {
        const auto [holder, local] = told_.joints.standOf(node);
        const std::string name = withoutPrefix(told_.glb.nodes[node].name);
        core::EditValue::Fields fields{{"NodeIndex", numberValue(holder)},
                                       {"Name", textValue(gltf::inLatin1(name))},
                                       {"Rotation", numbersValue(local.rotation)},
                                       {"Location", numbersValue(local.translation)}};
        out_.lists.push_back(inserting(at(kSocketList, socket), {std::move(fields)}, true));
        say(socket, "Socket “{0}” added to “{1}”.", {name, told_.nodeName(static_cast<std::size_t>(holder))});
    }

    Told& told_;
    const abc::Model& model_;
    /// Sockets of the file and the nodes that stand for them.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found_;
    std::vector<bool> isFound_;
    std::vector<std::uint32_t> added_;
    MergedSockets out_;
};

}  // namespace

MergedSockets mergeSockets(Told& told) {
    return Sockets(told).run();
}

}  // namespace merging
