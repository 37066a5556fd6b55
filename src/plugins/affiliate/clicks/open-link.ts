import type { PluginContext } from '../../../index.js';
import type { ObservedPage, PageNote } from '../../../pages.js';
import type { Attribution } from '../attribution/attribution.js';
import type { Links } from '../links/links.js';
import { readRef } from '../links/ref-query.js';
import { type AffiliateDirectory, findAffiliate, isActive } from './directory.js';
import type { RecentClicks } from './recent-clicks.js';
import type { ClickRecorder } from './recorder.js';
import type { Visit } from './visit.js';

/** Request for `/go/{code}/{link?}`. */
export interface LinkRequest {
  readonly code: string;
  /** Short code of a link; without it, the home page is opened. */
  readonly link?: string | undefined;
  readonly visit: Visit;
  readonly cookies: ReadonlyMap<string, string>;
}

/** Redirect that must not be cached. */
export interface LinkResponse {
  readonly location: string;
  readonly setCookie: string | null;
}

export interface OpenLinkParts {
  readonly log: Pick<PluginContext['log'], 'warn'>;
  readonly home: string;
  readonly directory: AffiliateDirectory;
  readonly links: Pick<Links, 'open'>;
  readonly recorder: Pick<ClickRecorder, 'isCounted' | 'record'>;
  readonly recent: RecentClicks;
  readonly attribution: Pick<Attribution, 'read' | 'remember'>;
  readonly now: () => Date;
}

/**
 * Redirects a visitor and records the click. Codes without an active affiliate redirect home and set no cookie. Bots
 * and prefetches are redirected without being counted.
 */
export async function openLink(
  parts: OpenLinkParts,
  { code, link, visit, cookies }: LinkRequest,
): Promise<LinkResponse> {
  const { home, links, recorder, recent, attribution, now } = parts;
  const affiliate = await findAffiliate(parts, code);
  if (!isActive(affiliate)) return { location: home, setCookie: null };
  const { target, campaign } = await links.open(affiliate, link);
  const location = target.href;
  const clickId = await recorder.record({ affiliate, target, campaign }, visit);
  if (clickId === null) return { location, setCookie: null };
  // The target page has the code in its URL and must not count the click again.
  recent.add(affiliate.id, visit, clickId);
  const click = { code: affiliate.code, clickId, at: now() };
  return { location, setCookie: await attribution.remember(click, affiliate, { visit, cookies }) };
}

interface OpenAddressParts
  extends Pick<OpenLinkParts, 'attribution' | 'directory' | 'log' | 'now' | 'recent' | 'recorder'> {
  /** Name of the query parameter that holds the code. */
  readonly refParameter: () => Promise<string>;
  /** Path prefix of short links, which count their clicks themselves. */
  readonly shortPath: string;
}

/** Milliseconds after a click that count as the same visit. */
const VISIT = 30 * 60_000;

/**
 * Records a click on a page whose URL contains a code, as a short link would. It counts once per visit: not after a
 * short link that redirected here, and not on a reload.
 * @returns cookies for the response, or null if no active affiliate has the code
 */
export async function openAddress(parts: OpenAddressParts, page: ObservedPage): Promise<PageNote | null> {
  const { attribution, recorder, recent, shortPath, now } = parts;
  const { address, query, method, headers, remoteAddress, cookies } = page;
  if (address.pathname.startsWith(`${shortPath}/`)) return null;
  const { code, campaign } = readRef(query, await parts.refParameter());
  const affiliate = await findAffiliate(parts, code);
  if (!isActive(affiliate)) return null;
  const carried = attribution.read(cookies);
  const isSameVisit = carried?.code === affiliate.code && now().getTime() - carried.at.getTime() < VISIT;
  const visit: Visit = { method, headers, remoteAddress, cookies };
  if (isSameVisit || !(await recorder.isCounted(visit))) return { cookies: [] };
  // A visitor who accepts the cookie later reloads the page: the cookie gets the click already counted.
  const clickId =
    recent.find(affiliate.id, visit) ?? (await recorder.record({ affiliate, target: address, campaign }, visit));
  if (clickId === null) return { cookies: [] };
  recent.add(affiliate.id, visit, clickId);
  const click = { code: affiliate.code, clickId, at: now() };
  const cookie = await attribution.remember(click, affiliate, { visit, cookies });
  return { cookies: cookie === null ? [] : [cookie] };
}
