import type { CapabilityName } from '../../access/names.js';
import { isDay, LOCAL_TIME, localToUtc } from '../../calendar.js';
import { HostError } from '../../errors.js';
import { missingOf } from '../../rest/permission.js';
import type { PageInfo } from '../../rest/response.js';
import type { RestRequest } from '../../rest/route.js';
import type { Site } from '../../site.js';

/** The REST namespace of content. */
export const NAMESPACE = 'mortise/v1';

export const ID_ARG = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  required: true,
} as const;

/** A date and time that every database can store. */
export const MOMENT_ARG = {
  type: 'string',
  format: 'date-time',
  validate: (value: unknown): true | string => {
    const year = typeof value === 'string' ? new Date(value).getUTCFullYear() : 2000;
    return (year >= 1000 && year <= 9999) || 'The date must be in the years 1000 to 9999.';
  },
} as const;

/** A time used as a filter. WordPress clients send local times of the site too. */
export const TIME_FILTER_ARG = {
  type: 'string',
  anyOf: [{ format: 'date-time' }, { pattern: LOCAL_TIME.source }],
  description: "Without an offset: in the site's time zone.",
  validate: (value: unknown): true | string => {
    const text = String(value);
    const isStorable = isDay(text.slice(0, 10)) && text >= '1000-01-02' && text < '9999-12-31';
    return !LOCAL_TIME.test(text)
      ? MOMENT_ARG.validate(text)
      : (isStorable && localToUtc(text, 'UTC') !== null) || 'Enter a time that exists, in the years 1000 to 9999.';
  },
} as const;

/** Reads the value of such an argument. */
export function toDate(text: string | undefined, { timezone }: Pick<Site, 'timezone'>): Date | undefined {
  return text === undefined ? undefined : new Date(localToUtc(text, timezone) ?? text);
}

/** A list of ids. */
export const IDS = {
  type: 'array',
  items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  maxItems: 100,
} as const;

/** A list of ids in which 0 means none. */
export const IDS_OR_NONE = {
  type: 'array',
  items: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  maxItems: 100,
} as const;

export const LOCALE_ARG = { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 } as const;

export const CONTEXT_ARG = {
  type: 'string',
  enum: ['view', 'embed', 'edit'],
  default: 'view',
  description: 'edit includes source text and requires permission to edit; embed is the format of _embed.',
} as const;

/** Query arguments common to all lists. */
export const LIST_ARGS = {
  context: CONTEXT_ARG,
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  offset: { type: 'integer', minimum: 0, maximum: 100_000_000, description: 'Alternative to page.' },
  order: { type: 'string', enum: ['asc', 'desc'] },
  search: { type: 'string', maxLength: 200 },
  include: IDS,
  exclude: IDS,
  slug: { type: 'array', items: { type: 'string', maxLength: 191 }, maxItems: 100 },
} as const;

interface Place {
  readonly page: number;
  readonly per_page: number;
  readonly offset?: number;
}

/** Position of the page within the whole list, for headers and links. */
export function pageOf(args: Place, total: number): PageInfo {
  return { page: args.page, perPage: args.per_page, total, offset: args.offset };
}

export function offsetOf(args: Place): number {
  return args.offset ?? (args.page - 1) * args.per_page;
}

/**
 * Checks a capability inside a handler.
 * @throws HostError with this code: 401 for anonymous callers, 403 for authenticated ones
 */
export async function requireRight(
  request: RestRequest,
  capability: CapabilityName,
  { code, message, object }: { readonly code: string; readonly message: string; readonly object?: unknown },
): Promise<void> {
  const verdict = await request.check(capability, object);
  if (verdict.allowed) return;
  const missing = request.user ? missingOf(capability, verdict) : {};
  throw new HostError(code, message, { status: request.user ? 403 : 401, ...missing });
}
