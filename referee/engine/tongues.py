"""Words of many languages by which mail programs mark what somebody else wrote."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ORDER_WORDS = _words(
    "as i nday tell say act and answer judge cfj invoke propose proposal submit "
    "revise settings effect title author authors co-author co-authors ai text "
    "option options preview absent ausente challenge desafiar desafio set extend "
    "because open seat addresses replace join moderate"
)
"""First words of lines that people write to the referee, however much they look like headers."""

WROTE = re.compile(
    r"(?:\b(?:wrote|writes|posted|schrieb|schreibt|schreef|schrijft|geschreven|écrite?|escribi[óo]|escribe|"
    r"escreveu|escreve|scritto|scrive|skrev|skriver|napisała?|pisze|написала?|пишет|пише|написава?|написа|"
    r"kirjoitti|yazdı|napsala?|napísala?|pise|napisao|napisala|pisal|írta|scris|skrifaði|kirjutas|rašė|"
    r"rakstīja|έγραψε|כתבה?|كتبت?|نوشت|viết|menulis)(?:\((?:a|-a|la|ha)\))?"
    r"|[写寫](?:道|了|到)|書きました|書き込みました|のメッセージ|작성(?:했습니다)?|님이|เขียน\w*)"
    r"[\s*_]{0,4}[:：]",
    re.IGNORECASE,
)
FORWARDED = re.compile(
    r"forward|weitergeleit|transf[ée]r|réexp[ée]di|reenviad|encaminhad|inoltrat|doorgestuurd|vidarebefordra|"
    r"videresend|viderebrag|przekazan|przesłan|пересыл|переслан|перенаправ|переадрес|iletil|välitet|"
    r"předan|přepos|továbbít|redirec[țt]ion|προωθ|הועבר|מועבר|المُ?عاد|محول|转发|轉寄|轉發|転送|전달|"
    r"chuyển tiếp|diteruskan",
    re.IGNORECASE,
)
ORIGINAL = re.compile(
    r"(?:original|ursprüngliche|ursprungligt?|oorspronkelijke?|oprindelige?|opprinnelige?|originale|"
    r"alkuperäinen|původní|pôvodná|eredeti|orijinal|oryginalna|исходное|оригинальное|αρχικό|reply)"
    r"\s(?:e-?mail|message|nachricht|bericht|meddelande|meddelelse|melding|viesti|zpráva|správa|üzenet|mesaj|"
    r"ileti|wiadomość|сообщение|письмо|μήνυμα)"
    r"|(?:mensagem|mensaje|message|messaggio|mail|e-?mail|mesaj|wiadomość|correo|bericht) "
    r"(?:original[e]?|d'origine|oryginalna|initiale?)|originalnachricht|originele bericht"
    r"|原始?(?:邮件|郵件|信件|訊息|消息)|元の?(?:メッセージ|メール)|원본 ?(?:메일|메시지)|הודעה מקורית|"
    r"الرسالة الأصلية|thư gốc|pesan asli",
    re.IGNORECASE,
)
SENT = (
    r"(?:sent|enviad[oa]|envoyée?|expédiée?|gesendet|verschickt|geschickt|inviat[oa]|spedito|verzonden|"
    r"verstuurd|skickat|skickades|sendt|lähetetty|wysłan[eoy]|отправлено?|послано|надіслано|odesláno|odoslané|"
    r"poslan[oé]|trimis|gönderil\w{0,8}|gönderdim|(?:el)?küldve|εστάλη|στάλθηκε|נשלח\w?|أ?رسلت?|ارسال|"
    r"được gửi|gửi|dikirim)"
)
FROM_DEVICE = re.compile(
    r"iphon|ipad|ipod|apple|android|samsung|galaxy|huawei|honor|xiaomi|redmi|oppo|vivo|oneplus|nokia|"
    r"motorola|pixel|blackberry|windows|outlook|yahoo|gmail|mail|phone|handy|mobi|móv|smart|table|telef|"
    r"cellul|celular|portable|appareil|dispositiv|device|gerät|proton|tuta|aol|gmx|web\.de|k-9|thunderbird|"
    r"spark|foxmail|verizon|t-mobile|droid|телефон|моб|смартфон|κινητό|הטלפון|הנייד|هاتفي|手机|手機|移动|"
    r"行動|携帯|スマート|스마트|휴대",
    re.IGNORECASE,
)
SENT_AT_START = re.compile(
    rf"\W{{0,4}}(?:(?:this|diese|ce|este|esta|questo|dit|det|den)\s.{{1,30}}?\s)?{SENT}\b", re.IGNORECASE
)
SENT_AT_END = re.compile(
    rf"\b{SENT}\W{{0,4}}$|[发發](?:自|送自)|[從从]我的|[傳传]送|送信|보냄|보냈|ส่งจาก", re.IGNORECASE
)
SENT_BY = re.compile(
    r"\W{0,4}(?:sent|getting|get|written|typed|composed|dictated) "
    r"(?:from|via|with|by|using|on|outlook for)\b"
    r"|\W{0,4}from (?:my|a|the) (?:\w+ )?(?:mobile|phone|iphone|ipad|android|tablet|device)"
    r"|\W{0,4}\w{1,20} from (?:my )?(?:mobile|phone|iphone|ipad)\W{0,3}$"
    r"|.{0,60}\bsent from (?:my|an?|the)\b"
    r"|.{0,30}\boutlook\b.{0,12}\b(?:ios|android|mac)\b",
    re.IGNORECASE,
)
KEYS = _words(
    "from von de da van från fra frá od от від kimden gönderen lähettäjä "
    "desde remitente expéditeur feladó mittente remetente afzender afsender "
    "avsändare nadawca odesílatel odosielateľ από מאת من từ dari จาก 发件人 "
    "寄件者 寄件人 發件人 差出人 送信者 보낸사람 sent date gesendet datum envoyé enviado "
    "enviada enviadoem enviadaem enviadoel data fecha inviato verzonden "
    "skickat sendt dato wysłano отправлено дата tarih gönderildi lähetetty "
    "päivämäärä päiväys odesláno odoslané elküldve dátum trimis ημερομηνία "
    "תאריך 发送时间 发送日期 日期 時間 时间 寄件日期 傳送日期 發送時間 送信日時 "
    "日時 日付 보낸날짜 날짜 to an à a "
    "para per aan naar till til do кому kime alıcı vastaanottaja komu "
    "címzett către προς אל إلى 收件人 收件者 宛先 받는사람 cc kopie cópia copia kopia "
    "抄送 副本 копия копія 참조 subject betreff objet assunto asunto oggetto "
    "onderwerp ämne emne temat тема konu aihe předmět predmet tárgy subiect "
    "θέμα נושא الموضوع 主题 主題 主旨 件名 제목 reply-to antwortan replyto "
    "wichtigkeit importance"
)
"""Names of the fields that mail programs put above a quoted mail, without spaces."""
