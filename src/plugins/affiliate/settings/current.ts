import type { OwnedHooks } from '../../../hooks.js';
import { parseAmount } from '../../../money.js';
import type { OwnedSettings } from '../../../settings.js';
import type { LedgerSettings } from '../commissions/ledger-settings.js';
import type { ProgramSettings } from './schema.js';

/** Current settings of the program. */
export interface CurrentSettings {
  get(): Promise<ProgramSettings>;
  /**
   * Returns the settings last read by this process and refreshes them in the background. Only the first call waits
   * for the database.
   */
  recent(): Promise<ProgramSettings>;
  /**
   * Returns the settings synchronously, or undefined before the first read. Refreshes them at most every 10 seconds.
   */
  last(): ProgramSettings | undefined;
}

/** Milliseconds before `last` refreshes the settings. */
const LIFE = 10_000;

export function createCurrentSettings(
  settings: Pick<OwnedSettings, 'get'>,
  hooks: Pick<OwnedHooks, 'addAction'>,
): CurrentSettings {
  let cached: ProgramSettings | undefined;
  let requestedAt = 0;

  async function get(): Promise<ProgramSettings> {
    cached = await settings.get('affiliate');
    return cached;
  }

  hooks.addAction('settings_updated', async (name) => {
    if (name === 'affiliate') await get();
  });

  return {
    get,
    last() {
      if (Date.now() - requestedAt > LIFE) {
        requestedAt = Date.now();
        // A failed read is retried the next time.
        get().catch(() => undefined);
      }
      return cached;
    },
    async recent() {
      const read = get();
      if (!cached) return read;
      // A failed read is retried by the next caller.
      read.catch(() => undefined);
      return cached;
    },
  };
}

/** Converts the settings to the minor units and basis points of the ledger. */
export function ledgerSettingsOf(settings: ProgramSettings): LedgerSettings {
  const { currency, rateType, rate, subpartnerRate, minimumPayout, holdDays, autoApprove, approveAfterHold } = settings;
  const minor = (amount: number): number => parseAmount(amount, currency) ?? 0;
  return {
    currency,
    holdDays,
    autoApprove,
    approveAfterHold,
    rate: rateType === 'flat' ? { type: 'flat', value: minor(rate) } : { type: 'percentage', value: basisPoints(rate) },
    subpartnerRate: basisPoints(subpartnerRate),
    minimumPayout: minor(minimumPayout),
    subpartnerLevels: settings.subpartnerLevels,
    recurringMonths: settings.recurringMonths,
    blockedDomains: settings.blockedDomains,
    disabledFraudChecks: [],
  };
}

/** Converts a percentage with at most two decimals, so rounding is exact. */
function basisPoints(percent: number): number {
  return Math.round(percent * 100);
}
