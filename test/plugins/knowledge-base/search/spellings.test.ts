import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

interface Answer {
  readonly results: readonly { readonly title: string; readonly highlights: readonly Highlight[] }[];
  readonly corrections: readonly unknown[];
}
interface Highlight {
  readonly fragments: readonly { readonly html: string }[];
}

const ENGINES = dialects.map((dialect) => ({
  dialect,
  engine: dialect.name === 'sqlite' ? ('memory' as const) : ('database' as const),
}));

const TITLES = {
  en: [
    ...['C language basics', 'C++ compiler setup', 'C# project setup', 'net settings', '.NET install guide'],
    ...[
      'F functions',
      'F# introduction',
      'A plan',
      'A+ grades',
      "Why can't I see it",
      "What they don't show",
      'Done tasks',
    ],
    ...['Camt files', 'E-mail settings', 'Email address', 'Wi-Fi setup', 'Wifi tips', 'Add-on list', 'Addon shop'],
    ...['TCP/IP basics', 'Element list', 'getElementById reference', 'Upload list', 'max_upload_size reference'],
    ...['Reset password now', 'Password reset form'],
  ],
  fr: ["L'école ouverte", 'Aujourd’hui'],
  de: [
    ...['Rechnung bezahlen', 'Kundenrechnung', 'Rechnungsnummer finden', 'Nummer der Rechnung', 'Berechnung'],
    ...['Vertrag kündigen', 'Rat geben', 'Karte sperren', 'Kartoffel', 'Kundenrechnungsnummern'],
    ...['Container', 'Containerisierung', 'Softwarecontainer', 'Netzwerk', 'Computernetzwerke'],
  ],
  nl: ['Factuur betalen', 'Klantenfactuur', 'Factuurnummer', 'Nummer van de factuur', 'Klanten'],
  sv: ['Faktura', 'Fakturanummer', 'Kundfaktura', 'Kund', 'Nummer på en faktura'],
};

/** Spellings that search engines treat alike, with exact matches first. */
describe.each(ENGINES)('search engine "$engine" on $dialect.name', ({ engine, dialect }) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect, [], { searchEngine: engine });
    for (const [locale, titles] of Object.entries(TITLES)) {
      for (const title of titles) await kb.article({ title, locale, content: 'Text.' });
    }
    await kb.host.plugin('knowledge-base').searchIndex.ready();
  });
  afterAll(() => kb?.close());

  async function search(q: string, locale = 'en'): Promise<Answer> {
    const { data } = await kb.call('anonymous', 'GET', `/search?${new URLSearchParams({ q, locale })}`);
    return data as Answer;
  }

  it.each([
    ['C++', 'C++ compiler setup'],
    ['c++ ', 'C++ compiler setup'],
    ['(C++)?', 'C++ compiler setup'],
    ['C#', 'C# project setup'],
    ['C language', 'C language basics'],
    ['.NET', '.NET install guide'],
    ['net', 'net settings'],
    ['F#', 'F# introduction'],
    ['A+', 'A+ grades'],
  ])('ranks the exact one first for %s', async (query, first) => {
    expect((await search(query)).results[0]?.title).toBe(first);
  });

  it.each([
    ['en', ["can't", 'can’t', 'cant'], ["Why can't I see it"]],
    ['en', ["don't", 'don’t', 'dont'], ["What they don't show"]],
    ['fr', ["l'école", 'l’école', 'école', 'lecole', "d'école"], ["L'école ouverte"]],
    ['fr', ["aujourd'hui", 'aujourdhui'], ['Aujourd’hui']],
    ['en', ['email'], ['Email address', 'E-mail settings']],
    ['en', ['e-mail'], ['E-mail settings', 'Email address']],
    ['en', ['wifi'], ['Wifi tips', 'Wi-Fi setup']],
    ['en', ['wi-fi', 'Wi‑Fi'], ['Wi-Fi setup', 'Wifi tips']],
    ['en', ['addon', 'addons'], ['Addon shop', 'Add-on list']],
    ['en', ['add-on'], ['Add-on list', 'Addon shop']],
    ['en', ['tcpip', 'tcp/ip', 'TCP-IP'], ['TCP/IP basics']],
    ['en', ['e mail'], ['E-mail settings', 'Email address']],
    ['en', ['wi fi?'], ['Wi-Fi setup', 'Wifi tips']],
    ['en', ['element'], ['Element list', 'getElementById reference']],
    ['en', ['upload'], ['Upload list', 'max_upload_size reference']],
  ])('finds in %s by %j, without corrections: %j', async (locale, queries, titles) => {
    for (const query of queries) {
      const { results, corrections } = await search(query, locale);
      expect({ query, titles: results.map(({ title }) => title), corrections }).toEqual({
        query,
        titles,
        corrections: [],
      });
    }
  });

  it.each([
    [
      'de',
      ['Rechnung', 'Rechnungen'],
      ['Rechnung bezahlen', 'Nummer der Rechnung'],
      ['Kundenrechnung', 'Rechnungsnummer finden', 'Kundenrechnungsnummern'],
    ],
    ['de', ['Rechnungsnummer'], ['Rechnungsnummer finden'], ['Nummer der Rechnung', 'Kundenrechnungsnummern']],
    ['de', ['Nummer'], ['Nummer der Rechnung'], ['Rechnungsnummer finden', 'Kundenrechnungsnummern']],
    ['de', ['Container'], ['Container'], ['Containerisierung', 'Softwarecontainer']],
    ['de', ['Netzwerk'], ['Netzwerk'], ['Computernetzwerke']],
    ['de', ['Rat'], ['Rat geben'], []],
    ['de', ['Karte'], ['Karte sperren'], []],
    ['nl', ['factuur'], ['Factuur betalen', 'Nummer van de factuur'], ['Klantenfactuur', 'Factuurnummer']],
    ['nl', ['factuurnummer'], ['Factuurnummer'], ['Nummer van de factuur']],
    ['sv', ['faktura'], ['Faktura', 'Nummer på en faktura'], ['Fakturanummer', 'Kundfaktura']],
  ])('finds in %s by %j %j, and below them %j by their parts', async (locale, queries, exact, compounds) => {
    for (const query of queries) {
      const { results, corrections } = await search(`${query}?`, locale);
      const titles = results.map(({ title }) => title);
      expect({ query, titles: titles.slice(0, exact.length).sort(), corrections }).toEqual({
        query,
        titles: [...exact].sort(),
        corrections: [],
      });
      expect(titles.slice(exact.length).sort()).toEqual([...compounds].sort());
    }
  });

  it.each([
    ['"reset password"', ['Reset password now']],
    ['“reset password”', ['Reset password now']],
    ['"password reset"', ['Password reset form']],
    ['"reset password" now', ['Reset password now']],
    ['"form now"', []],
  ])('finds only articles that contain the phrase %s', async (query, titles) => {
    const found = (await search(query)).results.map(({ title }) => title);
    expect(found).toEqual(titles);
  });

  it('finds by the telling words of a long query, wherever they are', async () => {
    const words = 'we all saw that tiny big red cat ran off far and sat by our new old hut as it got wet';
    const { results } = await search(`${words} ${words} compiler`);
    expect(results[0]?.title).toBe('C++ compiler setup');
  });

  it.each([
    ['wifi', '<mark>Wi-Fi</mark> setup'],
    ['element', 'get<mark>Element</mark>ById reference'],
    ['c++', '<mark>C++</mark> compiler setup'],
    ['cant', 'Why <mark>can&#39;t</mark> I see it'],
  ])('marks %s in %s', async (query, marked) => {
    const { results } = await search(`${query} `);
    expect(results.flatMap(({ highlights }) => highlights[0]?.fragments[0]?.html ?? [])).toContain(marked);
  });
});
