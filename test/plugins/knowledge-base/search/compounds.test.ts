import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../../../src/plugins/knowledge-base/domain/search/analyzer.js';
import { createCompoundWords, splitCompound } from '../../../../src/plugins/knowledge-base/domain/search/compounds.js';

/** Returns the words of a text that have `word` as a part. */
function having(locale: string, word: string, text: string): string[] {
  const analyzer = createAnalyzer(locale);
  const compounds = createCompoundWords(analyzer);
  const words = new Map<string, string>();
  for (const token of analyzer.tokenize(text)) {
    const { folded, term } = analyzer.analyze(token.word);
    words.set(term, token.word);
    compounds.add(folded);
  }
  const found = compounds.having(analyzer.analyze(word), (term) => words.has(term), 10);
  return found.map((term) => words.get(term) ?? '');
}

describe('compounds', () => {
  it.each([
    ['de', 'Rechnung', 'Kundenrechnung', 'Kunden'],
    ['de', 'Rechnungen', 'Rechnungsnummer', 'Nummern'],
    ['de', 'Rechnung', 'Kundenrechnungsnummer', 'Kunde Nummer'],
    ['de', 'Anwendung', 'Anwendungslogik', ''],
    ['de', 'Sicherheit', 'Ausfallsicherheit', 'Ausfall'],
    ['de', 'Daten', 'Datenbank', 'Banken'],
    ['de', 'Name', 'Benutzername', 'Benutzer'],
    ['de', 'Haus', 'Häuserverwaltung', 'Verwaltung'],
    ['nl', 'rekening', 'rekeningnummer', 'nummers'],
    ['sv', 'nummer', 'telefonnummer', 'telefon'],
  ])('find in %s by %s: %s, beside %j', (locale, word, compound, others) => {
    expect(having(locale, word, `${compound} ${others}`)).toEqual([compound]);
  });

  it.each([
    ['de', 'Rat', 'Vertrag Stadtrat Stadt'],
    ['de', 'Rechnung', 'Berechnung Abrechnung Verrechnung'],
    ['de', 'Stellung', 'Bestellung Herstellung Unterstellung'],
    ['de', 'Karte', 'Kartoffel Kartell Karton'],
    ['de', 'Test', 'Testament'],
    ['de', 'Bank', 'Bankett'],
    ['de', 'Ende', 'folgende fehlende folgen fehlen'],
    ['de', 'Bare', 'brauchbar brauchen'],
    ['de', 'Container', 'Container'],
    ['en', 'note', 'notebook book'],
  ])('do not find in %s by %s any of %s', (locale, word, text) => {
    expect(having(locale, word, text)).toEqual([]);
  });

  it('are looked for in a limited number of words, so that a query stays fast on a large site', () => {
    const analyzer = createAnalyzer('de');
    const compounds = createCompoundWords(analyzer);
    const letter = (index: number) => String.fromCharCode(97 + (index % 26));
    for (let index = 0; index < 5000; index++) {
      compounds.add(`${letter(index)}${letter(Math.floor(index / 26))}${letter(Math.floor(index / 676))}xrad`);
    }
    let checks = 0;
    compounds.having(analyzer.analyze('rad'), () => ++checks < 0, 10);
    compounds.having(analyzer.analyze('xrad'), () => ++checks < 0, 10);
    expect(checks).toBeGreaterThan(100);
    expect(checks).toBeLessThan(10_000);
  });

  it('are found shortest first, up to a limit', () => {
    const analyzer = createAnalyzer('de');
    const compounds = createCompoundWords(analyzer);
    for (const term of ['kundenrechnungsarchiv', 'rechnungsarchiv', 'kundenrechnung']) compounds.add(term);
    const found = compounds.having({ folded: 'rechnung', term: 'rechnung' }, () => true, 2);
    expect(found).toEqual(['kundenrechn', 'rechnungsarchiv']);
  });

  it('are split into index terms', () => {
    expect(splitCompound('rechnungsnummer', createAnalyzer('de'))).toContainEqual(['rechnung', 'numm']);
    expect(splitCompound('notebook', createAnalyzer('en'))).toEqual([]);
  });
});
