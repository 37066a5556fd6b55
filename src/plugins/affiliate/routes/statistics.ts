import { type ArgumentSchema, type JsonSchema, type OwnedRest, respond } from '../../../rest.js';
import type { Member, Members } from '../access/members.js';
import { notYours } from '../affiliates/errors.js';
import type { ProgramStatistics } from '../statistics/statistics.js';
import { NAMESPACE } from './arguments.js';

const count = { type: 'integer', minimum: 0, required: true } as const;

const amount = { type: 'number', description: "In the program's currency.", required: true } as const;

const percent = { type: 'number', minimum: 0, required: true } as const;

const text = { type: 'string', required: true } as const;

const maybeText = { type: ['string', 'null'], required: true } as const;

export const MONTHLY_CLICKS: JsonSchema = {
  type: 'object',
  title: 'MonthlyClicks',
  properties: {
    clicks_data: list({ date: { ...text, format: 'date' }, clicks: count, unique: count, conversions: count }),
    total_clicks: count,
    unique_clicks: count,
    conversions: count,
    conversion_rate: { ...percent, description: 'Conversions per hundred visitors.' },
    top_sources: list({ source: text, clicks: count, share: percent }, { maxItems: 10 }),
    device_breakdown: object({ desktop: count, mobile: count, tablet: count, other: count }),
    has_prev_data: { type: 'boolean', description: 'Whether the month before has data.', required: true },
    has_next_data: { type: 'boolean', description: 'Whether the month after has data.', required: true },
    previous_month: {
      type: ['string', 'null'],
      description: 'Nearest earlier month with data, as YYYY-MM.',
      required: true,
    },
    next_month: { type: ['string', 'null'], description: 'Nearest later month with data.', required: true },
  },
};

const OVERVIEW: JsonSchema = {
  type: 'object',
  title: 'ProgramOverview',
  properties: {
    currency: text,
    affiliates: object({
      total: count,
      active: count,
      pending: count,
      inactive: count,
      rejected: count,
      new_30d: { ...count, description: 'Last thirty days, including today.' },
    }),
    commissions: {
      type: 'object',
      description: 'By status.',
      additionalProperties: { type: 'object', properties: { count, amount } },
      required: true,
    },
    earnings: object({ earned: amount, unpaid: amount, paid: amount, refunded: amount }),
    clicks: object({ total: count, unique: count, last_30d: count }),
    conversions: object({ total: count, last_30d: count, revenue: amount, rate: percent }),
    top_affiliates: list(
      { affiliate_id: count, code: text, name: text, earned: amount, conversions: count },
      { maxItems: 10 },
    ),
    generated_at: { ...text, format: 'date-time' },
    cached: {
      type: 'boolean',
      description: 'Whether the result was cached; the Age header has its age.',
      required: true,
    },
  },
};

const AFFILIATE_STATISTICS: JsonSchema = {
  type: 'object',
  title: 'AffiliateStatistics',
  properties: {
    basic: object({
      affiliate_id: count,
      code: text,
      status: text,
      currency: text,
      clicks: count,
      unique_clicks: count,
      conversions: count,
      conversion_rate: percent,
      revenue: amount,
      earnings_pending: amount,
      earnings_approved: amount,
      earnings_paid: amount,
      earnings_refunded: amount,
      balance: { ...amount, description: 'Current balance; below 0 if affiliates owe money.' },
      epc: { ...amount, description: 'Average earnings per click.' },
    }),
    monthly: list(
      { month: text, clicks: count, unique_clicks: count, conversions: count, revenue: amount, earnings: amount },
      { maxItems: 12 },
    ),
    recent_clicks: list(
      {
        id: text,
        clicked_at: { ...text, format: 'date-time' },
        landing_path: text,
        source: text,
        campaign: maybeText,
        device: text,
        converted: { type: 'boolean', required: true },
      },
      { maxItems: 10 },
    ),
    recent_conversions: list(
      {
        id: count,
        created_at: { ...text, format: 'date-time' },
        type: text,
        status: maybeText,
        base_amount: amount,
        amount,
        currency: text,
        campaign: maybeText,
        customer: maybeText,
      },
      { maxItems: 10 },
    ),
  },
};

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

function object(properties: Readonly<Record<string, ArgumentSchema>>) {
  return { type: 'object', properties, required: true } as const;
}

function list(properties: Readonly<Record<string, ArgumentSchema>>, more: Pick<JsonSchema, 'maxItems'> = {}) {
  return { type: 'array', items: { type: 'object', properties }, ...more, required: true } as const;
}
