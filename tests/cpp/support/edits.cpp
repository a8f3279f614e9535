#include "edits.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace abc::testing {

namespace {

void collect(const Walk& walk, const Place& place, const std::string& path, std::vector<ListOf>& out) {
    for (const schema::Field& field : walk.dialect().describe(place.type.id()).fields) {
        if (!walk.dialect().has(field) || !field.isRuntimeArray() || field.name.empty()) continue;
        const auto array = walk.arrayOf(place, field.name);
        if (!array) continue;
        const std::string list = path + "." + std::string(field.name);
        out.push_back({list, array->count});
        // The first and the last element stand for the others.
        for (const std::uint32_t i : {0U, array->count - 1}) {
            if (i >= array->count || array->type.isScalar()) break;
            collect(walk, walk.element(*array, i), list + "[" + std::to_string(i) + "]", out);
            if (array->count == 1) break;
        }
    }
}

std::map<std::string_view, std::uint64_t> errors(const Findings& findings) {
    std::map<std::string_view, std::uint64_t> out;
    for (const Finding& finding : findings.list()) {
        if (finding.info->severity == Severity::Error) out[finding.info->name] += finding.count;
    }
    return out;
}

}  // namespace

std::vector<ListOf> listsOf(const Document& document) {
    std::vector<ListOf> out;
    const Walk walk = document.walk();
    for (const Place& section : walk.sections()) {
        if (section.kind != Place::Kind::Struct) continue;
        std::string path;
        walk.appendName(section, path);
        collect(walk, section, path, out);
    }
    return out;
}

Operation anyOperation(const Document& document, const std::vector<ListOf>& lists, Dice roll) {
    using Kind = Operation::Kind;
    Operation out;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    const std::uint32_t kind = roll(10);
    if (kind < 4 || lists.empty()) {
        // A leaf: the one at a byte.
        std::string path;
        Place leaf;
        document.walk().ancestors(roll(size), [&](const Place& place, const std::string& at) {
            leaf = place;
            path = at;
        });
        out.path = path;
        const double numbers[] = {0, 1, -1, 2.5, 200, 255, 65535, 70000, 4294967295.0, -128, 1e30, 1e300, 7};
        const char* texts[] = {"", "x", "a longer text than before", "Walk",
                               ("\xFC"
                                "ber")};
        const bool isText = leaf.kind == Place::Kind::Leaf && leaf.type == schema::Type(schema::Scalar::String);
        if (roll(16) == 0) {
            out.value.value = std::vector<std::byte>(roll(8), std::byte{1});
        } else if (isText) {
            out.value.value = std::string(texts[roll(5)]);
        } else {
            out.value.value = numbers[roll(13)];
        }
        return out;
    }
    if (kind == 4) {
        out.kind = Kind::ReplaceBytes;
        out.start = roll(size + 1);
        out.end = std::min(size, out.start + roll(9));
        out.bytes.resize(roll(9), std::byte{3});
        return out;
    }
    const ListOf& list = lists[roll(static_cast<std::uint32_t>(lists.size()))];
    const std::uint32_t index = roll(16) == 0 ? roll(1000) : roll(list.count + (kind < 7 ? 1 : 0));
    out.path = list.path + "[" + std::to_string(index) + "]";
    out.force = roll(8) == 0;
    switch (kind) {
        case 5:
        case 6:
            out.kind = Kind::Insert;
            if (roll(4) == 0) out.values.resize(1 + roll(3), EditValue{EditValue::Fields()});
            break;
        case 7:
            out.kind = Kind::Remove;
            out.count = 1 + roll(2);
            break;
        case 8: out.kind = Kind::Duplicate; break;
        default:
            out.kind = Kind::Move;
            out.to = roll(list.count);
            break;
    }
    return out;
}

Operation anyWholeOperation(const Document& document, Dice roll) {
    using Kind = Operation::Kind;
    constexpr auto first = static_cast<std::uint32_t>(Kind::Trim);
    constexpr auto last = static_cast<std::uint32_t>(Kind::AdoptLevel);
    const double numbers[] = {0, 1, 0.5, 50, 100, 99.5, 250, -1, 1e30, std::nan(""), 4294967295.0};
    const auto any = [&] { return EditValue{numbers[roll(std::size(numbers))]}; };
    const std::string clips = document.version == 6 ? "Animation.Anims[" : "Animation.Animations[";
    const auto clip = [&] { return clips + std::to_string(roll(3)) + "]"; };
    Operation out;
    if (roll(10) == 0) {
        constexpr std::uint32_t versions[] = {6, 9, 10, 11, 12, 13};
        out.kind = Kind::Convert;
        out.version = versions[roll(std::size(versions))];
        return out;
    }
    out.kind = static_cast<Kind>(first + roll(last - first + 1));
    out.path = clip();
    out.force = roll(4) == 0;
    EditValue::Fields given;
    for (const char* name : {"from", "to", "length", "factor", "dims", "time", "gap"}) given.push_back({name, any()});
    given.push_back({"with", {clip()}});
    if (out.kind == Kind::Adopt) {
        const Bytes bytes = document.bytes;
        given = {{"from", {EditValue::Bytes(bytes.begin(), bytes.end())}}, {"animation", {double(roll(2))}}};
    } else if (out.kind == Kind::MoveKey) {
        out.path += (document.version == 6 ? ".KeyframeData[" : ".Keyframes[") + std::to_string(roll(4)) + "]";
    } else if (out.kind == Kind::AdoptLevel) {
        const auto level = [&] {
            return "Pieces.Pieces[" + std::to_string(roll(2)) + "].LODs[" + std::to_string(roll(3)) + "]";
        };
        out.path = level();
        const Bytes bytes = document.bytes;
        given = {{"from", {EditValue::Bytes(bytes.begin(), bytes.end())}}, {"level", {level()}}};
    } else if (out.kind == Kind::ReplaceLevel) {
        out.path = "Pieces.Pieces[" + std::to_string(roll(2)) + "].LODs[" + std::to_string(roll(3)) + "]";
        given = {{"vertices", {EditValue::List(roll(5), EditValue{EditValue::Fields()})}},
                 {"faces", {EditValue::List(roll(3), EditValue{EditValue::Fields()})}}};
    }
    out.value.value = std::move(given);
    return out;
}

std::vector<std::byte> spliced(Bytes before, const std::vector<Splice>& splices) {
    std::vector<std::byte> out;
    std::uint32_t at = 0;
    for (const Splice& splice : splices) {
        out.insert(out.end(), before.begin() + at, before.begin() + splice.start);
        out.insert(out.end(), splice.bytes.begin(), splice.bytes.end());
        at = splice.end;
    }
    out.insert(out.end(), before.begin() + at, before.end());
    return out;
}

Violation checkEdited(const Document& before, const Edited& edited) {
    if (edited.refusal) {
        if (edited.refusal->reason.empty()) return "it was refused without a reason";
        const bool isEmpty = edited.bytes.empty() && edited.splices.empty() && edited.lists.empty();
        return isEmpty ? Violation{} : Violation("what was refused changed something: " + edited.refusal->reason);
    }
    const Bytes bytes = before.bytes;
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < edited.splices.size(); ++i) {
        const Splice& splice = edited.splices[i];
        const bool isInOrder =
            splice.start <= splice.end && splice.end <= bytes.size() && (i == 0 || splice.start > end);
        if (!isInOrder) return "splice " + std::to_string(i) + " is not after the one before";
        end = splice.end;
        const Bytes old = bytes.subspan(splice.start, splice.end - splice.start);
        if (std::equal(old.begin(), old.end(), splice.bytes.begin(), splice.bytes.end())) {
            return "splice " + std::to_string(i) + " changes nothing";
        }
    }
    return spliced(bytes, edited.splices) == edited.bytes ? Violation{}
                                                          : Violation("the splices do not lead to the bytes");
}

std::string newError(const Findings& before, const Findings& after) {
    const auto had = errors(before);
    for (const auto& [code, count] : errors(after)) {
        const auto found = had.find(code);
        if (found != had.end() && found->second >= count) continue;
        for (const Finding& finding : after.list()) {
            if (finding.info->name == code) return finding.message + " (" + finding.place().path + ")";
        }
    }
    return {};
}

Violation checkTakenBack(const Document& document, const Operation& operation, const Edited& edited) {
    using Kind = Operation::Kind;
    if (edited.lists.size() != 1) return {};
    const ListChange& change = edited.lists[0];
    Operation back;
    back.force = true;
    switch (operation.kind) {
        case Kind::Insert:
        case Kind::Duplicate:
            back.kind = Kind::Remove;
            back.path = change.list + "[" + std::to_string(change.index) + "]";
            back.count = change.count;
            break;
        case Kind::Move:
            back.kind = Kind::Move;
            back.path = change.list + "[" + std::to_string(change.to) + "]";
            back.to = change.index;
            break;
        default: return {};
    }
    const Document after = parse(edited.bytes);
    const Edited twice = edit(after, {&back, 1});
    if (twice.refusal) return "what was done cannot be taken back: " + twice.refusal->reason;
    const bool same = std::ranges::equal(twice.bytes, Bytes(document.bytes));
    return same ? Violation{} : Violation("what was taken back left other bytes");
}

}  // namespace abc::testing
