import type { Catalogue } from '../../../../index.js';

/** German strings of the bank settings. */
export const germanSettings: Catalogue = {
  'settings.title': 'Bankumsätze',
  'settings.schedule': 'Zeiten der Läufe',
  'settings.schedule-hint':
    'Wie bei cron, in der Zeit der Website: Minute, Stunde, Tag, Monat, Wochentag. */15 6-20 * * 1-5 ist jede Viertelstunde an Werktagen. Leer: Nichts wird von selbst abgeholt.',
  'settings.run-interval': 'Mindestabstand zwischen Läufen (Sekunden)',
  'settings.run-interval-hint': 'Vom Beginn des letzten an. Wer einen Lauf erzwingt, wartet nicht.',
  'settings.source-time-limit': 'Sekunden, die ein Lauf auf eine Quelle wartet',
  'settings.source-time-limit-hint':
    'Insgesamt, ohne die Zeit, in der ihre Dateien gespeichert werden. Eine Quelle, die nicht antwortet, wird aufgegeben; der Lauf geht mit den anderen weiter.',
  'settings.secret-in-query': 'Secret in der URL akzeptieren',
  'settings.secret-in-query-hint':
    'Nur für Dienste, die keine Header senden können. URLs landen in Protokollen; besser ist der Header X-Vendor-Bank-Secret.',
  'settings.tolerance-amount': 'Toleranz (kleinste Währungseinheit)',
  'settings.tolerance-amount-hint':
    'Um so viel darf eine Zahlung vom Offenen abweichen und bezahlt es trotzdem: 50 für einen halben Euro.',
  'settings.tolerance-percent': 'Toleranz (%)',
  'settings.tolerance-percent-hint': 'Des Offenen. Die größere von beiden zählt.',
  'settings.keep-years': 'Jahre, für die Bücher aufbewahrt werden',
  'settings.keep-years-hint':
    'Vom Ende des Jahres an, wie es das Gesetz verlangt. Bis dahin sagen Umsätze, wer bezahlt hat, auch wenn diese Person vergessen werden will.',
  'settings.known-payers': 'Bekannte Zahler zuordnen',
  'settings.known-payers-hint':
    'Eine Zahlung ohne Referenz bezahlt die einzige offene Bestellung dessen, der von diesem Konto schon gezahlt hat, wenn der Betrag genau stimmt. Sonst sieht jemand darauf.',
};
