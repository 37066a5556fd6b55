import type { ObservedPage, PageNote } from '../../../pages.js';
import { readRef } from '../links/ref-query.js';
import { isActive } from './directory.js';
import { findAffiliate } from './find-affiliate.js';
import type { OpenLinkParts } from './open-link.js';
import type { Visit } from './visit.js';

export interface OpenAddressParts
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
