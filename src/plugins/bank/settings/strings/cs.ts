import type { Catalogue } from '../../../../index.js';

/** The settings of bank transactions: Czech. */
export const czechSettings: Catalogue = {
  'settings.title': 'Bankovní transakce',
  'settings.schedule': 'Časy běhů',
  'settings.schedule-hint':
    'Jako cron, v čase webu: minuta, hodina, den, měsíc, den v týdnu. */15 6-20 * * 1-5 je každou čtvrthodinu v pracovní dny. Prázdné: samo se nestahuje nic.',
  'settings.run-interval': 'Sekund mezi dvěma běhy',
  'settings.run-interval-hint': 'Od začátku posledního. Kdo běh vynutí, nečeká.',
  'settings.secret-in-query': 'Přijímat tajemství v adrese',
  'settings.secret-in-query-hint':
    'Pro služby, které umí jen zavolat adresu. Adresy končí v protokolech: lepší je hlavička X-Vendor-Bank-Secret.',
  'settings.tolerance-amount': 'Tolerance v nejmenší jednotce měny',
  'settings.tolerance-amount-hint':
    'O tolik se platba smí lišit od dlužné částky, a přesto ji zaplatí: 50 za půl eura.',
  'settings.tolerance-percent': 'Tolerance v procentech',
  'settings.tolerance-percent-hint': 'Z dlužné částky. Platí větší z obou.',
  'settings.known-payers': 'Párovat známé plátce',
  'settings.known-payers-hint':
    'Platba bez reference zaplatí jedinou otevřenou objednávku toho, kdo z účtu už platil, když částka přesně sedí. Jinak ji někdo posoudí.',
};
