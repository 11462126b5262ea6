"""What is said in Portuguese or Chinese as it is said in English, the words of players kept as they are.

Each form is a whole line. What stands in no form here is left as it is, and is understood or not as such.
"""

import re
from functools import lru_cache

NUMBER = r"\d{1,9}(?:\.\d{1,4})?"
REGRA = rf"(?:(?:a |as |da |à )?regra )?(?P<rule>{NUMBER})"
GUIZE = rf"(?:第)?(?:规则|規則)?\s*(?P<rule>{NUMBER})\s*(?:号|號|条|條)?(?:规则|規則)?"
PROPOSTA = r"(?:a |na |da |à |de |em )?(?:proposta )?#?(?P<n>\d{1,9})"
TIAN = r"(?:第)?(?:提案|提议)?\s*#?(?P<n>\d{1,9})\s*(?:号|號)?(?:提案)?"
QUESTAO = r"(?:(?:a |o )?(?:questão|questao|pergunta|julgamento) )?#?(?P<n>\d{1,9})"
WENTI = r"(?:第)?(?:裁决|裁決|问题|問題)?\s*(?P<n>\d{1,9})\s*(?:号|號)?"
TEXT = r"\s*[:：]\s*(?P<text>.*)"
MAYBE = r"(?:\s*[:：]\s*(?P<text>.*)|[.。]?)"
QUOTED = r"[\"'“”‘’「」『』](?P<{}>.*?)[\"'“”‘’「」『』]"
OLD, NEW = QUOTED.format("old"), QUOTED.format("new")
TO_MUTABLE = r"(?P<mutable>mutável|mutavel|可变|可變)"
TO_IMMUTABLE = r"(?P<immutable>imutável|imutavel|不可变|不可變)"

LONGEST = 20_000
"""Longer lines are nobody's."""
Forms = tuple[tuple[re.Pattern[str], str], ...]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _forms(*rows: tuple[str, str]) -> Forms:
    return tuple((re.compile(pattern, re.IGNORECASE | re.DOTALL), said) for pattern, said in rows)


CHANGES = _forms(
    (rf"revogar {REGRA}[\s.;,!]*", "repeal rule {rule}"),
    (rf"revogar (?:a )?emenda #?(?P<rule>{NUMBER})[\s.;,!]*", "repeal amendment {rule}"),
    (
        rf"(?:emendar|alterar|mudar) {REGRA},? (?:para (?:que diga|que leia|que passe a "
        rf"(?:dizer|ler)|dizer|ler)|para)\s*(?::(?P<text>.*))?",
        "amend rule {rule} to read:{text}",
    ),
    (
        rf"(?:emendar|alterar|mudar) {REGRA},? (?:acrescentando|adicionando)"
        rf"(?: o seguinte)?\s*(?::(?P<text>.*))?",
        "amend rule {rule} by appending:{text}",
    ),
    (
        rf"(?:emendar|alterar|mudar) {REGRA},? (?:substituindo|trocando) {OLD} por {NEW}[\s.;,]*",
        "amend rule {rule} by replacing {q}{old}{q} with {q}{new}{q}",
    ),
    (
        rf"(?:emendar|alterar|mudar) {REGRA},? "
        rf"(?:eliminando|removendo|apagando|suprimindo) {OLD}[\s.;,]*",
        "amend rule {rule} by deleting {q}{old}{q}",
    ),
    (
        r"(?:criar|promulgar|decretar|instituir) (?:uma |a seguinte )?(?:nova )?regra"
        r"(?: nova)?\s*(?::(?P<text>.*))?",
        "enact a new rule:{text}",
    ),
    (
        rf"transmutar {REGRA}(?: (?:para|em) (?:{TO_MUTABLE}|{TO_IMMUTABLE}))?[\s.;,!]*",
        "transmute rule {rule}{to}",
    ),
    (rf"(?:废除|廢除){GUIZE}[\s。；，！.;,!]*", "repeal rule {rule}"),
    (rf"(?:废除|廢除)(?:修正案|修正)\s*(?P<rule>{NUMBER})[\s。；，！.;,!]*", "repeal amendment {rule}"),
    (
        rf"(?:修改|修正){GUIZE}[，,]?\s*(?:为|為|如下|改为|改為)\s*(?:[:：](?P<text>.*))?",
        "amend rule {rule} to read:{text}",
    ),
    (
        rf"(?:修改|修正){GUIZE}[，,]?\s*(?:增加|补充|補充|添加)\s*(?:[:：](?P<text>.*))?",
        "amend rule {rule} by appending:{text}",
    ),
    (
        rf"(?:修改|修正){GUIZE}[，,]?\s*(?:将|將|把)\s*{OLD}\s*(?:改为|改為|替换为|替換為|换成|換成)\s*{NEW}[\s。；，.;,]*",
        "amend rule {rule} by replacing {q}{old}{q} with {q}{new}{q}",
    ),
    (
        rf"(?:修改|修正){GUIZE}[，,]?\s*(?:删除|刪除|删去|刪去)\s*{OLD}[\s。；，.;,]*",
        "amend rule {rule} by deleting {q}{old}{q}",
    ),
    (
        r"(?:制定|颁布|頒布|设立|設立)(?:一条|一條)?(?:新)?(?:规则|規則)\s*(?:[:：](?P<text>.*))?",
        "enact a new rule:{text}",
    ),
    (
        rf"(?:将|將|把)?{GUIZE}\s*(?:转为|轉為|转换为|轉換為|变为|變為)\s*(?:{TO_IMMUTABLE}|{TO_MUTABLE})"
        rf"(?:规则|規則)?[\s。；，！.;,!]*",
        "transmute rule {rule}{to}",
    ),
    (rf"(?:转变|轉變|转换|轉換){GUIZE}[\s。；，！.;,!]*", "transmute rule {rule}"),
)

FOR = r"(?P<for>sim|a favor|favorável|favoravelmente|赞成|贊成)"
AGAINST = r"(?P<against>não|nao|contra|反对|反對)"
ABSTAIN = r"(?P<abstain>abstenção|abstencao|弃权|棄權)"
BALLOT = rf"(?:{FOR}|{AGAINST}|{ABSTAIN})"
PASSES = r"(?P<passes>for aprovada|for adotada|passar|通过|通過)"
FAILS = r"(?P<fails>for rejeitada|for derrotada|não passar|被否决|被否決|未通过|未通過)"

ORDERS = _forms(
    # ballots
    (rf"(?:abstenho-me|me abstenho|abster-me)(?:\s+{PROPOSTA})?", "vote abstain on {n}"),
    (
        rf"(?:mudo|altero|troco) (?:o )?(?:meu )?voto (?:na|em|sobre a|da|de) "
        rf"(?:proposta )?(?P<n>\d{{1,9}}) para {BALLOT}",
        "change my vote on {n} to {word}",
    ),
    (rf"(?:endosso|apoio|voto como) (?P<name>[^\W\d_][\w'-]*) {PROPOSTA}", "endorse {name} on {n}"),
    (
        rf"(?:proposta )?(?P<n>\d{{1,9}})\s*[:：]\s*{BALLOT} se (?:a )?(?P<asked>\d{{1,9}}) "
        rf"(?:{FAILS}|{PASSES})(?:[,;]? (?:senão|senao|caso contrário|se não) "
        r"(?P<other>sim|a favor|não|nao|contra|abstenção))?",
        "{n}: {word} if {asked} {event}{other}",
    ),
    (rf"(?:retiro|retrato|cancelo) (?:o )?(?:meu )?voto(?:\s+{PROPOSTA})?", "retract my vote on {n}"),
    (rf"(?:voto )?{BALLOT}(?: a| de| em)? tod[ao]s(?: as propostas)?", "vote {word} all"),
    (rf"(?:对|對)?{TIAN}\s*(?:投票?)?{BALLOT}(?:票)?", "vote {word} on {n}"),
    (rf"(?:投票?)?{BALLOT}(?:票)?\s*{TIAN}", "vote {word} on {n}"),
    (rf"投{BALLOT}票", "vote {word}"),
    (rf"(?:投票?)?{BALLOT}(?:全部|所有)(?:提案)?", "vote {word} all"),
    (rf"(?:对|對)?(?:全部|所有)提案\s*(?:都)?(?:投票?)?{BALLOT}(?:票)?", "vote {word} all"),
    (
        rf"(?:把|将|將)(?:我)?(?:对|對){TIAN}的(?:投票|票)改(?:为|為|成){BALLOT}(?:票)?",
        "change my vote on {n} to {word}",
    ),
    (rf"(?:撤回|取消)(?:我)?(?:(?:对|對){TIAN}的)?(?:投票|票)", "retract my vote on {n}"),
    (rf"(?:跟随|跟隨|附和)(?P<name>[^\W\d_][\w'-]*?)\s*(?:投|对|對)\s*{TIAN}", "endorse {name} on {n}"),
    (
        rf"{TIAN}\s*[:：]\s*(?:如果|若)\s*(?P<asked>\d{{1,9}})\s*(?:{FAILS}|{PASSES})[，,]?\s*(?:则|則|就)?(?:投)?{BALLOT}"
        r"(?:[，,；;]?\s*否则(?:投)?(?P<other>赞成|反对|弃权))?",
        "{n}: {word} if {asked} {event}{other}",
    ),
    # proposals
    (rf"(?:retiro|retrato) {PROPOSTA}", "withdraw {n}"),
    (r"(?:retiro|retrato) (?:a )?minha proposta", "withdraw my proposal"),
    (rf"(?:abro|inicio|chamo) (?:a )?(?:votação|votacao)(?:\s+{PROPOSTA})?", "open the vote on {n}"),
    (
        r"peço (?:ao juiz que encerre|que o juiz encerre|ao juiz para encerrar) o debate",
        "ask the judge to end the debate",
    ),
    (rf"(?:撤回|收回){TIAN}", "withdraw {n}"),
    (r"(?:撤回|收回)(?:我的)?提案", "withdraw my proposal"),
    (rf"(?:(?:对|對){TIAN})?(?:开始|開始|发起|發起)(?:投票|表决|表決)", "open the vote on {n}"),
    (rf"(?:开始|開始|发起|發起)(?:对|對)?{TIAN}的?(?:投票|表决|表決)", "open the vote on {n}"),
    (
        r"(?:请|請)(?:求)?(?:裁判|法官)(?:结束|結束)(?:辩论|辯論|讨论|討論)",
        "ask the judge to end the debate",
    ),
    # judgment
    (rf"(?:invoco|peço|solicito) (?:um )?(?:julgamento|juízo){TEXT}", "invoke judgment: {text}"),
    (rf"julgo {QUESTAO}{TEXT}", "judge {n}: {text}"),
    (r"(?:anulo|derrubo|revogo) (?:o )?(?:julgamento )?#?(?P<n>\d{1,9})", "overrule {n}"),
    (r"consinto|dou (?:o )?meu consentimento", "consent"),
    (rf"(?:dispenso|descarto) {QUESTAO}", "dismiss {n}"),
    (rf"(?:请求|請求|申请|申請|提请|提請)(?:裁决|裁決|裁判){TEXT}", "invoke judgment: {text}"),
    (rf"(?:裁决|裁決|判定){WENTI}{TEXT}", "judge {n}: {text}"),
    (rf"推翻{WENTI}", "overrule {n}"),
    (r"同意(?:继续|繼續|进入下一回合|進入下一回合|开始下一回合|開始下一回合)", "consent"),
    (rf"(?:驳回|駁回|撤销|撤銷){WENTI}", "dismiss {n}"),
    # claims
    (
        rf"(?:reivindico|reclamo|alego) que (?:o jogo|a partida) não pode continuar{MAYBE}",
        "claim that play cannot go on: {text}",
    ),
    (rf"(?:reivindico|reclamo|alego) um erro {PROPOSTA}{MAYBE}", "claim an error in {n}: {text}"),
    (
        rf"(?:reivindico|reclamo) o título (?P<what>[^:]{{1,60}}?) "
        rf"(?:pela|segundo a|sob a) {REGRA}{MAYBE}",
        "claim the title {what} under rule {rule}: {text}",
    ),
    (
        rf"(?:reivindico|reclamo) (?P<amount>[-+]?\d{{1,9}}) (?P<what>[^\W\d_][\w'-]*) "
        rf"(?:pela|segundo a|sob a) {REGRA}{MAYBE}",
        "claim {amount} {what} under rule {rule}: {text}",
    ),
    (
        r"(?:objeto|oponho-me|me oponho)(?: (?:à|a|contra a)(?: reivindicação)? #?(?P<n>\d{1,9}))?",
        "object to {n}",
    ),
    (rf"(?:ajo|faço){TEXT}", "act: {text}"),
    (
        r"(?:registro|registo) (?P<amount>[-+]?\d{1,9}) (?P<what>[^\W\d_][\w'-]*) "
        r"(?:para|a) (?P<name>[^\W\d_][\w'-]*)(?:[\s,]+porque\s+(?P<text>.*)|\.?)",
        "record {amount} {what} to {name}{because}",
    ),
    (
        rf"(?:主张|主張)(?:游戏|遊戲)(?:无法|無法|不能)(?:继续|繼續){MAYBE}",
        "claim that play cannot go on: {text}",
    ),
    (rf"(?:主张|主張){TIAN}(?:有误|有誤|有错|有錯){MAYBE}", "claim an error in {n}: {text}"),
    (
        rf"(?:根据|根據|依){GUIZE}(?:主张|主張)(?:称号|稱號)\s*(?P<what>[^:：]{{1,60}}?)\s*{MAYBE}",
        "claim the title {what} under rule {rule}: {text}",
    ),
    (
        rf"(?:根据|根據|依){GUIZE}(?:主张|主張)\s*(?P<amount>[-+]?\d{{1,9}})\s*(?P<what>[^\W\d_][\w'-]*){MAYBE}",
        "claim {amount} {what} under rule {rule}: {text}",
    ),
    (r"(?:对|對)?(?:主张|主張)?(?P<n>\d{1,9})?(?:提出)?(?:异议|異議)", "object to {n}"),
    (rf"(?:行动|行動){TEXT}", "act: {text}"),
    (
        r"(?:记录|記錄)\s*(?P<amount>[-+]?\d{1,9})\s*(?P<what>[^\W\d_][\w'-]*?)\s*"
        r"(?:给|給)\s*(?P<name>[^\W\d_][\w'-]*?)(?:[\s，,]*因[为為]\s*(?P<text>.*)|。?)",
        "record {amount} {what} to {name}{because}",
    ),
    # the rest
    (r"(?:desisto|saio|abandono) (?:do|o) jogo", "forfeit the game"),
    (
        rf"decido {PROPOSTA}\s*:?\s*(?:(?P<adopted>adotada|adoptada|aprovada)|"
        rf"(?P<defeated>rejeitada|derrotada))[\s.,:;]*(?:porque\s+)?(?P<text>.*)",
        "decide {n}: {outcome} {text}",
    ),
    (r"(?P<no>(?:recuso|me recuso a) )?admit(?:o|ir) (?P<name>[^\W\d_][\w'-]*)", "{no}admit {name}"),
    (rf"digo{TEXT}", "say {text}"),
    (r"(?:退出|放弃|放棄)(?:游戏|遊戲|比赛|比賽)|(?:认输|認輸)", "forfeit the game"),
    (
        rf"(?:决定|決定){TIAN}\s*[:：]?\s*(?:(?P<adopted>通过|通過|采纳|採納)|"
        rf"(?P<defeated>否决|否決))[\s。，：,:.]*(?:因[为為])?(?P<text>.*)",
        "decide {n}: {outcome} {text}",
    ),
    (r"(?P<no>拒绝|拒絕|不)?(?:接纳|接納)(?P<name>[^\W\d_][\w'-]*)", "{no}admit {name}"),
    (rf"(?:说|說){TEXT}", "say {text}"),
    # questions
    (rf"(?:histórico|história|historico) da regra (?P<rule>{NUMBER})", "history rule {rule}"),
    (rf"regra (?P<rule>{NUMBER})", "rule {rule}"),
    (r"(?:propostas|提案列表)", "proposals"),
    (r"proposta (?P<n>\d{1,9})", "proposal {n}"),
    (r"diferença (?P<n>\d{1,9})", "diff {n}"),
    (r"placar|pontuação|pontos|得分|分数|分數", "scores"),
    (r"quem|等谁|等誰|谁|誰", "who"),
    (r"julgamentos|裁决列表|裁決列表", "judgments"),
    (
        rf"(?:规则|規則)\s*(?P<rule>{NUMBER})\s*的?(?:历史|歷史)|(?:历史|歷史)\s*(?:规则|規則)\s*(?P<rule2>{NUMBER})",
        "history rule {rule}",
    ),
    (rf"(?:规则|規則)\s*(?P<rule>{NUMBER})", "rule {rule}"),
    (r"提案\s*(?P<n>\d{1,9})", "proposal {n}"),
    (r"(?:差异|差異)\s*(?P<n>\d{1,9})", "diff {n}"),
)


STARTS = _words(
    "revogar emendar alterar mudar criar promulgar decretar instituir transmutar abstenho-me me "
    "abster-me mudo altero troco endosso apoio voto retiro retrato cancelo sim a favorável favoravelmente "
    "não nao contra abstenção abstencao abro inicio chamo peço invoco solicito julgo anulo derrubo revogo "
    "consinto dou dispenso descarto reivindico reclamo alego objeto oponho-me ajo faço registro registo "
    "desisto saio abandono decido recuso admito admitir digo histórico história historico regra propostas "
    "proposta diferença placar pontuação pontos quem julgamentos"
)
"""The first words of the Portuguese forms: other lines need not be tried."""
FIRST = re.compile(r"[^\s:：]+")
HAN = re.compile("[\u4e00-\u9fff]")


@lru_cache(maxsize=1024)
def change_in_english(text: str) -> str:
    """A rule-change's first line as it is said in English; other lines as they are."""
    return _in_english(text.strip(), CHANGES)


@lru_cache(maxsize=1024)
def order_in_english(text: str) -> str:
    """An order's first line as it is said in English; other lines as they are."""
    return _in_english(text.strip(), ORDERS)


def _in_english(text: str, forms: Forms) -> str:
    if len(text) > LONGEST or not _may_be_foreign(text):
        return text
    for pattern, said in forms:
        found = pattern.fullmatch(text)
        if found is not None:
            return _filled(found.groupdict(), said)
    return text


def _may_be_foreign(text: str) -> bool:
    if HAN.search(text, 0, 60):
        return True
    first = FIRST.match(text)
    return first is not None and (first[0].casefold() in STARTS or (text[0].isdigit() and " se " in text))


def _filled(parts: dict[str, str | None], said: str) -> str:
    """The English form with what the line says; what it leaves out goes, with the word before it."""
    known = {name: value for name, value in parts.items() if value is not None}
    word = next((name for name in ("for", "against", "abstain") if name in known), "")
    to = next((f" to {kind}" for kind in ("mutable", "immutable") if kind in known), "")
    more = {
        "word": word,
        "to": to,
        "text": known.get("text", ""),
        "rule": known.get("rule") or known.get("rule2", ""),
        "q": "'" if '"' in known.get("old", "") + known.get("new", "") else '"',
        "event": "fails" if "fails" in known else "passes",
        "outcome": "adopted" if "adopted" in known else "defeated",
        "other": f", otherwise {known['other']}" if "other" in known else "",
        "no": "refuse to " if "no" in known else "",
        "because": f" because {known['text']}" if known.get("text") else "",
    }
    if "n" not in known:
        said = re.sub(r" (?:on|to) \{n\}", "", said)
    return said.format(**{**known, **more}).strip()
