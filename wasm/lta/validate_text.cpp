// The text and its brackets (lta.md §1, §2).
#include <cmath>

#include "check.h"
#include "parse.h"
#include "text_form.h"

namespace lta {
namespace {

void checkPacking(Check& check) {
    const core::Unpacked* unpacked = check.document.unpacked.get();
    if (unpacked == nullptr) return;
    const auto size = static_cast<std::uint32_t>(unpacked->bytes.size());
    const core::FindingPlace all{0, size, {}};
    check.findings.add(Code::Packed, all, {grouped(unpacked->packedSize), grouped(size)});
    if (!unpacked->isWhole) {
        check.findings.add(Code::PackedCut, core::FindingPlace{size, 0, {}}, {grouped(unpacked->packedSize)});
    } else if (unpacked->read < unpacked->packedSize) {
        check.findings.add(Code::PackedRest, core::FindingPlace{size, 0, {}},
                           {grouped(unpacked->packedSize - unpacked->read)});
    }
}

/// The tokens once more: what of them no record says.
void checkTokens(Check& check) {
    const Bytes bytes = check.document.bytes;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    Lexer lexer(bytes, 0, size);
    std::vector<std::uint32_t> open;
    for (Token token = lexer.next(); token.kind != Token::Kind::End; token = lexer.next()) {
        if (token.kind == Token::Kind::Open) {
            if (open.size() == kToolsDeepest) {
                check.addAt(Code::TooDeep, token.start, token.end, 0, [] { return Values{grouped(kToolsDeepest)}; });
            }
            open.push_back(token.start);
        } else if (token.kind == Token::Kind::Close) {
            if (!open.empty()) {
                open.pop_back();
                continue;
            }
            check.addAt(Code::ListSurplus, token.start, token.end, 0, [] { return Values{}; });
        } else {
            if (token.text.length > kLongestWord) {
                check.addAt(Code::WordLong, token.start, token.end, 0, [&] {
                    return Values{grouped(token.text.length), grouped(kLongestWord)};
                });
            }
            const bool isOpen = token.kind == Token::Kind::Quoted && token.end - token.start == token.text.length + 1;
            if (isOpen) {
                check.addAt(Code::QuoteOpen, token.start, token.end, 0, [] { return Values{}; });
            }
            if (token.kind != Token::Kind::Word) continue;
            const std::string_view word = view(bytes, token.text);
            if (!std::isfinite(floatOf(numberOf(word)))) {
                check.addAt(Code::NotFinite, token.start, token.end, 0, [&] { return Values{inQuotes(word)}; });
            }
        }
    }
    if (!open.empty()) {
        const std::uint32_t first = open.front();
        check.addAt(Code::ListOpen, first, first + 1, 0, [&] { return Values{grouped(open.size())}; });
    }
}

/// What was not read, or not taken apart.
void checkRecords(Check& check) {
    const core::Records& records = check.document.records;
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const core::Record& record = records[i];
        if (record.state == core::State::Opaque) {
            check.addAt(Code::TooDeep, record.start, record.end, 0, [] { return Values{grouped(kDeepest)}; });
        } else if (record.state == core::State::Unparsed) {
            check.addAt(Code::TooMany, record.start, record.end, 0, [] { return Values{}; });
        }
    }
}

/// Something else than a model says so in its first list.
void checkKind(Check& check) {
    const Token kind = otherKindOf(check.document.bytes);
    if (kind.kind == Token::Kind::End) return;
    check.addAt(Code::OtherKind, kind.start, kind.end, 0, [&] { return Values{check.named(kind.text)}; });
}

}  // namespace

void checkText(Check& check) {
    checkPacking(check);
    if (check.document.records.size() == 0) return;
    checkKind(check);
    checkRecords(check);
    checkTokens(check);
}

}  // namespace lta
