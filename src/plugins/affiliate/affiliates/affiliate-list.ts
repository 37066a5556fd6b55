import { contains, type ExpressionBuilder, sql } from '../../../database.js';
import type { Tables } from '../../../index.js';
import { defineResource } from '../../../resource.js';
import { invalidParam } from '../commissions/errors.js';
import { DIMENSIONS } from '../statistics/tally.js';
import { nameOf, toAffiliate } from './affiliate.js';
import { fold, foldMissingNames } from './folded-names.js';
import { rateNumber } from './records.js';
import { AFFILIATE_STATUSES } from './statuses.js';
import type { AffiliateTotals, TotalsOf } from './totals.js';

const NO_TOTALS: AffiliateTotals = {
  clicks: 0,
  uniqueClicks: 0,
  conversions: 0,
  pending: 0,
  approved: 0,
  paid: 0,
  balance: 0,
};

export type AffiliateList = ReturnType<typeof createAffiliateList>;

/** Creates the list of affiliates with their totals: its SQL, REST list and export, CSV file, command and admin list. */
export function createAffiliateList(totalsOf: TotalsOf) {
  return defineResource({
    table: 'affiliate_affiliates',
    async read(rows) {
      const totals = await totalsOf(rows.map(({ id }) => id));
      return rows.map((row) => ({ ...toAffiliate(row), totals: totals.get(row.id) ?? NO_TOTALS }));
    },
    title: 'Affiliate',
    errors: { page: 'vendor_affiliate_invalid_page', argument: invalidParam },
    prepare: async (db, { search, orderBy }) => {
      if (search !== undefined || orderBy === 'name') await foldMissingNames(db);
    },
    fields: (field) => ({
      id: field.integer(({ id }) => id, { csv: true, cli: true }),
      code: field.text(({ code }) => code, { csv: true, cli: true }),
      status: field.enum(AFFILIATE_STATUSES, ({ status }) => status, {
        label: 'people.status',
        csv: true,
        cli: true,
      }),
      name: field.text(nameOf, { label: 'people.name', cli: true }),
      first_name: field.text(({ firstName }) => firstName, { csv: true }),
      last_name: field.text(({ lastName }) => lastName, { csv: true }),
      display_name: field.text(({ displayName }) => displayName, { csv: true }),
      email: field.text(({ email }) => email, { csv: true, cli: true }),
      registered: field.dateTime(({ registeredAt }) => registeredAt, { cli: true }),
      website: field.text(({ website }) => website, { csv: true }),
      country: field.text(({ country }) => country, { csv: true }),
      tax_id: field.text(({ taxId }) => taxId, { csv: true }),
      payment_method: field.text(({ paymentMethod }) => paymentMethod, { csv: true }),
      payment_email: field.text(({ paymentEmail }) => paymentEmail, { csv: true }),
      rate_type: field.textOrNull(({ rateType }) => rateType, { csv: true }),
      rate: field.plain(rateNumber, { csv: true }),
      parent_id: field.idOrNull(({ parentId }) => parentId, { csv: true }),
      clicks: field.count(({ totals }) => totals.clicks, { label: 'people.clicks', csv: true, cli: true }),
      unique_clicks: field.count(({ totals }) => totals.uniqueClicks, { csv: true }),
      conversions: field.count(({ totals }) => totals.conversions, {
        label: 'people.conversions',
        csv: true,
        cli: true,
      }),
      pending: field.money(({ totals, currency }) => [totals.pending, currency], { csv: true, cli: true }),
      approved: field.money(({ totals, currency }) => [totals.approved, currency], { csv: true, cli: true }),
      paid: field.money(({ totals, currency }) => [totals.paid, currency], { csv: true, cli: true }),
      earnings: field.money(({ totals, currency }) => [totals.approved + totals.paid, currency], {
        label: 'people.earned',
      }),
      balance: field.money(({ totals, currency }) => [totals.balance, currency], {
        label: 'people.balance',
        csv: true,
        cli: true,
      }),
      currency: field.text(({ currency }) => currency, { csv: true, cli: true }),
      flags: field.strings(({ flags }) => flags, { csv: true }),
      registered_at: field.dateTime(({ registeredAt }) => registeredAt, { label: 'people.registered', csv: true }),
      approved_at: field.dateTimeOrNull(({ approvedAt }) => approvedAt, { csv: true }),
      // Only for columns that other plugins add to the CSV file.
      user_id: field.integerOrNull(({ userId }) => userId),
      promo_method: field.text(({ promoMethod }) => promoMethod),
      locale: field.text(({ locale }) => locale),
      cookie_days: field.integerOrNull(({ cookieDays }) => cookieDays),
      notes: field.text(({ notes }) => notes),
      fraud_score: field.integer(({ fraudScore }) => fraudScore),
      hold_payouts_until: field.dateTimeOrNull(({ holdPayoutsUntil }) => holdPayoutsUntil),
      updated_at: field.dateTime(({ updatedAt }) => updatedAt),
    }),
    filters: (filter) => ({
      search: filter.custom(
        { type: 'string', minLength: 1, maxLength: 100 },
        {
          description: 'Beginning of a code, or part of a name, email address or website.',
          label: 'people.search',
          cli: ['search <text>', 'beginning of a code, or part of a name, email address or website'],
          input: 'search',
          read: String,
          where(eb, search) {
            const part = search.trim().toLowerCase();
            if (part === '') return sql<boolean>`1 = 1`;
            return eb.or([
              // Codes are in lower case; a range condition uses their index.
              eb.and([eb('code', '>=', part), eb('code', '<', `${part}\u{10ffff}`)]),
              contains(eb.ref('folded_names'), fold(part)),
              contains(eb.fn('lower', ['email']), part),
              contains(eb.fn('lower', ['website']), part),
            ]);
          },
        },
      ),
      status: filter.enum('status', AFFILIATE_STATUSES, {
        label: 'people.status',
        text: 'status.',
        all: 'admin.all-states',
        cli: ['status <status>', 'only those'],
      }),
    }),
    sort: {
      id: 'id',
      code: 'code',
      name: 'folded_shown',
      status: 'status',
      registered_at: 'registered_at',
      clicks: (eb) => sumOfClicks(eb, 'clicks'),
      conversions: (eb) => sumOfClicks(eb, 'conversions'),
      earnings: (eb) => sumOfCommissions(eb, ['approved', 'paid']),
      balance: (eb) => sumOfCommissions(eb, ['approved']),
    },
    order: ['id', 'desc'],
  });
}

type Eb = ExpressionBuilder<Tables, 'affiliate_affiliates'>;

function sumOfClicks(eb: Eb, column: 'clicks' | 'conversions') {
  const sum = eb
    .selectFrom('affiliate_rollups')
    .select(({ fn }) => fn.sum<number>(column).as('sum'))
    .whereRef('affiliate_rollups.affiliate_id', '=', 'affiliate_affiliates.id')
    .where('dim', '=', DIMENSIONS.total);
  return eb.fn.coalesce(sum, eb.lit(0));
}

function sumOfCommissions(eb: Eb, statuses: readonly string[]) {
  const sum = eb
    .selectFrom('affiliate_commissions')
    .select(({ fn }) => fn.sum<number>('amount').as('sum'))
    .whereRef('affiliate_commissions.affiliate_id', '=', 'affiliate_affiliates.id')
    .where('affiliate_commissions.status', 'in', [...statuses]);
  return eb.fn.coalesce(sum, eb.lit(0));
}
