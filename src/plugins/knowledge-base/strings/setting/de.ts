import type { Catalogue } from '../../../../index.js';

/** German texts of the settings. */
export const germanSetting: Catalogue = {
  'settings.policy': 'Artikel in mehreren Kategorien',
  'settings.policy-hint': 'Welche der Kategorien eines Artikels jemanden einlassen müssen.',
  'settings.policy-all': 'Alle',
  'settings.policy-any': 'Irgendeine',
  'settings.policy-primary': 'Die erste',
  'settings.restricted': 'Anstelle eines geschützten Artikels',
  'settings.restricted-hint':
    'Markdown für alle, die ihn nicht lesen dürfen, wo weder er noch eine Kategorie einen eigenen Text hat.',
  'settings.attachment': 'Größte Datei eines Artikels',
  'settings.attachment-hint': 'In Megabyte; die Mediathek hat eine eigene Grenze.',
  'settings.revisions': 'Aufbewahrte Versionen je Artikel',
  'settings.revisions-hint': 'Wie viele der neuesten bleiben, einmal täglich geprüft; 0 behält alle.',
  'settings.moderators': 'E-Mail zu Rückmeldungen',
  'settings.moderators-hint': 'Adressen, die von neuen Rückmeldungen erfahren, je Zeile eine.',
  'settings.slash': 'Suche mit der Taste /',
  'settings.slash-hint':
    'Die Taste führt Leser zum Suchfeld, bis sie es für ihren Browser abschalten. Strg+K tut das in jedem Fall.',
  'settings.exclude': 'Redakteure nicht in der Statistik zählen',
  'settings.exclude-hint': 'Was jene lesen und suchen, die Artikel bearbeiten dürfen, wird nicht gezählt.',
  'settings.format': 'Neue Artikel werden geschrieben',
  'settings.format-hint':
    'Für alle, die im Verwaltungsbereich schreiben; die andere Art wird dort auch angeboten. Über REST und auf der Kommandozeile ist ein Artikel Markdown, wenn er nichts anderes sagt.',
  'settings.format-blocks': 'Mit Blöcken',
  'settings.format-markdown': 'In Markdown',
  'settings.digest': 'Übersicht per E-Mail',
  'settings.digest-hint':
    'Neue Rückmeldungen, was durchzusehen oder schlecht bewertet ist und was nicht gefunden wurde: an alle, die etwas tun können. Ohne Neues wird nichts verschickt, und jeder kann sie abbestellen.',
  'settings.digest-off': 'Keine',
  'settings.digest-daily': 'Jeden Tag',
  'settings.digest-weekly': 'Jede Woche',
  'settings.digest-weekday': 'Wöchentliche Übersicht am',
  'settings.digest-hour': 'Stunde der Übersicht',
  'settings.digest-hour-hint': 'Von 0 bis 23, in der Zeitzone der Website.',
};
