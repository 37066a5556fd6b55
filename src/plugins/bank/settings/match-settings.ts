import { parsePercent } from '../../../index.js';
import type { MatchSettings } from '../matching/settings.js';
import type { BankSettings } from './schema.js';

/** What the settings of the plugin say about matching. */
export function matchSettingsOf({ toleranceAmount, tolerancePercent, matchKnownPayers }: BankSettings): MatchSettings {
  return {
    toleranceAmount,
    tolerancePercent: parsePercent(tolerancePercent.toFixed(2)) ?? 0,
    isPayerEnough: matchKnownPayers,
  };
}
