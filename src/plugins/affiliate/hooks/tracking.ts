import type { LimitedCall, OwnedHooks } from '../../../index.js';
import type { AttributionModel, VisitorCookies } from '../attribution/attribution.js';
import type { KnownAffiliate } from '../clicks/directory.js';
import type { Visit } from '../clicks/visit.js';
import type { GeneratedLink } from '../links/links.js';
import type { MonthlyClicks, MonthQuery } from '../statistics/monthly.js';
import type { ProgrammeOverview } from '../statistics/programme-overview.js';

/** A click that counts and is stored. */
export interface RecordedClick {
  /** As the visitor's cookie has it. */
  readonly click_id: string;
  readonly affiliate_id: number;
  /** ISO 8601. */
  readonly clicked_at: string;
  /** Empty for none. */
  readonly campaign: string;
  /** Host of the page that the link was on; empty where it is not known. */
  readonly source: string;
  readonly device: string;
  readonly landing_path: string;
  /** Whether its visitor was the first time there that day, with this affiliate. */
  readonly unique: boolean;
}

/** Whose visitor a click belongs to. */
export interface VisitorContext {
  readonly affiliateId: number;
  readonly visit: Visit;
}

/** What an address is made for. */
export interface LinkContext {
  readonly affiliate: Pick<KnownAffiliate, 'id' | 'code'>;
  /** Empty for none. */
  readonly campaign: string;
}

type Answer<T> = T | Promise<T>;

declare module '../../../index.js' {
  interface Filters {
    /** Whether a visitor is a program, whose clicks do not count. It is asked before the redirect is answered. */
    vendor_affiliate_is_bot(isBot: boolean, visit: Visit): boolean;
    /**
     * What a visitor of an affiliate is known by for a day, 22 characters at most: of address, browser and a salt that is
     * thrown away. It is asked when the click is written, not before the answer.
     */
    vendor_affiliate_visitor_key(visitor: string, context: VisitorContext): Answer<string>;
    /** Whether a visitor may be given the cookie: for consent. Without it the click counts, and no sale follows from it. */
    vendor_affiliate_can_set_cookie(canSet: boolean, visitor: VisitorCookies): Answer<boolean>;
    /** Days for which a click of an affiliate counts; 0 for no cookie. */
    vendor_affiliate_cookie_days(days: number, affiliate: KnownAffiliate): number;
    /** Name of the parameter of addresses that holds the code. */
    vendor_affiliate_ref_param(name: string): string;
    /** Whether the first or the last click of a visitor counts, when this one comes. */
    vendor_affiliate_attribution(model: AttributionModel, affiliate: KnownAffiliate): AttributionModel;
    /** Hosts besides the site's own that links may lead to. A page that sends visitors anywhere must not be among them. */
    vendor_affiliate_allowed_hosts(hosts: readonly string[]): Answer<readonly string[]>;
    /**
     * The address that a link leads to, with the code in it: where one is made and where it is opened. One that links may
     * not lead to is not taken.
     */
    vendor_affiliate_link_url(url: string, link: LinkContext): string;
    /**
     * Conversions that an address may send in a minute, from 1 to 100 000; any other answer is left out. Servers of several
     * partners may share one.
     */
    vendor_affiliate_rate_limit(limit: number, call: LimitedCall): Answer<number>;
    /** A month of clicks as it is answered. */
    vendor_affiliate_monthly_clicks(month: MonthlyClicks, query: MonthQuery): Answer<MonthlyClicks>;
    /** The figures of the programme, before they are kept for five minutes. */
    vendor_affiliate_stats_overview(overview: ProgrammeOverview): Answer<ProgrammeOverview>;
  }
  interface Actions {
    /** A click was stored, a moment after the visitor was sent on. Each click is told once for each listener at least. */
    vendor_affiliate_click_recorded(click: RecordedClick): void | Promise<void>;
    /** An affiliate made a link that was not there before. */
    vendor_affiliate_link_generated(link: GeneratedLink, affiliateId: number): void | Promise<void>;
  }
}

/** The host remembers the time of each call that it counts, and takes no larger limit. */
const MOST_CALLS = 100_000;

/** Hooks of clicks, links and statistics. A visitor is sent on whatever callbacks do: one that fails is left out. */
export function defineTrackingHooks({ define }: OwnedHooks): void {
  const sync = { kind: 'filter', since: '0.1.0', async: 'never', onError: 'isolate' } as const;
  const filter = { ...sync, async: 'allowed' } as const;
  define('vendor_affiliate_is_bot', { ...sync, accepts: isBoolean });
  define('vendor_affiliate_visitor_key', { ...filter, accepts: isFilledText });
  // Without consent there is no cookie: who cannot say yes has not said it.
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
  // They are announced: a listener that fails is told again.
  const after = { kind: 'action', since: '0.1.0', async: 'allowed' } as const;
  define('vendor_affiliate_click_recorded', after);
  define('vendor_affiliate_link_generated', after);
}

/** Calls that the host can count in a window: another number would be refused there, and close the way in for everybody. */
function isCountable(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_CALLS;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
