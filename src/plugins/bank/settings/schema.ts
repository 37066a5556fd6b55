import { defineSettings, type SettingsOf } from '../../../index.js';

/** What administrators set of the plugin; `settings.get('bank')` reads it. */
export const bankSettings = defineSettings({
  name: 'bank',
  title: 'Bank transactions',
  capability: 'manage_options',
  schema: {
    properties: {
      schedule: {
        title: 'Times of runs',
        description:
          'As of cron, in the time of the site: minute, hour, day, month, weekday. */15 6-20 * * 1-5 is every quarter of an hour on working days. Empty: nothing is fetched by itself.',
        type: 'string',
        maxLength: 100,
        default: '',
      },
      runInterval: {
        title: 'Seconds between two runs',
        description: 'Counted from the beginning of the last one. Whoever forces a run does not wait.',
        type: 'integer',
        minimum: 30,
        maximum: 86_400,
        default: 60,
      },
      sourceTimeLimit: {
        title: 'Seconds for which a source may keep a run waiting',
        description:
          'In all, the time in which its files are stored left out. A source that does not answer is given up, and the run goes on with the others.',
        type: 'integer',
        minimum: 10,
        maximum: 3600,
        default: 300,
      },
      secretInQuery: {
        title: 'Take the secret from addresses',
        description:
          'For services that can call an address and no more. Addresses end up in logs: prefer the header X-Vendor-Bank-Secret.',
        type: 'boolean',
        default: true,
      },
      toleranceAmount: {
        title: 'Tolerance in the smallest unit of the currency',
        description: 'By so much a payment may differ from what is due, and pays it all the same: 50 for half a euro.',
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000_000,
        default: 0,
      },
      tolerancePercent: {
        title: 'Tolerance in percent',
        description: 'Of what is due. The larger of the two counts.',
        type: 'number',
        minimum: 0,
        maximum: 100,
        default: 0,
      },
      keepYears: {
        title: 'Years for which books are kept',
        description:
          'From the end of the year on, as the law has it. Until then transactions say who paid, even if that person asks to be forgotten.',
        type: 'integer',
        minimum: 0,
        maximum: 30,
        default: 10,
      },
      matchKnownPayers: {
        title: 'Match payers who are known',
        description:
          'A payment without a reference pays the only open order of whoever paid from that account before, if it is exactly what is due. Otherwise somebody looks at it.',
        type: 'boolean',
        default: false,
      },
    },
  },
});

export type BankSettings = SettingsOf<typeof bankSettings>;

declare module '../../../index.js' {
  interface SettingsValues {
    bank: BankSettings;
  }
}
