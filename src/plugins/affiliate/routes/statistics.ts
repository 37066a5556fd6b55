import { type OwnedRest, respond } from '../../../rest.js';
import type { Member, Members } from '../access/members.js';
import { notYours } from '../affiliates/errors.js';
import type { ProgramStatistics } from '../statistics/statistics.js';
import { NAMESPACE } from './arguments.js';
import { AFFILIATE_STATISTICS, OVERVIEW } from './statistics-schemas.js';

export interface StatisticsRouteParts {
  readonly statistics: Pick<ProgramStatistics, 'ofAffiliate' | 'overview'>;
  readonly members: Members;
  /** @throws HostError 404 `vendor_affiliate_affiliate_not_found` */
  readonly affiliate: (id: number) => Promise<Member>;
  readonly now: () => Date;
}

const TAGS = ['Statistics'];

export function registerStatisticsRoutes(
  rest: OwnedRest,
  { statistics, members, affiliate, now }: StatisticsRouteParts,
): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/stats/overview',
    summary: 'Read program statistics',
    description: 'At most five minutes old: `generated_at` and the `Age` header have the age.',
    operationId: 'getAffiliateOverview',
    tags: TAGS,
    permission: 'manage_options',
    returns: OVERVIEW,
    async handler() {
      const { value, generatedAt, cached } = await statistics.overview();
      const age = Math.max(0, Math.floor((now().getTime() - generatedAt.getTime()) / 1000));
      const overview = { ...value, generated_at: generatedAt.toISOString(), cached };
      return respond(overview, { headers: { Age: String(age) } });
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/stats/affiliate/{id}',
    summary: 'Read statistics of an affiliate',
    description: 'Affiliates can only read their own.',
    operationId: 'getAffiliateStatistics',
    tags: TAGS,
    permission: members.isMember,
    args: { id: { type: 'integer', minimum: 1 } },
    returns: AFFILIATE_STATISTICS,
    async handler(request) {
      const { id } = request.args;
      if (await members.isAdministrator(request)) return statistics.ofAffiliate(await affiliate(id));
      const own = await members.affiliateOf(request);
      if (own?.id !== id) throw notYours();
      return statistics.ofAffiliate(own);
    },
  });
}
