import type { ObservedPage, PageNote } from '../../../index.js';
import { readRef } from '../links/ref-query.js';
import { isActive } from './directory.js';
import { findAffiliate } from './find-affiliate.js';
import type { OpenLinkParts } from './open-link.js';
import type { Visit } from './visit.js';

export interface OpenAddressParts
  extends Pick<OpenLinkParts, 'attribution' | 'directory' | 'log' | 'now' | 'recent' | 'recorder'> {
  /** Name of the parameter that holds the code. */
  readonly refParameter: () => Promise<string>;
  /** Where short addresses begin: they count their clicks themselves. */
  readonly shortPath: string;
}

/** Milliseconds from a click on for which its visitor is taken to be on the same visit. */
const VISIT = 30 * 60_000;

/**
 * Takes in the click of somebody who opens a page by an address with a code, as a short address would. It counts once a
 * visit: not for who came by a short address, which has led here, nor for who loads the page again.
 * @returns what goes with the answer; null where the code is nobody's, so that the page is one like any other
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
  const visit: Visit = { method, headers, remoteAddress };
  if (isSameVisit || !(await recorder.isCounted(visit))) return { cookies: [] };
  // Who has agreed to the cookie meanwhile loads the page again: it is for the click that was counted.
  const clickId =
    recent.find(affiliate.id, visit) ?? (await recorder.record({ affiliate, target: address, campaign }, visit));
  if (clickId === null) return { cookies: [] };
  recent.add(affiliate.id, visit, clickId);
  const click = { code: affiliate.code, clickId, at: now() };
  const cookie = await attribution.remember(click, affiliate, { visit, cookies });
  return { cookies: cookie === null ? [] : [cookie] };
}
