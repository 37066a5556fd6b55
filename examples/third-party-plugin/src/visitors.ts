import type { Site } from 'mortise';
import { networkKey, serialiseCookie } from 'mortise/pages';
import { type OwnedLimits, type OwnedRest, respond, respondFile } from 'mortise/rest';
import type { OwnedSignatures } from 'mortise/services';
import type { CardStatistics } from './card-statistics.js';
import type { Recipes } from './recipes.js';

const COOKIE = 'acme_shopping_list';
const MONTH = 30 * 86_400;

const listSchema = {
  type: 'object',
  properties: { recipes: { type: 'array', items: { type: 'integer' }, required: true } },
} as const;

/** Features for visitors without an account: a shopping list in their browser, and shared recipe cards. */
export function registerVisitorRoutes(parts: {
  readonly rest: OwnedRest;
  readonly recipes: Recipes;
  readonly signatures: OwnedSignatures;
  readonly limits: OwnedLimits;
  readonly site: Site;
  readonly cards: CardStatistics;
}): void {
  const { rest, recipes, signatures, limits, site, cards } = parts;

  const shared = { path: '/shopping-list', permission: 'public', returns: listSchema } as const;
  rest.group('acme/v1', { ...shared, cache: 'private, no-store' }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'Read your shopping list',
      handler: ({ cookies }) => ({ recipes: JSON.parse(signatures.verify('list', cookies.get(COOKIE)) ?? '[]') }),
    });
    endpoint({
      method: 'PUT',
      summary: 'Write your shopping list',
      args: { recipes: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 50, required: true } },
      handler({ args }) {
        const value = signatures.sign('list', JSON.stringify(args.recipes), MONTH);
        const cookie = serialiseCookie(COOKIE, value, { maxAge: MONTH * 1000, secure: site.secure });
        return respond({ recipes: args.recipes }, { headers: { 'Set-Cookie': cookie } });
      },
    });
  });

  rest.route('acme/v1', {
    method: 'GET',
    path: '/recipes/{id}/card',
    summary: 'Download the card of a recipe',
    args: { id: { type: 'integer', minimum: 1 } },
    permission: 'public',
    returns: { type: 'string', format: 'binary' },
    async handler(request) {
      const network = networkKey(request.remoteAddress);
      await limits.require('cards', network, { max: 20, window: '1m' });
      const { title, method, portions, createdAt } = await recipes.require(request.args.id);
      await cards.count(request.args.id, request);
      const text = `${title}, for ${portions}\n\n${method}\n`;
      const bytes = Buffer.from(text);
      return respondFile(request, {
        name: `${title}.txt`,
        type: 'text/plain; charset=utf-8',
        bytes: bytes.length,
        modifiedAt: createdAt,
        version: text,
        open: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
      });
    },
  });

  rest.route('acme/v1', {
    method: 'GET',
    path: '/recipes/{id}/downloads',
    summary: 'Read how often the card of a recipe was downloaded',
    args: { id: { type: 'integer', minimum: 1 } },
    permission: 'public',
    returns: {
      type: 'object',
      properties: { downloads: { type: 'integer', required: true }, visitors: { type: 'integer', required: true } },
    },
    handler: ({ args }) => cards.of(args.id),
  });
}
