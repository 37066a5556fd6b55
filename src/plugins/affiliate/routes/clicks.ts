import type { OwnedRest } from '../../../rest.js';
import type { Members } from '../access/members.js';
import { notYours } from '../affiliates/errors.js';
import type { ProgramStatistics } from '../statistics/statistics.js';
import { NAMESPACE } from './arguments.js';
import { MONTHLY_CLICKS } from './statistics-schemas.js';

export function registerClickRoutes(
  rest: OwnedRest,
  { monthly, thisMonth }: Pick<ProgramStatistics, 'monthly' | 'thisMonth'>,
  members: Members,
): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/clicks/monthly',
    summary: 'List daily clicks of a month',
    description:
      "Affiliates see their own clicks; administrators those of the program or of one affiliate. Days are in the site's time zone.",
    operationId: 'getMonthlyClicks',
    tags: ['Statistics'],
    permission: members.isMember,
    args: {
      month: { type: 'integer', minimum: 1, maximum: 12, description: 'Default: the current month.' },
      year: { type: 'integer', minimum: 2020, maximum: 9999, description: 'Default: the current year.' },
      affiliate_id: { type: 'integer', minimum: 1, description: 'For administrators.' },
    },
    returns: MONTHLY_CLICKS,
    async handler(request) {
      const { month, year, affiliate_id: wanted } = request.args;
      const now = thisMonth();
      const span = { month: month ?? now.month, year: year ?? now.year };
      if (await members.isAdministrator(request)) return monthly({ ...span, affiliateId: wanted });
      const own = await members.affiliateOf(request);
      if (!own || (wanted !== undefined && wanted !== own.id)) throw notYours();
      return monthly({ ...span, affiliateId: own.id });
    },
  });
}
