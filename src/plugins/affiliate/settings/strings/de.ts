import type { Catalogue } from '../../../../index.js';

/** Strings of the programme's settings in German. */
export const germanSettings: Catalogue = {
  'settings.group-title': 'Partnerprogramm',
  'settings.group-lead': 'Was Partner verdienen, wie lange ein Klick zählt und wer teilnehmen darf.',
  'settings.currency': 'Währung',
  'settings.currency-hint':
    'Drei Buchstaben, etwa EUR. Alles wird in ihr gezählt; sobald es Provisionen gibt, bleibt sie, wie sie ist.',
  'settings.rate-type': 'Provisionen sind',
  'settings.rate-type-percentage': 'ein Anteil am Verkauf',
  'settings.rate-type-flat': 'ein fester Betrag',
  'settings.rate': 'Provision',
  'settings.rate-hint':
    'Prozent des Verkaufs oder der feste Betrag. Partner, Produkte und Formulare können eigene Sätze haben.',
  'settings.subpartner-rate': 'Anteil für den, der einen Partner geworben hat',
  'settings.subpartner-rate-hint': 'Prozent der Provision des geworbenen Partners; 0 für keinen.',
  'settings.subpartner-levels': 'Stufen von Partnern, die teilhaben',
  'settings.subpartner-levels-hint':
    '1 nur für den, der einen Partner geworben hat; mit 2 oder 3 bekommt auch, wer diesen geworben hat, denselben Teil davon.',
  'settings.cookie-days': 'Tage, die ein Klick zählt',
  'settings.cookie-days-hint': 'Partner können eine eigene Zahl haben.',
  'settings.attribution': 'Zuordnung',
  'settings.attribution-hint': 'Wessen Link zählt, wenn ein Besucher über mehrere gekommen ist.',
  'settings.attribution-first': 'Erster Klick',
  'settings.attribution-last': 'Letzter Klick',
  'settings.ref-parameter': 'Linkparameter',
  'settings.ref-parameter-hint': 'URL-Parameter mit dem Empfehlungscode, etwa ref.',
  'settings.hold-days': 'Tage, bis eine Provision freigegeben wird',
  'settings.hold-days-hint': 'Damit Verkäufe vorher zurückgegeben werden können.',
  'settings.recurring-months': 'Monate, in denen ein wiederkehrender Kunde erneut zählt',
  'settings.recurring-months-hint': 'Vom ersten Verkauf an; 0 nur für den ersten Verkauf.',
  'settings.auto-approve': 'Provisionen sofort freigeben',
  'settings.auto-approve-hint': 'Verdächtige warten trotzdem, bis jemand nachsieht.',
  'settings.approve-after-hold': 'Provisionen nach der Haltefrist freigeben',
  'settings.approve-after-hold-hint': 'Sonst gibt jemand jede einzeln frei. Verdächtige warten immer.',
  'settings.minimum-payout': 'Kleinste Auszahlung',
  'settings.minimum-payout-hint': 'Kleinere Guthaben werden auf die nächste Auszahlung übertragen.',
  'settings.registration': 'Bewerbungen annehmen',
  'settings.registration-hint': 'Wenn aus, können nur Administratoren Partner hinzufügen.',
  'settings.registration-approval': 'Bewerbungen manuell prüfen',
  'settings.registration-approval-hint': 'Sonst nimmt sofort teil, wer sich bewirbt.',
  'settings.allowed-hosts': 'Erlaubte Linkdomains',
  'settings.allowed-hosts-hint':
    'Eine Domain pro Zeile, etwa shop.example.com. Links auf diese Website sind immer erlaubt.',
  'settings.blocked-domains': 'Verdächtige Domains',
  'settings.blocked-domains-hint':
    'E-Mail-Domains und verweisende Websites, eine pro Zeile. Conversions von dort werden manuell geprüft.',
  'settings.notify-addresses': 'Wer von Bewerbungen und Verdacht erfährt',
  'settings.notify-addresses-hint':
    'Adressen, eine pro Zeile. Ohne Angabe wird an die Administratoren der Website geschrieben.',
  'settings.currency-conversions': 'Es gibt schon Provisionen in {currency}: die Währung bleibt, wie sie ist.',
  'settings.currency-rates':
    'Feste Beträge und Staffeln verwenden {currency}. Entfernen Sie sie, bevor Sie die Währung ändern.',
  'settings.currency-unknown': 'Geben Sie die drei Buchstaben einer Währung ein, etwa EUR.',
  'settings.amount-decimals': 'Geben Sie einen Betrag mit der für {currency} üblichen Anzahl an Nachkommastellen ein.',
  'settings.percent': 'Geben Sie eine Zahl von 0 bis 100 mit höchstens zwei Nachkommastellen ein.',
  'settings.host-invalid': 'Geben Sie Domains ohne https:// und ohne Pfad ein, etwa shop.example.com.',
};
