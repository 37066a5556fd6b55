import type { ListQuery } from '../../../../admin.js';
import type { Calendar } from '../../../../calendar.js';
import { HostError } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import { COMMISSION_STATUSES, COMMISSION_TYPES } from '../../commissions/commission.js';
import type { CommissionQuery } from '../../commissions/listing.js';
import { boundOf } from '../../routes/arguments.js';

/** Filters of the commission list. */
export const FILTERS = {
  status: COMMISSION_STATUSES,
  type: COMMISSION_TYPES,
  affiliate: 'any',
  from: 'any',
  to: 'any',
} as const;

export type FilterName = keyof typeof FILTERS;

type CommissionFilters = Pick<CommissionQuery, 'affiliateId' | 'before' | 'from' | 'status' | 'type'>;

/** Parsed filters of a list. A fault empties the list, because bulk actions must apply to known rows only. */
export type ReadFilters =
  | { readonly narrowed: CommissionFilters; readonly faults: readonly [] }
  | { readonly narrowed: null; readonly faults: readonly string[] };

export async function readFilters(
  { filters }: ListQuery<string, FilterName>,
  { affiliates, calendar }: { readonly affiliates: Pick<Affiliates, 'byCode'>; readonly calendar: Calendar },
  { text }: Strings,
): Promise<ReadFilters> {
  const faults: string[] = [];
  const person = filters.affiliate === null ? null : await affiliates.byCode(filters.affiliate);
  if (filters.affiliate !== null && !person) faults.push(text('admin.no-code', { code: filters.affiliate }));
  const bound = (name: 'from' | 'to'): Date | undefined => {
    const day = filters[name];
    if (day === null) return undefined;
    try {
      return boundOf(name, day, calendar, name === 'to');
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      faults.push(text('admin.no-such-day', { day }));
      return undefined;
    }
  };
  const narrowed = {
    status: COMMISSION_STATUSES.find((status) => status === filters.status),
    type: COMMISSION_TYPES.find((type) => type === filters.type),
    affiliateId: person?.id,
    from: bound('from'),
    before: bound('to'),
  };
  return faults.length > 0 ? { narrowed: null, faults } : { narrowed, faults: [] };
}
