#include "builder.h"

#include "abc/math.h"
#include "core/words.h"

namespace lta {

namespace {

constexpr std::size_t kMatrix = 16;
constexpr std::uint8_t kRemovable = 1;

abc::Vec3 vectorOf(const std::array<float, 3>& numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}
abc::Quat quaternionOf(const std::array<float, 4>& numbers) {
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

}  // namespace

Builder::Builder(const core::Document& parsed, const Parts& found, abc::Model& made)
    : parts_(found), model_(made), lists_(parsed) {
    const Bytes text = parsed.bytes;
    bytes_.reserve(text.size() + text.size() / 2);
    bytes_.assign(text.begin(), text.end());
}

Text Builder::putText(std::string_view text) {
    const auto offset = static_cast<std::uint32_t>(bytes_.size());
    const auto* from = reinterpret_cast<const std::byte*>(text.data());
    bytes_.insert(bytes_.end(), from, from + text.size());
    return {offset, static_cast<std::uint32_t>(text.size())};
}

bool Builder::hasRoom(std::uint64_t bytes) const {
    // Offsets have 32 bits.
    constexpr std::uint64_t kMost = std::uint64_t{3} << 30U;
    return bytes < kMost && bytes_.size() < kMost - bytes;
}

void Builder::finish() {
    bytes_.shrink_to_fit();
    model_.own = std::make_shared<const std::vector<std::byte>>(std::move(bytes_));
    model_.bytes = *model_.own;
}

std::uint32_t Builder::nodeNamed(Text name) const {
    const auto found = nodes_.find(lists_.view(name));
    return found == nodes_.end() ? kNone : found->second;
}

std::uint32_t Builder::nodeFound(Text name) const {
    const auto found = found_.find(core::lowered(lists_.view(name)));
    return found == found_.end() ? kNone : found->second;
}

void Builder::nodes() {
    for (std::uint32_t i = 0; i < parts_.nodes.size(); ++i) {
        const auto& [list, parent] = parts_.nodes[i];
        abc::Node node;
        node.index = static_cast<std::uint16_t>(i);
        node.parent = parent;
        if (parent != kNone) ++model_.nodes[parent].childCount;
        if (list == kNone) {
            node.name = putText("root");
        } else if (lists_.is(list, Id::Children)) {
            node.name = putText("null");
            node.flags = kRemovable;
        } else {
            node.name = lists_.text(list);
            nodes_[lists_.view(node.name)] = i;
            const std::uint32_t matrix = lists_.child(list, Id::Matrix);
            if (matrix != kNone) node.bind.m = lists_.numbers<kMatrix>(matrix);
        }
        found_.emplace(core::lowered(core::view(Bytes(bytes_), node.name)), i);
        node.inverseBind = inverse(node.bind);
        if (parent != kNone) node.bindOffset = model_.nodes[parent].inverseBind.apply(node.bind.translation());
        model_.nodes.push_back(node);
    }
    // Pairs of a name and a number, with or without a list around them.
    std::uint32_t named = kNone;
    lists_.eachAtom(lists_.find(parts_.commands, Id::SetNodeFlags), [&](const Token& token) {
        if (token.kind == Token::Kind::Quoted) {
            named = nodeFound(Lists::cut(token.text));
        } else if (named != kNone) {
            model_.nodes[named].flags = static_cast<std::uint8_t>(wholeOf(lists_.number(token)));
        }
    });
}

void Builder::rest() {
    for (const std::uint32_t list : parts_.sockets) {
        abc::Socket socket;
        socket.name = lists_.text(list);
        socket.node = nodeFound(lists_.text(lists_.child(list, Id::Parent)));
        socket.storedNode = socket.node;
        socket.location = vectorOf(lists_.numbers<3>(lists_.child(list, Id::Pos)));
        if (const std::uint32_t quat = lists_.child(list, Id::Quat); quat != kNone) {
            socket.rotation = quaternionOf(lists_.numbers<4>(quat));
        }
        if (const std::uint32_t scale = lists_.child(list, Id::Scale); scale != kNone) {
            socket.scale = vectorOf(lists_.numbers<3>(scale));
        }
        model_.sockets.push_back(socket);
    }
    for (const std::uint32_t list : parts_.weightSets) {
        abc::WeightSet set;
        set.name = lists_.text(lists_.child(list, Id::Name));
        lists_.eachAtom(lists_.child(list, Id::Weights),
                        [&](const Token& token) { set.weights.push_back(floatOf(lists_.number(token))); });
        model_.weightSets.push_back(std::move(set));
    }
    // The model itself has no entry.
    model_.childModels.push_back({});
    for (const std::uint32_t list : parts_.childModels) {
        model_.childModels.push_back({lists_.text(lists_.child(list, Id::Filename)),
                                      wholeOf(lists_.number(lists_.child(list, Id::SaveIndex), 0))});
    }
    for (const std::uint32_t list : parts_.bindings) {
        model_.bindings.push_back({lists_.text(lists_.child(list, Id::Name)),
                                   vectorOf(lists_.numbers<3>(lists_.child(list, Id::Dims))),
                                   vectorOf(lists_.numbers<3>(lists_.child(list, Id::Translation)))});
    }
    model_.bindingLists.push_back({0, static_cast<std::uint32_t>(model_.bindings.size())});
}

abc::Model buildModel(const core::Document& document, const Parts& parts) {
    abc::Model model;
    model.family = abc::Family::V9;
    model.fixesRoots = true;
    Builder builder(document, parts, model);
    builder.nodes();
    builder.pieces();
    builder.rest();
    builder.animations();
    builder.finish();
    return model;
}

std::vector<float> levelDistances(const core::Document& document, const Parts& parts) {
    const Lists lists(document);
    std::vector<float> most;
    if (parts.lodGroups == kNone) return most;
    for (const Parts::Piece& piece : parts.pieces) {
        if (piece.levelCount <= most.size() + 1) continue;
        most.clear();
        std::uint32_t i = 0;
        lists.eachAtom(lists.find(piece.list, Id::LodDists), [&](const Token& token) {
            if (i++ > 0) most.push_back(floatOf(lists.number(token)));
        });
        most.resize(piece.levelCount - 1);
    }
    return most;
}

Settings settingsOf(const core::Document& document, const Parts& parts) {
    const Lists lists(document);
    Settings out;
    out.commandString = lists.text(lists.find(parts.commands, Id::SetCommandString));
    out.radius = lists.number(lists.find(parts.commands, Id::SetGlobalRadius), out.radius);
    const std::uint32_t options = lists.find(lists.find(Lists::kAll, Id::ToolsInfo), Id::CompileOptions);
    out.compression = wholeOf(lists.number(lists.find(options, Id::CompressionType), out.compression));
    out.isWithoutGeometry = lists.number(lists.find(options, Id::ExcludeGeometry), 0) != 0;
    return out;
}

abc::Capabilities capabilitiesOf(const core::Document& document) {
    abc::Capabilities out;
    if (!document.versionKnown) return out;
    using enum abc::Capability;
    for (const abc::Capability one :
         {Levels, Pieces, Weights, Sockets, WeightSets, ChildModels, BindPose, TiledSkins}) {
        out.add(one);
    }
    return out;
}

}  // namespace lta
