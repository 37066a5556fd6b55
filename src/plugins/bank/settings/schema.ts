import { parsePercent } from '../../../money.js';
import { cronFault } from '../../../services.js';
import { createSettingTexts, defineSettings, type SettingsOf } from '../../../settings.js';
import { bankCatalogues } from '../catalogues.js';
import type { MatchSettings } from '../matching/settings.js';

const { message: label, field } = createSettingTexts(bankCatalogues);

/** Settings of the plugin; read them with `settings.get('bank')`. */
export const bankSettings = defineSettings({
  name: 'bank',
  title: label('title'),
  capability: 'manage_options',
  schema: {
    properties: {
      schedule: {
        ...field('schedule'),
        type: 'string',
        maxLength: 100,
        default: '',
      },
      runInterval: {
        ...field('run-interval'),
        type: 'integer',
        minimum: 30,
        maximum: 86_400,
        default: 60,
      },
      sourceTimeLimit: {
        ...field('source-time-limit'),
        type: 'integer',
        minimum: 10,
        maximum: 3600,
        default: 300,
      },
      secretInQuery: {
        ...field('secret-in-query'),
        type: 'boolean',
        default: true,
      },
      toleranceAmount: {
        ...field('tolerance-amount'),
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000_000,
        default: 0,
      },
      tolerancePercent: {
        ...field('tolerance-percent'),
        type: 'number',
        minimum: 0,
        maximum: 100,
        default: 0,
      },
      keepYears: {
        ...field('keep-years'),
        type: 'integer',
        minimum: 0,
        maximum: 30,
        default: 10,
      },
      matchKnownPayers: {
        ...field('known-payers'),
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

/**
 * Validates settings beyond their schema.
 * @returns errors by setting
 */
export async function checkSettings({
  schedule,
}: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>> {
  const fault = schedule === '' ? null : cronFault(String(schedule));
  return fault === null ? {} : { schedule: fault };
}

/** Converts the plugin's settings into those of matching. */
export function matchSettingsOf({ toleranceAmount, tolerancePercent, matchKnownPayers }: BankSettings): MatchSettings {
  return {
    toleranceAmount,
    tolerancePercent: parsePercent(tolerancePercent.toFixed(2)) ?? 0,
    isPayerEnough: matchKnownPayers,
  };
}
