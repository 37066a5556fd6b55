import { createSettingTexts, defineSettings, type SettingsOf } from '../../../settings.js';
import { affiliateCatalogues } from '../catalogues.js';

const { message: label, field } = createSettingTexts(affiliateCatalogues);

const days = { type: 'integer', minimum: 0, maximum: 3650 } as const;

/** Settings of the program, read by `settings.get('affiliate')`. */
export const programSettings = defineSettings({
  name: 'affiliate',
  title: label('group-title'),
  capability: 'manage_options',
  schema: {
    properties: {
      currency: { ...field('currency'), type: 'string', pattern: '^[A-Z]{3}$', default: 'EUR' },
      rateType: {
        type: 'string',
        title: label('rate-type'),
        enum: ['percentage', 'flat'],
        labels: { percentage: label('rate-type-percentage'), flat: label('rate-type-flat') },
        default: 'percentage',
      },
      rate: { ...field('rate'), type: 'number', minimum: 0, maximum: 1_000_000, default: 10 },
      subpartnerRate: { ...field('subpartner-rate'), type: 'number', minimum: 0, maximum: 100, default: 0 },
      subpartnerLevels: { ...field('subpartner-levels'), type: 'integer', minimum: 1, maximum: 3, default: 1 },
      cookieDays: { ...field('cookie-days'), ...days, minimum: 1, default: 30 },
      attribution: {
        ...field('attribution'),
        type: 'string',
        enum: ['first', 'last'],
        labels: { first: label('attribution-first'), last: label('attribution-last') },
        default: 'last',
      },
      refParameter: { ...field('ref-parameter'), type: 'string', pattern: '^[a-z][a-z0-9_-]{0,31}$', default: 'ref' },
      holdDays: { ...field('hold-days'), ...days, default: 30 },
      recurringMonths: { ...field('recurring-months'), type: 'integer', minimum: 0, maximum: 1200, default: 0 },
      autoApprove: { ...field('auto-approve'), type: 'boolean', default: false },
      approveAfterHold: { ...field('approve-after-hold'), type: 'boolean', default: true },
      minimumPayout: { ...field('minimum-payout'), type: 'number', minimum: 0, maximum: 1_000_000, default: 50 },
      registration: { ...field('registration'), type: 'boolean', default: true },
      registrationApproval: { ...field('registration-approval'), type: 'boolean', default: true },
      allowedHosts: {
        ...field('allowed-hosts'),
        type: 'array',
        items: { type: 'string', maxLength: 260 },
        maxItems: 200,
        default: [],
      },
      blockedDomains: {
        ...field('blocked-domains'),
        type: 'array',
        items: { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]{0,251}$' },
        maxItems: 1000,
        default: [],
      },
      notifyAddresses: {
        ...field('notify-addresses'),
        type: 'array',
        items: { type: 'string', format: 'email', maxLength: 190 },
        maxItems: 20,
        default: [],
      },
    },
  },
});

export type ProgramSettings = SettingsOf<typeof programSettings>;

declare module '../../../index.js' {
  interface SettingsValues {
    affiliate: ProgramSettings;
  }
}
