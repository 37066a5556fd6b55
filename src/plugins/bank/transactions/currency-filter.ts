import type { FilterContext } from '../../../resource.js';

/** Argument of lists that are filtered by a currency. */
export const CURRENCY = { type: 'string', pattern: '^[A-Z]{3}$' } as const;

/** Filter by a currency, without its condition. */
export const currencyFilter = {
  description: 'ISO 4217.',
  label: 'receivables.currency',
  cli: ['currency <code>', 'only in this currency, such as EUR'],
  isFolded: true,
  read(sent: unknown, { invalid }: FilterContext): string {
    const currency = String(sent).toUpperCase();
    if (/^[A-Z]{3}$/.test(currency)) return currency;
    throw invalid('Enter a currency code such as EUR.', 'admin.no-such-value');
  },
} as const;
