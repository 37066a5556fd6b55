import { isRecord } from '../../record.js';

/** Signed contents of a licence. Times are ISO 8601 in UTC with Z. */
export interface LicencePayload {
  /** Licensed product: the name of a plugin or one of its editions, such as `watermark/pro`. */
  readonly product: string;
  /** Id of the issuer's key that signed it. */
  readonly kid: string;
  readonly license_id: string;
  readonly customer: string;
  readonly plan: string;
  readonly features: readonly string[];
  /** Registrable domains, including their subdomains; empty for every site. */
  readonly domains: readonly string[];
  /** Maximum number of sites of the customer; null for no limit. */
  readonly site_limit: number | null;
  readonly issued_at: string;
  readonly not_before: string | null;
  readonly expires_at: string | null;
  /** End of the period in which new versions are covered. */
  readonly updates_until: string | null;
}

/** Product: name of a plugin, or `name/edition`. */
const PRODUCT = /^[a-z][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)?$/;
const PRODUCT_LENGTH = 64;
/** Valid key ids. */
export const KID = /^[A-Za-z0-9._-]{1,64}$/;

const TEXT_LENGTH = 190;
const LIST_LENGTH = 100;
const DOMAIN_LENGTH = 253;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** Validates the value of a member. */
type Check = (value: unknown) => boolean;

const isText: Check = (value) =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_LENGTH && !/\p{Cc}/u.test(value);
const isTime: Check = (value) =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value)) && sameDay(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= LIST_LENGTH && value.every(check);

const MEMBERS: Readonly<Record<keyof LicencePayload, Check>> = {
  product: isProduct,
  kid: (value) => typeof value === 'string' && KID.test(value),
  license_id: isText,
  customer: isText,
  plan: isText,
  features: listOf(isText),
  domains: listOf((value) => typeof value === 'string' && value !== '' && value.length <= DOMAIN_LENGTH),
  site_limit: orNull((value) => Number.isSafeInteger(value) && Number(value) > 0),
  issued_at: isTime,
  not_before: orNull(isTime),
  expires_at: orNull(isTime),
  updates_until: orNull(isTime),
};

export function isProduct(value: unknown): value is string {
  return typeof value === 'string' && value.length <= PRODUCT_LENGTH && PRODUCT.test(value);
}

/** @returns the first member that is missing, unknown or invalid; null for a valid payload */
export function faultOfPayload(value: unknown): string | null {
  if (!isRecord(value)) return 'payload';
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, check] of Object.entries(MEMBERS)) if (!check(members.get(name))) return name;
  // Reject unknown members, which might be restrictions.
  return [...members.keys()].find((name) => !Object.hasOwn(MEMBERS, name)) ?? null;
}

/** Rejects dates such as 30 February, which the parser accepts as 2 March. */
function sameDay(time: string): boolean {
  return new Date(time).toISOString().slice(0, 19) === time.slice(0, 19);
}
