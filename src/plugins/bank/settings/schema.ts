import { defineSettings, type SettingsOf } from '../../../index.js';

/** What administrators set of the plugin; `settings.get('bank')` reads it. */
export const bankSettings = defineSettings({
  name: 'bank',
  title: 'Bank transactions',
  capability: 'manage_options',
  schema: {
    properties: {
      runInterval: {
        title: 'Seconds between two runs',
        description: 'Counted from the beginning of the last one. Whoever forces a run does not wait.',
        type: 'integer',
        minimum: 30,
        maximum: 86_400,
        default: 60,
      },
      secretInQuery: {
        title: 'Take the secret from addresses',
        description:
          'For services that can call an address and no more. Addresses end up in logs: prefer the header X-Vendor-Bank-Secret.',
        type: 'boolean',
        default: true,
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
