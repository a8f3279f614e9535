// Parts that are renamed: what refers to them by their names follows (lta.md §7).
#include <algorithm>

#include "core/words.h"
#include "editor.h"
#include "spelling.h"

namespace lta {

using core::kNone;

namespace {

bool isOneOf(const std::vector<std::uint32_t>& lists, std::uint32_t list) {
    return std::find(lists.begin(), lists.end(), list) != lists.end();
}

/// Finds what refers to parts by their names.
class References {
public:
    References(const core::Document& document, const Parts& parts) : lists_(document), parts_(parts) {}

    /// The places of a name of a node: weights, and the keys of animations.
    void ofNode(std::string_view name) {
        for (const std::uint32_t deformer : parts_.deformers) {
            lists_.eachAtom(lists_.find(deformer, Id::Influences), [&](const Token& token) { add(token, name); });
        }
        eachMovement(name, [this](std::uint32_t /*anim*/, const Token& parent) { tokens.push_back(parent); });
    }
    /// Flags, sockets and boxes, which find the first node of a name, without case.
    void ofFirstNode(std::string_view name) {
        const std::string wanted = core::lowered(name);
        const auto addFound = [&](const Token& token) {
            if (token.isAtom() && core::lowered(lists_.view(Lists::cut(token.text))) == wanted) tokens.push_back(token);
        };
        const std::uint32_t in = parts_.commands;
        lists_.eachAtom(lists_.find(in, Id::SetNodeFlags), [&](const Token& token) {
            if (token.kind == Token::Kind::Quoted) addFound(token);
        });
        for (const std::uint32_t socket : parts_.sockets) addFound(lists_.atom(lists_.child(socket, Id::Parent)));
        lists_.each(in, Id::AddNodeObb, [&](std::uint32_t box) { addFound(lists_.atom(box)); });
    }
    /// The first node of a name without case, kNone for none.
    [[nodiscard]] std::uint32_t firstNode(std::string_view name) const {
        const std::string wanted = core::lowered(name);
        for (const Parts::Node& node : parts_.nodes) {
            const bool isNamed = node.list != kNone && lists_.is(node.list, Id::Transform);
            if (isNamed && core::lowered(lists_.view(lists_.text(node.list))) == wanted) return node.list;
        }
        return kNone;
    }
    /// Of a shape: levels of pieces, and weights.
    void ofShape(std::string_view name) {
        lists_.each(parts_.lodGroups, Id::CreateLodGroup, [&](std::uint32_t group) {
            lists_.eachAtom(lists_.find(group, Id::Shapes), [&](const Token& token) { add(token, name); });
        });
        for (const std::uint32_t deformer : parts_.deformers) add(lists_.find(deformer, Id::Target), name);
    }
    /// Of a piece: which pieces lose triangles first.
    void ofPiece(std::string_view name) {
        lists_.eachAtom(lists_.find(parts_.commands, Id::PiecePriorities), [&](const Token& token) {
            if (token.kind == Token::Kind::Quoted) add(token, name);
        });
    }
    void ofAnimation(std::uint32_t animation) {
        const std::uint32_t binding = bindingOf(lists_, parts_, animation);
        const Token token = lists_.atom(lists_.child(binding, Id::Name));
        if (token.isAtom()) tokens.push_back(token);
    }
    /// Of a weight set: the bindings that show it.
    void ofWeightSet(std::string_view name) {
        for (const std::uint32_t binding : parts_.bindings) add(lists_.child(binding, Id::WeightSetName), name);
    }

    /// Whether animations move the vertices of the shape of this name: then a node has that name too.
    [[nodiscard]] bool movesVertices(std::string_view name) const {
        bool does = false;
        eachMovement(name, [&](std::uint32_t anim, const Token&) {
            does = does || lists_.find(lists_.find(anim, Id::Frames), Id::Vertex) != kNone;
        });
        return does;
    }
    /// The names of nodes, or of shapes, that are this one.
    void named(std::string_view name, bool isNode) {
        if (!isNode) {
            for (const std::uint32_t shape : parts_.shapes) add(shape, name);
            return;
        }
        for (const Parts::Node& node : parts_.nodes) {
            if (node.list != kNone && lists_.is(node.list, Id::Transform)) add(node.list, name);
        }
    }

    std::vector<Token> tokens;

private:
    void add(const Token& token, std::string_view name) {
        if (token.isAtom() && lists_.view(Lists::cut(token.text)) == name) tokens.push_back(token);
    }
    void add(std::uint32_t list, std::string_view name) { add(lists_.atom(list), name); }
    /// Calls `visit(anim, parent)` for what animations have of a node of this name.
    template <class Visit>
    void eachMovement(std::string_view name, Visit visit) const {
        for (const std::uint32_t animation : parts_.animations) {
            lists_.each(animation, Id::Anim, [&](std::uint32_t anim) {
                const Token parent = lists_.atom(lists_.find(anim, Id::Parent));
                if (parent.isAtom() && lists_.view(Lists::cut(parent.text)) == name) visit(anim, parent);
            });
        }
    }

    Lists lists_;
    const Parts& parts_;
};

}  // namespace

std::uint32_t bindingOf(const Lists& lists, const Parts& parts, std::uint32_t animation) {
    const std::string name = core::lowered(lists.view(lists.text(animation)));
    std::size_t before = 0;
    for (const std::uint32_t other : parts.animations) {
        if (other == animation) break;
        if (core::lowered(lists.view(lists.text(other))) == name) ++before;
    }
    for (const std::uint32_t binding : parts.bindings) {
        if (core::lowered(lists.view(lists.text(lists.child(binding, Id::Name)))) != name) continue;
        if (before == 0) return binding;
        --before;
    }
    return kNone;
}

TextEditor::Named TextEditor::namedAt(const Place& leaf, const std::string& path) const {
    constexpr std::uint32_t kNameIndex = 1;
    Named out;
    if (leaf.index != kNameIndex) return out;
    const core::Document& state = current();
    const auto holder = state.walk().resolve(std::string_view(path).substr(0, path.rfind('[')));
    if (!holder || holder->record == kNone) return out;
    const std::uint32_t list = holder->record;
    const Lists lists(state);
    out.token = lists.atom(list);
    if (out.token.start != leaf.start) return out;
    const Parts parts = partsOf(state);
    const auto is = [&](Named::Kind kind, std::uint32_t part, bool isPart) {
        if (!isPart) return;
        out.kind = kind;
        out.list = part;
    };
    switch (state.records[list].type.id().as<Id>()) {
        case Id::Transform:
            is(Named::Kind::Node, list, std::any_of(parts.nodes.begin(), parts.nodes.end(), [&](const auto& node) {
                   return node.list == list;
               }));
            break;
        case Id::Shape: is(Named::Kind::Shape, list, isOneOf(parts.shapes, list)); break;
        case Id::CreateLodGroup: is(Named::Kind::Piece, list, true); break;
        case Id::AnimSet: is(Named::Kind::Animation, list, isOneOf(parts.animations, list)); break;
        case Id::Name: {
            const std::uint32_t set = state.records.parent(list);
            is(Named::Kind::WeightSet, set, isOneOf(parts.weightSets, set));
            break;
        }
        default: break;
    }
    return out;
}

bool TextEditor::isTaken(const Named& named, std::string_view name) const {
    const bool isNode = named.kind == Named::Kind::Node;
    if (!isNode && named.kind != Named::Kind::Shape) return false;
    const core::Document& state = current();
    const Parts parts = partsOf(state);
    References others(state, parts);
    others.named(name, isNode);
    return std::any_of(others.tokens.begin(), others.tokens.end(),
                       [&](const Token& other) { return other.start != named.token.start; });
}

void TextEditor::setWith(const Place& leaf, const std::string& path, Bytes bytes) {
    const Named named = namedAt(leaf, path);
    if (named.kind == Named::Kind::None) return;
    const core::Document& state = current();
    const Lists lists(state);
    const Token now = Lexer(bytes, 0, static_cast<std::uint32_t>(bytes.size())).next();
    const std::string name(lists.view(Lists::cut(named.token.text)));
    const std::string other(core::view(bytes, now.text));
    if (name == other) return;
    const Parts parts = partsOf(state);
    const bool isNode = named.kind == Named::Kind::Node;
    References found(state, parts);
    switch (named.kind) {
        case Named::Kind::Node:
        case Named::Kind::Shape: {
            References own(state, parts);
            own.named(name, isNode);
            const bool isFirst = isNode && found.firstNode(name) == named.list;
            // Where another one has the name, what refers to it finds that.
            if (own.tokens.size() > 1) return;
            if (isFirst) found.ofFirstNode(name);
            const bool isMoved = found.movesVertices(name);
            if (isMoved) found.named(name, !isNode);
            if (isNode || isMoved) found.ofNode(name);
            if (!isNode || isMoved) found.ofShape(name);
            break;
        }
        case Named::Kind::Piece: found.ofPiece(name); break;
        case Named::Kind::Animation: found.ofAnimation(named.list); break;
        default: found.ofWeightSet(name); break;
    }
    for (const Token& token : found.tokens) {
        // What was set by itself stays.
        if (splices_.overlaps(token.start, token.end)) continue;
        const bool isPlain = token.kind == Token::Kind::Word && isWord(other);
        const std::string spelled = isPlain ? other : inMarks(other);
        splices_.add(token.start, token.end, asBytes(spelled));
    }
    // The next one may be renamed to what this one was.
    isStale_ = true;
}

}  // namespace lta
