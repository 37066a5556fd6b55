import type { Database } from '../../../database.js';
import { isCurrency, parseAmount } from '../../../money.js';
import { createStrings } from '../../../text.js';
import { affiliateCatalogues } from '../catalogues.js';
import type { ProgramSettings } from './schema.js';

/**
 * Whether a text is a host as URLs spell it. That is a name, an IPv4 or IPv6 address, with the port unless it is the
 * default.
 */
function isHost(text: string): boolean {
  const url = `https://${text}/`;
  return URL.canParse(url) && new URL(url).host === text.toLowerCase() && !text.includes('@');
}

function hasTwoDecimals(percent: number): boolean {
  return /^\d+(?:\.\d{1,2})?$/.test(String(percent));
}

/**
 * Creates the checks that the settings schema cannot express. Currencies and amounts must be valid, and a currency in
 * use must not change.
 * @param usedBy finds what uses the current currency
 * @param locale of the error messages
 * @returns error messages by setting
 */
export function createSettingsCheck(usedBy: () => Promise<CurrencyUse | null>, locale: string) {
  const { text } = createStrings(locale, affiliateCatalogues);
  return async (next: ProgramSettings, before: ProgramSettings): Promise<Readonly<Record<string, string>>> => {
    const { currency, rateType, rate, subpartnerRate, minimumPayout, allowedHosts } = next;
    if (!isCurrency(currency)) return { currency: text('settings.currency-unknown') };
    const faults: Record<string, string> = {};
    const use = currency === before.currency ? null : await usedBy();
    if (use !== null) faults.currency = text(`settings.currency-${use}`, { currency: before.currency });
    const decimals = text('settings.amount-decimals', { currency });
    if (parseAmount(minimumPayout, currency) === null) faults.minimumPayout = decimals;
    if (rateType === 'flat' && parseAmount(rate, currency) === null) faults.rate = decimals;
    if (rateType === 'percentage' && !(rate <= 100 && hasTwoDecimals(rate))) {
      faults.rate = text('settings.percent');
    }
    if (!hasTwoDecimals(subpartnerRate)) faults.subpartnerRate = text('settings.percent');
    if (!allowedHosts.every(isHost)) faults.allowedHosts = text('settings.host-invalid');
    return faults;
  };
}

/** Data that prevents a change of the program's currency. */
type CurrencyUse = 'conversions' | 'rates';

/**
 * Finds amounts in the program's currency: conversions and their commissions, flat rates, or tiers. They are stored
 * in minor units, which have another value in another currency.
 * @returns null for none; then the currency may change
 */
export async function currencyUse(db: Database): Promise<CurrencyUse | null> {
  const conversion = await db.query.selectFrom('affiliate_conversions').select('id').limit(1).executeTakeFirst();
  if (conversion) return 'conversions';
  const ofAffiliate = await db.query
    .selectFrom('affiliate_affiliates')
    .select('id')
    .where('rate_type', '=', 'flat')
    .limit(1)
    .executeTakeFirst();
  const stored = await db.query
    .selectFrom('affiliate_rates')
    .select('id')
    .where(({ eb, or }) => or([eb('rate_type', '=', 'flat'), eb('kind', '=', 'tier')]))
    .limit(1)
    .executeTakeFirst();
  return ofAffiliate || stored ? 'rates' : null;
}
