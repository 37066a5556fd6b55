import type { Catalogue } from '../../../../index.js';

/** German texts of the start page and example articles. */
export const germanBeginning: Catalogue = {
  'start.title': 'Anfangen',
  'start.heading': 'Ihre Wissensdatenbank beginnen',
  'start.lead':
    'Es gibt noch keine Artikel. Holen Sie, was Sie haben, schreiben Sie den ersten, oder sehen Sie sich Beispiele an.',
  'start.later': 'Womit sich anfangen lässt, wann immer Sie es brauchen.',
  'start.markdown': 'Markdown importieren',
  'start.markdown-text':
    'Ein Zip Ihres Ordners: Ordner werden Kategorien, Links und Überschriften bleiben. Hugo, Jekyll und Docusaurus werden verstanden.',
  'start.wordpress': 'WordPress importieren',
  'start.wordpress-text':
    'Die Datei von Werkzeuge, Daten exportieren: Beiträge und Seiten werden Artikel, alte Adressen leiten weiter. BetterDocs, weDocs und Echo werden verstanden.',
  'start.write': 'Den ersten Artikel schreiben',
  'start.write-text': 'Eine leere Seite im Editor. Sie bleibt ein Entwurf, bis Sie sie veröffentlichen.',
  'start.examples': 'Die Beispiele laden',
  'start.examples-text':
    'Einige Artikel, die Hinweise, Code, Fragen und einen Artikel zeigen, den nicht alle lesen dürfen. Ein Klick entfernt sie wieder.',
  'start.loaded': 'Die Beispiele sind da.',
  'start.loaded-already': 'Die Beispiele waren schon da; nichts hat sich geändert.',
  'start.remove': 'Die Beispiele entfernen',
  'start.remove-text': 'Löscht die, die niemand geändert hat; was Sie aus einem gemacht haben, bleibt.',
  'start.removed': 'Entfernt: {removed}. Behalten, weil geändert: {kept}.',
  'start.look': 'Ansehen',
  'start.hint': 'Ihre Wissensdatenbank ist leer. Nur Sie und andere Redakteure sehen dies.',
  'start.nothing': 'Hier gibt es noch nichts zu lesen.',
  'example.category': 'Beispiele',
  'example.category-text': 'Was in Artikeln stehen kann.',
  'example.team': 'Für das Team',
  'example.team-text': 'Nur Angemeldete lesen, was hier steht.',
  'example.welcome': 'Wie ein Artikel aussieht',
  'example.welcome-text':
    'Ein Artikel beantwortet eine Frage. Der erste Satz sagt, worum es geht: Ihn zeigt die Suche.',
  'example.callouts': 'Hinweise',
  'example.tip': 'Ein Tipp für alle, die es gut machen wollen.',
  'example.warning': 'Eine Warnung vor etwas, das sich nicht zurücknehmen lässt.',
  'example.code': 'Code, der sich kopieren lässt',
  'example.code-text': 'Code ist farbig, und Leser kopieren ihn mit einem Klick.',
  'example.faq': 'Fragen und Antworten',
  'example.question-1': 'Wie füge ich eine Frage hinzu?',
  'example.answer-1': 'Fügen Sie im Editor den Block „FAQ / Akkordeon“ ein.',
  'example.question-2': 'Sehen Suchmaschinen die Antworten?',
  'example.answer-2': 'Ja, ihnen wird gesagt, welche Fragen eine Seite beantwortet.',
  'example.secret': 'Ein Artikel, den nicht alle lesen dürfen',
  'example.secret-text':
    'Wer nicht angemeldet ist, sieht, dass es ihn gibt und wie man hineinkommt. Wer was lesen darf, sagen Sie in den Einstellungen eines Artikels oder seiner Kategorie.',
};
