import type { OwnedRest } from '../../../index.js';
import type { Members } from '../access/members.js';
import type { Links } from '../links/links.js';
import { NAMESPACE } from './arguments.js';

const LINK = {
  type: 'object',
  title: 'AffiliateLink',
  properties: {
    success: { type: 'boolean', required: true },
    url: { type: 'string', description: 'The target with the code in its query.', required: true },
    short_url: { type: 'string', description: 'The same, shorter; clicks on it are counted.', required: true },
    code: { type: 'string', required: true },
    campaign: { type: ['string', 'null'], required: true },
    target_url: { type: 'string', description: 'Where the link leads.', required: true },
    link_id: { type: 'integer', required: true },
  },
} as const;

export function registerLinkRoutes(rest: OwnedRest, links: Pick<Links, 'generate'>, members: Members): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/links/generate',
    summary: 'Make a link of your own',
    description: 'The same address and campaign are the same link.',
    operationId: 'generateAffiliateLink',
    tags: ['Links'],
    permission: members.isActiveAffiliate,
    args: {
      url: {
        type: 'string',
        minLength: 1,
        maxLength: 2048,
        description:
          'A page of this site, or of one that its owner allows; query and fragment stay. The home page without it.',
      },
      campaign: {
        type: 'string',
        pattern: '^[\\w.-]{1,64}$',
        description: 'What the clicks are counted under.',
      },
    },
    returns: LINK,
    async handler(request) {
      const affiliate = await members.affiliateOf(request);
      if (!affiliate) throw new Error('The permission let in somebody who is no affiliate.');
      return { success: true, ...(await links.generate(affiliate, request.args)) };
    },
  });
}
