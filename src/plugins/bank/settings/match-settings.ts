import { parsePercent } from '../../../money.js';
import type { MatchSettings } from '../matching/settings.js';
import type { BankSettings } from './schema.js';

/** Converts the plugin's settings into those of matching. */
export function matchSettingsOf({ toleranceAmount, tolerancePercent, matchKnownPayers }: BankSettings): MatchSettings {
  return {
    toleranceAmount,
    tolerancePercent: parsePercent(tolerancePercent.toFixed(2)) ?? 0,
    isPayerEnough: matchKnownPayers,
  };
}
