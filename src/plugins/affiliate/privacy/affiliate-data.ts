import type { Person } from '../../../access.js';
import { type Database, json, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';

type Records = Record<string, unknown>[];

/** Personal data of affiliates. Sealed fields are not exported. */
export interface AffiliateRecords {
  readonly affiliates: Records;
  readonly links: Records;
  readonly commissions: Records;
  readonly payments: Records;
}

/**
 * Finds the affiliates of a person by account or verified email. An unverified email counts if the affiliate has no
 * account.
 */
export async function affiliatesOf(db: Database, { user, email }: Person): Promise<number[]> {
  const rows = await db.query
    .selectFrom('affiliate_affiliates')
    .select('id')
    .where((eb) =>
      eb.or([
        ...(user ? [eb('user_id', '=', user.id)] : []),
        // An empty email must not match affiliates without one.
        ...(email === ''
          ? [eb.lit(false)]
          : [
              eb.and([
                eb('email', '=', email),
                eb.or([eb('email_verified_at', 'is not', null), eb('user_id', 'is', null)]),
              ]),
            ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function affiliateRecords(db: Database, ids: readonly number[]): Promise<AffiliateRecords> {
  if (ids.length === 0) return { affiliates: [], links: [], commissions: [], payments: [] };
  const [affiliates, links, commissions, payments] = await Promise.all([
    db.query
      .selectFrom('affiliate_affiliates')
      .select(['id', 'code', 'status', 'first_name', 'last_name', 'display_name', 'email', 'payment_email'])
      .select(['payment_method', 'website', 'promo_method', 'country', 'tax_id', 'locale', 'social', 'notes', 'meta'])
      .select(['registered_at', 'approved_at'])
      .where('id', 'in', [...ids])
      .execute(),
    db.query
      .selectFrom('affiliate_links')
      .select(['id', 'affiliate_id', 'target_url', 'campaign', 'created_at'])
      .where('affiliate_id', 'in', [...ids])
      .orderBy('id')
      .execute(),
    db.query
      .selectFrom('affiliate_commissions')
      .select(['id', 'affiliate_id', 'type', 'status', 'amount', 'currency', 'created_at', 'paid_at'])
      .where('affiliate_id', 'in', [...ids])
      .orderBy('id')
      .execute(),
    db.query
      .selectFrom('affiliate_payments')
      .select(['id', 'payout_id', 'affiliate_id', 'amount', 'currency', 'name', 'payment_email', 'method'])
      .where('affiliate_id', 'in', [...ids])
      .orderBy('id')
      .execute(),
  ]);
  const money = <Row extends { readonly amount: number; readonly currency: string }>(row: Row) => ({
    ...row,
    amount: majorUnits(row.amount, row.currency),
  });
  return {
    affiliates: affiliates.map(({ social, meta, registered_at, approved_at, ...row }) => ({
      ...row,
      social: json.decode(social),
      meta: json.decode(meta),
      registered_at: isoOf(registered_at),
      approved_at: approved_at === null ? null : isoOf(approved_at),
    })),
    links: links.map(({ created_at, ...row }) => ({ ...row, created_at: isoOf(created_at) })),
    commissions: commissions.map(({ created_at, paid_at, ...row }) => ({
      ...money(row),
      created_at: isoOf(created_at),
      paid_at: paid_at === null ? null : isoOf(paid_at),
    })),
    payments: payments.map(money),
  };
}

/** Anonymises an affiliate. Only the id remains, which commissions refer to. */
export async function detachAffiliate(db: Database, id: number): Promise<void> {
  await db.query.deleteFrom('affiliate_links').where('affiliate_id', '=', id).execute();
  await db.query
    .updateTable('affiliate_payments')
    .set({ payment_details: '' })
    .where('affiliate_id', '=', id)
    .execute();
  await db.query
    .updateTable('affiliate_affiliates')
    .set({
      user_id: null,
      email_verified_at: null,
      code: `gone-${id}`,
      status: 'inactive',
      first_name: '',
      last_name: '',
      display_name: '',
      email: '',
      payment_email: '',
      payment_details: '',
      website: '',
      promo_method: '',
      country: '',
      tax_id: '',
      locale: '',
      social: json.encode({}),
      notes: '',
      flags: json.encode([]),
      registration_ip_hash: '',
      meta: json.encode({}),
      updated_at: utc.encode(new Date()),
      folded_shown: null,
      folded_names: null,
    })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

function isoOf(text: string): string {
  return utc.decode(text).toISOString();
}
