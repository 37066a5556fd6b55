import { parseAmount } from '../../../money.js';
import type { LedgerSettings } from '../commissions/ledger-settings.js';
import type { ProgramSettings } from './schema.js';

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
