import type { Awaitable, OwnedHooks } from '../../../hooks.js';
import type { LimitedCall } from '../../../rest.js';
import type { AttributionModel, VisitorCookies } from '../attribution/attribution.js';
import type { KnownAffiliate } from '../clicks/directory.js';
import type { Visit } from '../clicks/visit.js';
import type { GeneratedLink, LinkContext } from '../links/links.js';
import type { MonthlyClicks, MonthQuery } from '../statistics/monthly.js';
import type { ProgramOverview } from '../statistics/program-overview.js';

/** A counted and stored click. */
export interface RecordedClick {
  /** Click id, as in the visitor's cookie. */
  readonly click_id: string;
  readonly affiliate_id: number;
  /** ISO 8601. */
  readonly clicked_at: string;
  /** Empty for none. */
  readonly campaign: string;
  /** Host of the referring page; empty if unknown. */
  readonly source: string;
  readonly device: string;
  readonly landing_path: string;
  /** Whether it is the visitor's first click of the day for this affiliate. */
  readonly unique: boolean;
}

/** Affiliate and visit of a click. */
export interface VisitorContext {
  readonly affiliateId: number;
  readonly visit: Visit;
}

declare module '../../../index.js' {
  interface Filters {
    /** Whether a visitor is a bot, whose clicks do not count. Called before the redirect is sent. */
    vendor_affiliate_is_bot(isBot: boolean, visit: Visit): boolean;
    /**
     * Pseudonym of an affiliate's visitor for one day, at most 22 characters. It is derived from the truncated IP
     * address, user agent and a discarded salt. Called when the click is written, after the response, and not for
     * visitors who opted out (`visitor_consent`).
     */
    vendor_affiliate_visitor_key(visitor: string, context: VisitorContext): Awaitable<string>;
    /** Whether a visitor may get the cookie (consent). Without it the click counts, but no sale is attributed to it. */
    vendor_affiliate_can_set_cookie(canSet: boolean, visitor: VisitorCookies): Awaitable<boolean>;
    /** Days for which a click of an affiliate counts; 0 for no cookie. */
    vendor_affiliate_cookie_days(days: number, affiliate: KnownAffiliate): number;
    /** Name of the query parameter that holds the code. */
    vendor_affiliate_ref_param(name: string): string;
    /** Whether the first or the last click of a visitor counts, for a visitor of this affiliate. */
    vendor_affiliate_attribution(model: AttributionModel, affiliate: KnownAffiliate): AttributionModel;
    /** Hosts besides the site's own that links may lead to. Do not add hosts with open redirects. */
    vendor_affiliate_allowed_hosts(hosts: readonly string[]): Awaitable<readonly string[]>;
    /**
     * URL that a link leads to, including the code; applied on creation and on opening. A URL that is not allowed is
     * ignored.
     */
    vendor_affiliate_link_url(url: string, link: LinkContext): string;
    /**
     * Conversions an IP address may send per minute, from 1 to 100 000; other values are ignored. Servers of several
     * partners may share an address.
     */
    vendor_affiliate_rate_limit(limit: number, call: LimitedCall): Awaitable<number>;
    /** Monthly clicks as returned by the API. */
    vendor_affiliate_monthly_clicks(month: MonthlyClicks, query: MonthQuery): Awaitable<MonthlyClicks>;
    /** Statistics of the program, before they are cached for five minutes. */
    vendor_affiliate_stats_overview(overview: ProgramOverview): Awaitable<ProgramOverview>;
  }
  interface Actions {
    /** A click was stored, shortly after the visitor was redirected. Each listener receives it at least once. */
    vendor_affiliate_click_recorded(click: RecordedClick): void | Promise<void>;
    /** An affiliate created a new link. */
    vendor_affiliate_link_generated(link: GeneratedLink, affiliateId: number): void | Promise<void>;
  }
}

/** Maximum rate limit: the host stores the time of each counted call. */
const MAX_CALLS = 100_000;

/**
 * Defines the hooks of clicks, links and statistics. Failing callbacks are skipped, because visitors must be
 * redirected.
 */
export function defineTrackingHooks({ define }: OwnedHooks): void {
  const sync = { kind: 'filter', since: '0.1.0', async: 'never', onError: 'isolate' } as const;
  const filter = { ...sync, async: 'allowed' } as const;
  define('vendor_affiliate_is_bot', { ...sync, accepts: isBoolean });
  define('vendor_affiliate_visitor_key', { ...filter, accepts: isFilledText });
  // A failing callback means no consent, so no cookie is set.
  define('vendor_affiliate_can_set_cookie', { ...filter, onError: 'throw', accepts: isBoolean });
  define('vendor_affiliate_cookie_days', { ...sync, accepts: Number.isFinite });
  define('vendor_affiliate_ref_param', { ...sync, accepts: isFilledText });
  define('vendor_affiliate_attribution', {
    ...sync,
    accepts: (model: unknown) => model === 'first' || model === 'last',
  });
  define('vendor_affiliate_allowed_hosts', { ...filter, accepts: Array.isArray });
  define('vendor_affiliate_link_url', { ...sync, accepts: isFilledText });
  define('vendor_affiliate_rate_limit', { ...filter, accepts: isCountable });
  define('vendor_affiliate_monthly_clicks', filter);
  define('vendor_affiliate_stats_overview', filter);
  // Sent through the outbox: a failing listener gets another delivery.
  const after = { kind: 'action', since: '0.1.0', async: 'allowed' } as const;
  define('vendor_affiliate_click_recorded', after);
  define('vendor_affiliate_link_generated', after);
}

/** Whether the host accepts the rate limit. It would refuse others and thereby every call. */
function isCountable(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_CALLS;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
