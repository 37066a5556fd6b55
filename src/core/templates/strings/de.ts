import type { Catalogue } from '../strings.js';

/** German texts of the core's pages. */
export const german: Catalogue = {
  'page.skip': 'Zum Inhalt springen',
  'page.menu': 'Website',
  'page.account': 'Konto',
  'page.log-in': 'Anmelden',
  'page.log-out': 'Abmelden',
  'logout.unsaved':
    'Diese Texte von Ihnen sind in diesem Browser und wurden nicht gespeichert. Mit dem Abmelden werden sie daraus entfernt, damit niemand sie lesen kann, der ihn danach benutzt. Was Sie behalten wollen, öffnen und speichern Sie vorher.',
  'login.title': 'Anmelden',
  'login.login': 'Benutzername oder E-Mail',
  'login.password': 'Passwort',
  'login.submit': 'Anmelden',
  'consent.title': '{client} möchte Ihr Konto bei {site} benutzen',
  'consent.account': 'Sie sind als {name} ({login}) angemeldet.',
  'consent.other-account': 'Anderes Konto benutzen',
  'consent.scopes': 'Damit wird möglich:',
  'consent.limit': 'Mehr als Ihr Konto darf, ist damit nie möglich.',
  'consent.target': 'Ihre Antwort führt Sie zu {target}.',
  'consent.target-here':
    'Ihre Antwort geht an ein Programm auf diesem Computer. Erlauben Sie es nur, wenn Sie dieses Programm gerade selbst gestartet haben.',
  'consent.allow': 'Erlauben',
  'consent.deny': 'Nicht erlauben',
  'consent.forward': 'Weiter zu {target}',
  'login.lost': 'Passwort vergessen?',
  'login.show': 'Passwort anzeigen',
  'login.hide': 'Passwort verbergen',
  'login.incorrect': 'Name und Passwort gehören nicht zusammen. Prüfen Sie beide und versuchen Sie es noch einmal.',
  'login.too-many.one':
    'Es gab zu viele fehlgeschlagene Anmeldungen. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  'login.too-many.other':
    'Es gab zu viele fehlgeschlagene Anmeldungen. Warten Sie {count} Minuten und versuchen Sie es dann noch einmal.',
  'login.changed': 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
  'form.expired':
    'Dieses Formular ist abgelaufen. Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.',
  'form.cross-site':
    'Dieses Formular kam von einer anderen Website. Öffnen Sie die Seite hier und füllen Sie es noch einmal aus.',
  'lost.title': 'Passwort zurücksetzen',
  'lost.text':
    'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Sie erhalten eine E-Mail mit einem Link, über den Sie ein neues Passwort wählen.',
  'lost.submit': 'Link senden',
  'lost.sent-title': 'Sehen Sie in Ihre E-Mails',
  'lost.sent':
    'Wenn es ein Konto mit diesem Namen oder dieser Adresse gibt, ist eine E-Mail mit einem Link dorthin unterwegs. Der Link gilt einmal und eine Stunde lang.',
  'lost.sent-missing': 'Keine E-Mail? Sehen Sie im Spam-Ordner nach und versuchen Sie es mit Ihren anderen Adressen.',
  'lost.back': 'Zurück zur Anmeldung',
  'lost.too-many.one': 'Von hier kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.',
  'lost.too-many.other': 'Von hier kamen zu viele Anfragen. Versuchen Sie es in {count} Minuten noch einmal.',
  'reset.title': 'Neues Passwort wählen',
  'reset.account': 'Für das Konto {login}.',
  'reset.password': 'Neues Passwort',
  'reset.hint': 'Mindestens {minimum} Zeichen. Mehrere Wörter ergeben ein gutes.',
  'reset.submit': 'Passwort speichern',
  'reset.invalid':
    'Dieser Link gilt nicht mehr. Links gelten einmal und eine Stunde lang, und nur der neueste von ihnen.',
  'reset.again': 'Neuen Link anfordern',
  'password.length': 'Wählen Sie ein Passwort mit {minimum} bis {maximum} Zeichen.',
  'password.weak':
    'Dieses Passwort ist leicht zu erraten: Es ist der Name des Kontos oder eines der häufigsten. Wählen Sie ein anderes.',
  'mail.hello': 'Guten Tag {name},',
  'mail.hello-plain': 'Guten Tag,',
  'mail.account': 'Ihr Benutzername ist {login}.',
  'mail.password-reset.subject': 'Neues Passwort für {site} wählen',
  'mail.password-reset.text':
    'jemand hat für Ihr Konto bei {site} ein neues Passwort angefordert. Wenn Sie es waren, wählen Sie es hier:',
  'mail.password-reset.button': 'Neues Passwort wählen',
  'mail.password-reset.life':
    'Der Link gilt einmal und eine Stunde lang. Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  'mail.no-password-here.subject': 'Ihr Konto bei {site} hat kein eigenes Passwort',
  'mail.no-password-here.text':
    'jemand hat für Ihr Konto bei {site} ein neues Passwort angefordert. Sie melden sich dort über eine andere Anmeldung an, daher gibt es hier kein Passwort, das sich ändern ließe. Wenn Sie es nicht waren, brauchen Sie nichts zu tun.',
  'mail.password-changed.subject': 'Ihr Passwort für {site} wurde geändert',
  'mail.password-changed.text':
    'das Passwort Ihres Kontos bei {site} wurde soeben geändert. In allen anderen Browsern, in denen Sie angemeldet waren, müssen Sie sich neu anmelden.',
  'mail.password-changed.not-you':
    'Wenn Sie es nicht waren, sagen Sie es den Betreibern der Website und wählen Sie sofort ein neues Passwort:',
  'mail.password-changed.not-you-plain': 'Wenn Sie es nicht waren, sagen Sie es sofort den Betreibern der Website.',
  'mail.address-changed.subject': 'Ihre E-Mail-Adresse bei {site} wurde geändert',
  'mail.address-changed.text':
    'Die E-Mail-Adresse Ihres Kontos bei {site} wurde soeben geändert. Von jetzt an gehen E-Mails an die neue Adresse, und ein vergessenes Passwort wird über sie ersetzt.',
  'mail.confirm-address.subject': 'Bestätigen Sie Ihre E-Mail-Adresse für {site}',
  'mail.confirm-address.text': 'Diese Adresse wurde bei {site} angegeben. Wenn Sie es waren, bestätigen Sie sie hier:',
  'mail.confirm-address.button': 'E-Mail-Adresse bestätigen',
  'mail.confirm-address.life':
    'Der Link gilt einmal und 24 Stunden lang. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.',
  'mail.change-requested.subject': 'Neue E-Mail-Adresse für Ihr Konto bei {site} angefordert',
  'mail.change-requested.text':
    'Für Ihr Konto bei {site} wurde eine neue E-Mail-Adresse angegeben. Diese Adresse bleibt in Gebrauch, bis die neue bestätigt ist.',
  'mail.change-requested.not-you': 'Wenn Sie es nicht waren, wählen Sie ein neues Passwort. Das verwirft die Änderung:',
  'confirm.title': 'E-Mail-Adresse bestätigen',
  'confirm.text': 'Bestätigen Sie, dass {email} Ihre E-Mail-Adresse ist.',
  'confirm.submit': 'E-Mail-Adresse bestätigen',
  'confirm.done-title': 'E-Mail-Adresse bestätigt',
  'confirm.done': '{email} ist bestätigt.',
  'confirm.continue': 'Weiter zu {site}',
  'confirm.expired-title': 'Dieser Link ist abgelaufen',
  'confirm.expired':
    'Dieser Link ist abgelaufen. Links gelten einmal und 24 Stunden lang, und nur der neueste. Fordern Sie einen neuen Link an.',
  'confirm.taken': 'Ein anderes Konto verwendet diese E-Mail-Adresse.',
  'confirm.too-many': 'Zu viele Bestätigungslinks. Warten Sie eine Stunde und versuchen Sie es dann noch einmal.',
  'admin.mail-stays':
    'Keine E-Mail verlässt diesen Rechner: E-Mails werden als Dateien in {folder} aufbewahrt. Setzen Sie MORTISE_MAIL_URL auf die Adresse eines Mailservers.',
  'admin.url-unknown':
    'Links können nicht per E-Mail verschickt werden, weil die Website ihre Adresse nicht kennt. Setzen Sie MORTISE_URL.',
  'message.request-id': 'Wenn Sie das melden, nennen Sie bitte die Nummer {id}.',
  'message.bad-request': 'Diese Anfrage ist nicht zu verstehen',
  'message.forbidden': 'Zugriff verweigert',
  'message.not-found': 'Diese Seite gibt es nicht',
  'message.gone': 'Diese Seite gibt es nicht mehr',
  'message.too-many': 'Zu viele Anfragen',
  'message.failed': 'Etwas ist schiefgegangen',
  'message.failed-text': 'Der Fehler liegt bei uns und steht im Protokoll. Bitte versuchen Sie es gleich noch einmal.',
  'reference.title': 'REST-Referenz',
  'reference.introduction':
    'Alles, was diese Website Programmen beantwortet: Argumente, Berechtigungen und Grenzen. Wenn Sie angemeldet sind, probieren Sie Aufrufe unter Ihrem Namen aus.',
  'reference.document': 'OpenAPI-Dokument',
  'reference.permission': 'Wer aufrufen darf: {who}',
  'reference.public': 'alle',
  'reference.authenticated': 'alle mit einem Konto',
  'reference.custom': 'entscheidet die Route',
  'reference.deprecated': 'nicht mehr verwenden',
  'notice.info': 'Hinweis',
  'notice.warning': 'Warnung',
  'notice.error': 'Fehler',
};
