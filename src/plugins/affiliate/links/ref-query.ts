import type { ObservedPage } from '../../../index.js';

type Query = ObservedPage['query'];

/** What a link carries for the affiliate. */
export interface RefParameters {
  /** Name of the parameter that holds the code, such as `ref`. */
  readonly name: string;
  readonly code: string;
  /** Empty for none. */
  readonly campaign: string;
}

/** A campaign, as links are made for it. */
export const CAMPAIGN = /^[\w.-]{1,64}$/;

/** What an address carries for an affiliate. @returns '' for what is not there, or cannot be a campaign */
export function readRef(query: Query, name: string): Pick<RefParameters, 'campaign' | 'code'> {
  const first = (parameter: string): string => {
    const value = [query[parameter] ?? []].flat()[0];
    return typeof value === 'string' ? value : '';
  };
  const campaign = first(campaignParameter(name));
  return { code: first(name), campaign: CAMPAIGN.test(campaign) ? campaign : '' };
}

/** The parameter that names the campaign, beside that of the code. */
function campaignParameter(name: string): string {
  return `${name}_campaign`;
}

/** The same address with the code, in place of one that is there; the rest of the query and the fragment stay as they are. */
export function withRef(target: URL, { name, code, campaign }: RefParameters): URL {
  const pairs = otherPairs(target, name);
  pairs.push(pairOf(name, code));
  if (campaign !== '') pairs.push(pairOf(campaignParameter(name), campaign));
  return withQuery(target, pairs);
}

/** The same address without code and campaign. */
export function withoutRef(target: URL, name: string): URL {
  return withQuery(target, otherPairs(target, name));
}

/** As they are written: parsing and writing them again would change how they are spelt. */
function otherPairs(target: URL, name: string): string[] {
  const own = new Set([name, campaignParameter(name)]);
  return target.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !own.has([...new URLSearchParams(`?${pair}`).keys()][0] ?? ''));
}

function pairOf(name: string, value: string): string {
  return new URLSearchParams([[name, value]]).toString();
}

function withQuery(target: URL, pairs: readonly string[]): URL {
  const url = new URL(target);
  // A question mark at the beginning is taken for the one that begins the query, and would be lost.
  url.search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return url;
}
