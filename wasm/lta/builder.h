// What the parts of building share: the text, and the numbers that are put behind it.
#pragma once

#include <string>
#include <unordered_map>

#include "abc/build.h"
#include "animation_use.h"
#include "build.h"

namespace lta {

class Builder {
public:
    Builder(const core::Document& parsed, const Parts& found, abc::Model& made);

    void nodes();
    void pieces();
    void animations();
    void rest();

    /// The bytes of the model are there: nothing can be put behind them any more.
    void finish();

private:
    /// Offset of bytes that are put behind the others.
    template <class T>
    std::uint32_t put(const T& value) {
        const auto offset = static_cast<std::uint32_t>(bytes_.size());
        const auto* from = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), from, from + sizeof value);
        return offset;
    }
    Text putText(std::string_view text);
    [[nodiscard]] bool hasRoom(std::uint64_t bytes) const;

    /// @param node in place of whose keys animations have positions of its vertices; kNone for none
    void level(std::uint32_t shape, std::uint32_t node);
    void faces(std::uint32_t mesh, abc::Lod& lod);
    void normals(std::uint32_t mesh, const abc::Lod& lod);
    void weights(std::uint32_t shape, const abc::Lod& lod);
    void moved(std::uint32_t node, abc::Lod& lod);
    void animation(std::uint32_t set, std::uint32_t index);
    void keyframes(std::uint32_t set, abc::Animation& animation);
    void tracks(std::uint32_t set, abc::Animation& animation);
    /// Offset of the track of a list of keys, kNone where it has none.
    std::uint32_t track(std::uint32_t anim);
    std::uint32_t still(std::uint32_t node);
    /// Offset of the track of nodes in place of whose keys positions of vertices stand.
    std::uint32_t replaced();
    /// Reads the positions of vertices of a list, at so many keys at most.
    void frames(std::uint32_t list, std::uint32_t most, abc::VertexTrack& track);
    /// As weights find nodes: with case, and of several of a name the last one.
    [[nodiscard]] std::uint32_t nodeNamed(Text name) const;
    /// As flags and sockets find them: without case, and the first one (ltb.md §8).
    [[nodiscard]] std::uint32_t nodeFound(Text name) const;

    const Parts& parts_;
    abc::Model& model_;
    Lists lists_;
    std::vector<std::byte> bytes_;
    /// Of several of a name the last one.
    std::unordered_map<std::string_view, std::uint32_t> nodes_;
    /// By the name in lower case: of several the first one.
    std::unordered_map<std::string, std::uint32_t> found_;
    /// Where the tracks of nodes are that stand still, kNone while nobody asked.
    std::vector<std::uint32_t> still_;
    std::uint32_t replaced_ = kNone;
    std::vector<MovedPiece> movedPieces_;
    /// By the name of the shape.
    std::unordered_map<std::string_view, std::uint32_t> deformers_;
    /// By the name of the animation in lower case: of several the first one.
    std::unordered_map<std::string, std::uint32_t> bindings_;
};

}  // namespace lta
