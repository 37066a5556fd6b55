import type { Calendar } from '../../../../calendar.js';
import {
  COMMISSION_STATUSES,
  COMMISSION_TYPES,
  type CommissionStatus,
  type CommissionType,
} from '../../commissions/commission.js';
import type { CommissionQuery } from '../../commissions/listing.js';
import { boundOf, DAY_OR_MOMENT_ARG, ID_ARG } from '../arguments.js';

/** Filters of the commission list and its export. */
export const COMMISSION_FILTERS = {
  status: { type: 'string', enum: COMMISSION_STATUSES },
  type: { type: 'string', enum: COMMISSION_TYPES },
  affiliate_id: ID_ARG,
  payout_id: ID_ARG,
  from: { ...DAY_OR_MOMENT_ARG, description: `Created at or after this time. ${DAY_OR_MOMENT_ARG.description}` },
  to: { ...DAY_OR_MOMENT_ARG, description: `Created at or before this time. ${DAY_OR_MOMENT_ARG.description}` },
} as const;

interface NarrowingArguments {
  readonly status?: CommissionStatus | undefined;
  readonly type?: CommissionType | undefined;
  readonly affiliate_id?: number | undefined;
  readonly payout_id?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @param calendar of the site, for days @throws HostError 400 `vendor_affiliate_invalid_param` */
export function narrowedBy(
  { status, type, affiliate_id: affiliateId, payout_id: payoutId, from, to }: NarrowingArguments,
  calendar: Calendar,
): Omit<CommissionQuery, 'page' | 'perPage'> {
  return {
    status,
    type,
    affiliateId,
    payoutId,
    from: from === undefined ? undefined : boundOf('from', from, calendar),
    before: to === undefined ? undefined : boundOf('to', to, calendar, true),
  };
}
