import type { Catalogue } from '../../../../index.js';

/** Strings of the programme's mails in German. */
export const germanMails: Catalogue = {
  'mail.hello': 'Guten Tag,',
  'mail.hello-name': 'Guten Tag {name},',
  'mail.to-page': 'Ihr Konto öffnen',
  'mail.to-site': 'Website öffnen',
  'mail.registered.subject': 'Ihre Bewerbung beim Partnerprogramm von {site}',
  'mail.registered.text':
    'Danke, dass Sie am Partnerprogramm von {site} teilnehmen möchten. Ihre Bewerbung ist eingegangen.',
  'mail.registered.next':
    'Sie müssen nichts weiter tun: Sie hören von uns, sobald jemand sie geprüft hat. Haben Sie sich nicht beworben, hat jemand versehentlich Ihre Adresse angegeben, und Sie können diese Nachricht ignorieren.',
  'mail.approved.subject': 'Willkommen beim Partnerprogramm von {site}',
  'mail.approved.text':
    'Sie nehmen am Partnerprogramm von {site} teil. Ab jetzt verdienen Sie Provisionen an Kunden, die über Ihre Links kommen.',
  'mail.approved.next':
    'Melden Sie sich auf Ihrer Seite an, um Links zu erstellen und anzugeben, wie Sie bezahlt werden möchten. Haben Sie noch kein Passwort, wählen Sie dort eines über den Link für vergessene Passwörter.',
  'mail.rejected.subject': 'Ihre Bewerbung beim Partnerprogramm von {site}',
  'mail.rejected.text':
    'Danke für Ihr Interesse am Partnerprogramm von {site}. Wir haben Ihre Bewerbung geprüft und können sie nicht annehmen.',
  'mail.commission-approved.subject': 'Provision freigegeben: {amount}',
  'mail.commission-approved.text': 'Eine Ihrer Provisionen bei {site} wurde freigegeben: {amount}.',
  'mail.commission-approved.next':
    'Sie wird mit Ihrer nächsten Auszahlung bezahlt. Ihr Guthaben und die Mindestauszahlung sehen Sie in Ihrem Konto.',
  'mail.commission-rejected.subject': 'Provision abgelehnt: {amount}',
  'mail.commission-rejected.text':
    'Eine Ihrer Provisionen bei {site} wurde abgelehnt: {amount}. Sie wird nicht ausgezahlt.',
  'mail.commission-rejected.next':
    'Wenn Sie das für falsch halten, melden Sie sich bei uns und nennen Sie Tag und Betrag.',
  'mail.commission-paid.subject': 'Provision ausgezahlt: {amount}',
  'mail.commission-paid.text': '{site} hat Ihnen eine Provision von {amount} ausgezahlt.',
  'mail.payout-completed.subject': 'Auszahlung: {amount}',
  'mail.payout-completed.text': '{site} hat Ihnen eine Auszahlung von {amount} gesendet.',
  'mail.payout-completed.next':
    'Bis das Geld ankommt, kann es einige Tage dauern. Die enthaltenen Provisionen sehen Sie in Ihrem Konto.',
  'mail.payment-details-changed.subject': 'Ihre Zahlungsdaten bei {site} wurden geändert',
  'mail.payment-details-changed.text':
    'Die Zahlungsdaten, die {site} für Ihre Auszahlungen verwendet, wurden geändert.',
  'mail.payment-details-changed.next':
    'Waren Sie das selbst, ist nichts zu tun. Wenn nicht, wählen Sie sofort ein anderes Passwort, berichtigen Sie die Angaben und melden Sie sich bei uns: bis zum genannten Zeitpunkt wird nichts ausgezahlt.',
  'mail.confirm-email.subject': 'Bestätigen Sie Ihre E-Mail-Adresse für {site}',
  'mail.confirm-email.text': 'Diese E-Mail-Adresse wurde im Partnerprogramm von {site} angegeben.',
  'mail.confirm-email.next':
    'Bestätigen Sie Ihre E-Mail-Adresse über den Link unten. Er lässt sich einmal verwenden und läuft in 24 Stunden ab. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
  'mail.confirm-email.action': 'E-Mail-Adresse bestätigen',
  'mail.application.subject': 'Neue Bewerbung: {name}',
  'mail.application.text': '{name} möchte am Partnerprogramm von {site} teilnehmen.',
  'mail.application.next': 'Prüfen Sie die Bewerbung, um sie anzunehmen oder abzulehnen.',
  'mail.application.action': 'Bewerbung prüfen',
  'mail.commission-flagged.subject': 'Verdächtige Provision: {amount}',
  'mail.commission-flagged.text': 'Eine Provision von {name} bei {site} wirkt verdächtig und wartet auf Sie: {amount}.',
  'mail.commission-flagged.next':
    'Bis jemand entschieden hat, wird sie weder von selbst freigegeben noch ausgezahlt. Es kann weitere desselben Partners geben: Die nächste Mail darüber kommt frühestens in einer Stunde.',
  'mail.commission-flagged.action': 'Provision prüfen',
  'mail.fact': '{label}: {value}',
  'mail.fact-amount': 'Betrag',
  'mail.fact-campaign': 'Kampagne',
  'mail.fact-changed': 'Geändert',
  'mail.fact-code': 'Code',
  'mail.fact-commissions': 'Provisionen',
  'mail.fact-country': 'Land',
  'mail.fact-earned': 'Verdient am',
  'mail.fact-email': 'E-Mail',
  'mail.fact-flags': 'Verdacht',
  'mail.fact-held': 'Nichts wird ausgezahlt bis',
  'mail.fact-login': 'Anmelden als',
  'mail.fact-method': 'Bezahlt per',
  'mail.fact-name': 'Name',
  'mail.fact-promotion': 'So möchte er oder sie werben',
  'mail.fact-reason': 'Grund',
  'mail.fact-reference': 'Referenz',
  'mail.fact-website': 'Website',
  'mail.changed-payment-details': 'Zahlungsdaten',
  'mail.changed-payment-email': 'E-Mail-Adresse für Zahlungen',
  'mail.changed-payment-method': 'Zahlungsart',
  'mail.method-bank': 'Überweisung',
  'mail.method-manual': 'von Hand',
  'mail.method-paypal': 'PayPal',
  'mail.method-store-credit': 'Guthaben im Shop',
  'mail.reason-fraud': 'Verdacht auf Betrug',
  'mail.reason-parent-rejected': 'Ausgangsprovision abgelehnt',
  'mail.flag-blocked-domain': 'kommt von einer Domain auf der Liste',
  'mail.flag-bot-ua': 'der Klick kam von einem Programm',
  'mail.flag-duplicate-customer': 'bestehender Kunde',
  'mail.flag-fast-conversion': 'Conversion Sekunden nach dem Klick',
  'mail.flag-high-amount': 'ungewöhnlich hoher Betrag',
  'mail.flag-no-click': 'es gab keinen Klick',
  'mail.flag-possible-duplicate': 'gleicht einem anderen Verkauf derselben Minute',
  'mail.flag-same-visitor': 'Käufer und Partner haben denselben Anschluss',
  'mail.flag-self-referral': 'Eigenempfehlung',
  'mail.flag-velocity': 'ungewöhnlich viele Conversions in einer Stunde',
};
