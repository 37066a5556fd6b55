import { parseAmount } from '../../../index.js';
import type { LedgerSettings } from '../commissions/ledger-settings.js';
import type { ProgrammeSettings } from './schema.js';

/** The settings as the ledger reckons with them: whole minor units and basis points. */
export function ledgerSettingsOf(settings: ProgrammeSettings): LedgerSettings {
  const { currency, rateType, rate, subpartnerRate, minimumPayout, holdDays, autoApprove, approveAfterHold } = settings;
  const minor = (amount: number): number => parseAmount(amount, currency) ?? 0;
  return {
    ...{ currency, holdDays, autoApprove, approveAfterHold },
    rate: rateType === 'flat' ? { type: 'flat', value: minor(rate) } : { type: 'percentage', value: basisPoints(rate) },
    subpartnerRate: basisPoints(subpartnerRate),
    minimumPayout: minor(minimumPayout),
    subpartnerLevels: settings.subpartnerLevels,
    recurringMonths: settings.recurringMonths,
    blockedDomains: settings.blockedDomains,
    disabledFraudChecks: [],
  };
}

/** Of a percentage with two decimals at most, so that rounding gives what was written. */
function basisPoints(percent: number): number {
  return Math.round(percent * 100);
}
