// Animations and their bindings (lta.md §4, §5).
#include <unordered_set>

#include "animation_use.h"
#include "build.h"
#include "check.h"

namespace lta {
namespace {

class AnimationCheck {
public:
    AnimationCheck(Check& check, std::uint32_t set, const abc::Animation& animation,
                   const std::unordered_set<std::string_view>& shapes,
                   const std::unordered_set<std::string_view>& moved)
        : check_(check), lists_(check.lists), set_(set), animation_(animation), shapes_(shapes), moved_(moved) {}

    void run() {
        if (animation_.keyCount == 0) {
            check_.add(Code::KeyframesNone, set_);
        } else if (!animation_.complete) {
            check_.add(Code::TracksMany, set_, [] { return Values{grouped(kMostTracks)}; });
        }
        times();
        strings();
        std::uint32_t movements = 0;
        lists_.each(set_, Id::Anim, [&](std::uint32_t anim) {
            ++movements;
            movement(anim);
        });
        if (movements == 0) check_.add(Code::AnimationEmpty, set_);
    }

private:
    void times() {
        std::uint32_t key = 0;
        double before = 0;
        lists_.eachAtom(lists_.find(set_, Id::Times), [&](const Token& token) {
            const double time = lists_.number(token);
            if (key > 0 && time < before) {
                check_.addAt(Code::KeyTimes, token.start, token.end, set_, [&] {
                    return Values{grouped(key), core::decimal(time), core::decimal(before)};
                });
            }
            before = time;
            ++key;
        });
    }
    void strings() {
        lists_.eachAtom(lists_.find(set_, Id::Values), [&](const Token& token) {
            if (token.text.length == 0 || token.text.length > kLostString) return;
            check_.addAt(Code::StringLost, token.start, token.end, set_,
                         [&] { return Values{check_.named(token.text)}; });
        });
    }
    void movement(std::uint32_t anim) {
        std::uint32_t keys = 0;
        const std::uint32_t list = lists_.find(anim, Id::PosQuat);
        if (list != kNone) {
            lists_.eachRow(list, [&keys](const std::vector<float>&) { ++keys; });
            if (keys >= animation_.keyCount) return;
            check_.add(Code::FramesFew, list, [&] { return Values{grouped(keys), grouped(animation_.keyCount)}; });
            return;
        }
        if (lists_.find(anim, Id::Vertex) == kNone) return;
        const Text shape = lists_.text(lists_.find(anim, Id::Parent));
        const bool isThere = shapes_.contains(lists_.view(shape));
        if (isThere && moved_.contains(lists_.view(shape))) return;
        check_.add(isThere ? Code::FramesStill : Code::FramesShape, anim, [&] { return Values{check_.named(shape)}; });
    }

    Check& check_;
    const Lists& lists_;
    std::uint32_t set_;
    const abc::Animation& animation_;
    const std::unordered_set<std::string_view>& shapes_;
    /// Those whose vertices animations move.
    const std::unordered_set<std::string_view>& moved_;
};

/// Animations of vertices alone, of which the packer makes something else.
void checkUses(Check& check) {
    for (const AnimationUse& use : animationUses(check.lists, check.parts)) {
        const bool isJoined = use.kind == AnimationUse::Kind::Joined;
        if (!isJoined && use.kind != AnimationUse::Kind::Dropped) continue;
        check.add(Code::FramesApart, check.parts.animations[use.set], [&] {
            const std::string next = inQuotes(animationName(check.lists, check.parts, use.keys));
            return Values{inQuotes(animationName(check.lists, check.parts, use.set)),
                          isJoined ? "The packer makes one animation of it and of " + next + "."
                                   : "The packer omits it, since the next one does not have its name without the last "
                                     "two letters."};
        });
    }
}

void checkBindings(Check& check) {
    for (const std::uint32_t binding : check.parts.bindings) {
        const Token name = check.lists.atom(check.lists.child(binding, Id::Name));
        if (name.kind != Token::Kind::Word) continue;
        check.add(Code::BindingUnquoted, binding, [&] { return Values{check.named(name.text)}; });
    }
}

}  // namespace

void checkAnimations(Check& check) {
    checkBindings(check);
    checkUses(check);
    if (check.parts.animations.empty()) check.add(Code::AnimationsNone, kNone);
    std::unordered_set<std::string_view> shapes;
    for (const std::uint32_t shape : check.parts.shapes) shapes.insert(check.lists.view(check.lists.text(shape)));
    std::unordered_set<std::string_view> moved;
    for (const MovedPiece& piece : movedPieces(check.lists, check.parts)) moved.insert(piece.name);
    for (std::size_t i = 0; i < check.parts.animations.size(); ++i) {
        AnimationCheck(check, check.parts.animations[i], check.model.animations[i], shapes, moved).run();
    }
}

}  // namespace lta
