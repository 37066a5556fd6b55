import type { Catalogue } from '../../../../index.js';

/** English strings of the bank settings. */
export const englishSettings: Catalogue = {
  'settings.title': 'Bank transactions',
  'settings.schedule': 'Times of runs',
  'settings.schedule-hint':
    'As of cron, in the time of the site: minute, hour, day, month, weekday. */15 6-20 * * 1-5 is every quarter of an hour on working days. Empty: nothing is fetched by itself.',
  'settings.run-interval': 'Minimum interval between runs (seconds)',
  'settings.run-interval-hint': 'Counted from the beginning of the last one. Whoever forces a run does not wait.',
  'settings.source-time-limit': 'Seconds for which a source may keep a run waiting',
  'settings.source-time-limit-hint':
    'In all, the time in which its files are stored left out. A source that does not answer is given up, and the run goes on with the others.',
  'settings.secret-in-query': 'Accept the secret in the URL',
  'settings.secret-in-query-hint':
    'Only for services that can’t send headers. URLs end up in logs, so prefer the X-Vendor-Bank-Secret header.',
  'settings.tolerance-amount': 'Tolerance (smallest currency unit)',
  'settings.tolerance-amount-hint':
    'By so much a payment may differ from what is due, and pays it all the same: 50 for half a euro.',
  'settings.tolerance-percent': 'Tolerance (%)',
  'settings.tolerance-percent-hint': 'Of what is due. The larger of the two counts.',
  'settings.keep-years': 'Years for which books are kept',
  'settings.keep-years-hint':
    'From the end of the year on, as the law has it. Until then transactions say who paid, even if that person asks to be forgotten.',
  'settings.known-payers': 'Match known payers',
  'settings.known-payers-hint':
    'A payment without a reference pays the only open order of whoever paid from that account before, if it is exactly what is due. Otherwise somebody looks at it.',
};
