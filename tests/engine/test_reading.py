"""What a clause binds: its force, its condition, where it ends; in every language that has a table."""

from __future__ import annotations

import pytest

from reviewapp.engine.binding.lexicon import lexicon_of
from reviewapp.engine.binding.reading import may_bind, read
from reviewapp.engine.binding.rules import Clause, Force
from reviewapp.engine.lang import LANGUAGES, Cue, language_of
from reviewapp.engine.lazy import Known
from reviewapp.engine.text import fold, sentences, words
from tests.engine.test_wordings import cases


def clauses(text: str) -> list[Clause]:
    return [clause for sentence in sentences(text) for clause in read(sentence)]


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("Never push to main.", Force.PROHIBITION),
        ("You must not push to main.", Force.PROHIBITION),
        ("You mustn’t push to main.", Force.PROHIBITION),
        ("dont push to main", Force.PROHIBITION),
        ("DO NOT PUSH TO MAIN", Force.PROHIBITION),
        ("No one may push to main.", Force.PROHIBITION),
        ("Hold the shipment.", Force.PROHIBITION),
        ("Keep Rosa out of the thread.", Force.PROHIBITION),
        ("The owner has to be kept in the dark.", Force.PROHIBITION),
        ("The dry run isn't optional.", Force.OBLIGATION),
        ("Smoking is not forbidden on the terrace.", Force.PERMISSION),
        ("Das Protokoll ist keineswegs freiwillig.", Force.OBLIGATION),
        ("No optional extras were sold.", Force.FREEDOM),
        ("The catalogue no. goes on each box.", Force.OBLIGATION),
        ("Stop when two of them fail.", Force.OBLIGATION),
        ("Hold until the gate is open.", Force.PROHIBITION),
        ("Copy desk assistant at a newspaper.", Force.FACT),
        ("Guests who have no key may ring.", Force.PERMISSION),
        ("She says that no key may be copied.", Force.PROHIBITION),
        ("The replica has not been migrated.", Force.DENIAL),
        ("The vendor refused the offer.", Force.DENIAL),
        ("Backdating is prohibited.", Force.PROHIBITION),
        ("Prizes are at 16:30 – no, 17:00, in the hall.", Force.FACT),
        ("It stands on the dock for 20 minutes, no discussion.", Force.FACT),
        ("Conditions permitting, the roof comes next.", Force.FACT),
        ("Brushed once a week, with no water allowed on the rind.", Force.PROHIBITION),
        ("Every release must be signed.", Force.OBLIGATION),
        ("Ask before any migration.", Force.OBLIGATION),
        ("Only Priya approves invoices.", Force.RESTRICTION),
        ("You may merge small fixes without asking.", Force.PERMISSION),
        ("You need not translate the appendix.", Force.FREEDOM),
        ("You can skip the scan.", Force.FREEDOM),
        ("The scan took an hour.", Force.FACT),
        ("Not only the scan, the build is slow.", Force.FACT),
        ("Test results are in the folder.", Force.FACT),
        ("Das Kühlhaus darf nachts nicht abgeschaltet werden.", Force.PROHIBITION),
        ("Il est interdit de fumer dans le laboratoire.", Force.PROHIBITION),
        ("No se puede fumar en el laboratorio.", Force.PROHIBITION),
        ("É obrigatório usar capacete na área de descarga.", Force.OBLIGATION),
        ("Нельзя удалять журналы за прошлый год.", Force.PROHIBITION),
        ("يجب أن يوافق المدير على كل فاتورة.", Force.OBLIGATION),
        ("不要在周末重启数据库。", Force.PROHIBITION),
        ("本番データベースには書き込まないでください。", Force.PROHIBITION),
        ("고객 명단을 외부에 공유하지 마세요.", Force.PROHIBITION),
    ],
)
def test_the_force_of_a_clause(text: str, force: Force) -> None:
    assert clauses(text)[0].force is force


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The staging key is allowed, but the live key is forbidden.", 2),
        ("Stop the deploy and page Dana.", 2),
        ("Bring apples, pears and plums.", 1),
        ("Write in the imperative, and never squash.", 2),
        ("The file (in the archive) must stay.", 1),
        ("See https://example.org/a, it is long.", 2),
        ("Interviews may be recorded if, and only if, the guest agrees.", 1),
    ],
)
def test_where_a_clause_ends(text: str, count: int) -> None:
    assert len(clauses(text)) == count


def test_a_condition_guards_the_clause_beside_it() -> None:
    condition, main = clauses("If the scan fails, stop the deploy.")
    assert condition.conditional
    assert main.guard is condition


def test_what_a_condition_denies_the_clause_does_not() -> None:
    assert not clauses("Send it if nobody objects.")[0].denies


def test_dont_do_that_borrows_its_topic() -> None:
    last = clauses("We tried the watchdog, it broke the index, so don't do that again.")[-1]
    assert last.denies
    assert "watchdog" in last.topics


def test_a_question_is_marked() -> None:
    assert clauses("Must every release be signed?")[0].question


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_language_table_is_whole(language: object) -> None:
    lexicon = lexicon_of(language)
    said = {cue for group in lexicon.phrases.values() for _, cues in group for cue in cues}
    assert said >= {Cue.NOT, Cue.BAR, Cue.ONLY, Cue.MUST, Cue.MAY, Cue.HEDGE, Cue.UNLESS, Cue.IF, Cue.LIFT, Cue.FREE}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Do not push to the main branch.", "en"),
        ("Die Rechnung darf nicht bezahlt werden, bis wir sie geprüft haben.", "de"),
        ("Ne supprimez pas les fichiers de la cliente.", "fr"),
        ("No borre los archivos de la clienta hasta el lunes.", "es"),
        ("Não apague os arquivos da cliente até segunda.", "pt"),
        ("Не удаляйте файлы клиента.", "ru"),
        ("لا تحذف ملفات العميل.", "ar"),
        ("不要删除客户的文件。", "zh"),
        ("顧客のファイルを削除しないでください。", "ja"),
        ("고객 파일을 삭제하지 마세요.", "ko"),
    ],
)
def test_the_language_is_told_by_its_words(text: str, code: str) -> None:
    assert language_of(words(fold(text))).code == code


_BINDING = frozenset(Force) - {Force.FACT}


def test_what_is_not_cut_into_clauses_binds_nothing() -> None:
    texts = [text for rule, _, said in cases() for text in (rule, said)]
    told = [sentence for text in texts for sentence in sentences(text)]
    facts = [sentence for sentence in told if not may_bind(sentence)]
    assert facts, "some sentences only state facts"
    assert not {clause.force for sentence in facts for clause in read(sentence)} & _BINDING


@pytest.mark.parametrize(
    ("text", "binds"),
    [
        ("The hall took 40 guests and the yard is at 20 %.", False),
        ("It rained, so the hall was full.", False),
        ("Never push to main.", True),
        ("I will move the crates.", False),
        ("Move the crates.", True),
        ("It rains: move the crates.", True),
        ("The yard is full, so please move the crates.", True),
        ("The yard is full and also move the crates.", True),
        ("The moratorium is over.", True),
        ("We work as before, unless it rains.", True),
    ],
)
def test_a_sentence_with_a_word_of_force_may_bind(text: str, binds: bool) -> None:
    assert [may_bind(sentence) for sentence in sentences(text)] == [binds]


def test_what_is_known_of_words_has_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Known, "ROOM", 3)
    lengths = Known(len)
    assert [lengths[word] for word in ("a", "bb", "ccc", "a", "dddd")] == [1, 2, 3, 1, 4]
    assert dict(lengths) == {"dddd": 4}
