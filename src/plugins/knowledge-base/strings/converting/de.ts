import type { Catalogue } from '../../../../index.js';

/** German texts of the conversion page. */
export const germanConverting: Catalogue = {
  'convert.title': 'Artikel umwandeln',
  'convert.to-blocks': 'In Blöcke umwandeln',
  'convert.to-markdown': 'In Markdown umwandeln',
  'convert.lead-blocks':
    'Dieser Artikel ist in {format} geschrieben. Der Editor arbeitet mit Blöcken: Ist der Artikel umgewandelt, öffnet er sich dort.',
  'convert.lead-markdown':
    'Dieser Artikel besteht aus Blöcken. In Markdown ist er ein einziger Text; Blöcke, für die Markdown keine Zeichen hat, bleiben darin, wie sie sind.',
  'convert.same': 'Leserinnen und Leser sehen dieselben Wörter wie zuvor.',
  'convert.changed': 'Leserinnen und Leser sehen danach andere Wörter als zuvor. Unten steht, was sich für sie ändert.',
  'convert.readers': 'Was sich für Lesende ändert',
  'convert.source': 'Was sich im Quelltext ändert',
  'convert.lines': '{added} Zeilen kommen dazu, {removed} fallen weg.',
  'convert.more': '… und {count} weitere Zeilen',
  'convert.legend': 'Eine Zeile mit + kommt dazu, eine mit - fällt weg.',
  'convert.undo': 'Der Artikel, wie er jetzt ist, bleibt unter seinen Versionen und lässt sich wiederherstellen.',
  'convert.done-blocks': 'Der Artikel besteht jetzt aus Blöcken.',
  'convert.done-markdown': 'Der Artikel ist jetzt in Markdown geschrieben.',
  'convert.cancel': 'Zurück zu den Artikeln',
};
