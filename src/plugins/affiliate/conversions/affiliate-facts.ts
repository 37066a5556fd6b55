import { type Database, utc } from '../../../database.js';

/** The fields of an affiliate that the ledger needs. */
export interface AffiliateFacts {
  readonly id: number;
  readonly userId: number | null;
  readonly code: string;
  readonly status: string;
  readonly email: string;
  readonly paymentEmail: string;
  readonly paymentMethod: string;
  /** Sealed; empty for none. */
  readonly paymentDetails: string;
  readonly name: string;
  /** Empty for the rate of the program. */
  readonly rateType: string;
  readonly rate: number;
  readonly parentId: number;
  readonly holdPayoutsUntil: Date | null;
}

/** Lookup of an affiliate by id or by code. */
export type AffiliateKey = { readonly id: number } | { readonly code: string };

/**
 * Reads an affiliate from the database.
 * @param lock locks the row until the transaction ends, to serialise records of the same affiliate
 */
export async function readAffiliate(
  db: Database,
  key: AffiliateKey,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<AffiliateFacts | null> {
  const query = affiliates(db).$if('id' in key, (of) => of.where('id', '=', 'id' in key ? key.id : 0));
  const one = 'code' in key ? query.where('code', '=', key.code.toLowerCase()) : query;
  const row = await (lock ? one.forUpdate() : one).executeTakeFirst();
  return row ? toFacts(row) : null;
}

/** Reads affiliates by id. */
export async function readAffiliates(db: Database, ids: readonly number[]): Promise<Map<number, AffiliateFacts>> {
  return new Map((await readAll(db, 'id', ids)).map((facts) => [facts.id, facts]));
}

/** Reads affiliates by code, in any case. The keys are the stored codes. */
export async function readAffiliatesByCode(
  db: Database,
  codes: readonly string[],
): Promise<Map<string, AffiliateFacts>> {
  const stored = codes.map((code) => code.toLowerCase());
  return new Map((await readAll(db, 'code', stored)).map((facts) => [facts.code, facts]));
}

async function readAll(
  db: Database,
  column: 'id' | 'code',
  values: readonly (number | string)[],
): Promise<AffiliateFacts[]> {
  if (values.length === 0) return [];
  const rows = await affiliates(db)
    .where(column, 'in', [...new Set(values)])
    .execute();
  return rows.map(toFacts);
}

/** Locks the affiliates with these ids until the transaction ends, in id order. */
export async function lockAffiliates(db: Database, ids: readonly number[]): Promise<AffiliateFacts[]> {
  if (ids.length === 0) return [];
  const rows = await affiliates(db)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toFacts);
}

function affiliates(db: Database) {
  return db.query
    .selectFrom('affiliate_affiliates')
    .select(['id', 'user_id', 'code', 'status', 'email', 'payment_email', 'payment_method', 'payment_details'])
    .select(['display_name', 'first_name', 'last_name', 'rate_type', 'rate', 'parent_id', 'hold_payouts_until']);
}

type Row = Awaited<ReturnType<ReturnType<typeof affiliates>['execute']>>[number];

function toFacts(row: Row): AffiliateFacts {
  return {
    id: row.id,
    userId: row.user_id,
    code: row.code,
    status: row.status,
    email: row.email,
    paymentEmail: row.payment_email,
    paymentMethod: row.payment_method,
    paymentDetails: row.payment_details,
    name: row.display_name || `${row.first_name} ${row.last_name}`.trim() || row.code,
    rateType: row.rate_type,
    rate: row.rate,
    parentId: row.parent_id,
    holdPayoutsUntil: row.hold_payouts_until === null ? null : utc.decode(row.hold_payouts_until),
  };
}
