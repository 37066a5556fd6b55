import type { Catalogue } from '../../../../index.js';

/** Czech strings of the bank settings. */
export const czechSettings: Catalogue = {
  'settings.title': 'Bankovní transakce',
  'settings.schedule': 'Časy běhů',
  'settings.schedule-hint':
    'Jako cron, v čase webu: minuta, hodina, den, měsíc, den v týdnu. */15 6-20 * * 1-5 je každou čtvrthodinu v pracovní dny. Prázdné: samo se nestahuje nic.',
  'settings.run-interval': 'Minimální interval mezi běhy (sekundy)',
  'settings.run-interval-hint': 'Od začátku posledního. Kdo běh vynutí, nečeká.',
  'settings.source-time-limit': 'Sekund, po které běh čeká na zdroj',
  'settings.source-time-limit-hint':
    'Celkem, bez doby, kdy se jeho soubory ukládají. Zdroj, který neodpovídá, se vynechá a běh pokračuje s ostatními.',
  'settings.secret-in-query': 'Přijímat tajný klíč v URL',
  'settings.secret-in-query-hint':
    'Jen pro služby, které neumějí posílat hlavičky. URL se ukládají do protokolů, proto je lepší hlavička X-Vendor-Bank-Secret.',
  'settings.tolerance-amount': 'Tolerance (nejmenší jednotka měny)',
  'settings.tolerance-amount-hint':
    'O tolik se platba smí lišit od dlužné částky, a přesto ji zaplatí: 50 za půl eura.',
  'settings.tolerance-percent': 'Tolerance (%)',
  'settings.tolerance-percent-hint': 'Z dlužné částky. Platí větší z obou.',
  'settings.keep-years': 'Let, po která se uchovávají účetní knihy',
  'settings.keep-years-hint':
    'Od konce roku, jak žádá zákon. Do té doby transakce říkají, kdo platil, i když ten člověk žádá o výmaz.',
  'settings.known-payers': 'Párovat známé plátce',
  'settings.known-payers-hint':
    'Platba bez reference zaplatí jedinou otevřenou objednávku toho, kdo z účtu už platil, když částka přesně sedí. Jinak ji někdo posoudí.',
};
