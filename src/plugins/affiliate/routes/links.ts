import type { OwnedRest } from '../../../rest.js';
import type { Members } from '../access/members.js';
import { notYours } from '../affiliates/errors.js';
import { CAMPAIGN_PATTERN } from '../links/campaign.js';
import type { Links } from '../links/links.js';
import type { ProgramStatistics } from '../statistics/statistics.js';
import { NAMESPACE } from './arguments.js';
import { MONTHLY_CLICKS } from './statistics.js';

const LINK = {
  type: 'object',
  title: 'AffiliateLink',
  properties: {
    success: { type: 'boolean', required: true },
    url: { type: 'string', description: 'Target URL with the code in its query.', required: true },
    short_url: { type: 'string', description: 'Short form of the URL; clicks on it are counted.', required: true },
    code: { type: 'string', required: true },
    campaign: { type: ['string', 'null'], required: true },
    target_url: { type: 'string', description: 'Target URL.', required: true },
    link_id: { type: 'integer', required: true },
  },
} as const;

export function registerLinkRoutes(rest: OwnedRest, links: Pick<Links, 'generate'>, members: Members): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/links/generate',
    summary: 'Create an affiliate link',
    description: 'The same target and campaign return the same link.',
    operationId: 'generateAffiliateLink',
    tags: ['Links'],
    permission: members.isActiveAffiliate,
    args: {
      url: {
        type: 'string',
        minLength: 1,
        maxLength: 2048,
        description: 'Page of this site or of an allowed site, with query and fragment. Default: the home page.',
      },
      campaign: {
        type: 'string',
        pattern: CAMPAIGN_PATTERN,
        description: 'Campaign that clicks are counted for.',
      },
    },
    returns: LINK,
    async handler(request) {
      const affiliate = await members.affiliateOf(request);
      if (!affiliate) throw new Error('The permission accepted a user who is not an affiliate.');
      return { success: true, ...(await links.generate(affiliate, request.args)) };
    },
  });
}

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
      const { month, year, affiliate_id: affiliateId } = request.args;
      const now = thisMonth();
      const span = { month: month ?? now.month, year: year ?? now.year };
      if (await members.isAdministrator(request)) return monthly({ ...span, affiliateId: affiliateId });
      const own = await members.affiliateOf(request);
      if (!own || (affiliateId !== undefined && affiliateId !== own.id)) throw notYours();
      return monthly({ ...span, affiliateId: own.id });
    },
  });
}
