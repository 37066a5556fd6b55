import type { ObservedPage } from '../../../pages.js';
import { parseCampaign } from './campaign.js';

/** Characters of a code, see `CODE_PATTERN`. */
const CODE = /^[\w-]*/;

type Query = ObservedPage['query'];

/** Affiliate parameters of a link. */
export interface RefParameters {
  /** Name of the query parameter that holds the code, such as `ref`. */
  readonly name: string;
  readonly code: string;
  /** Empty for none. */
  readonly campaign: string;
}

/**
 * Reads code and campaign from a query. Of a code only the part before a character that no code contains counts, because
 * links are often shared with a slash, a space or more parameters behind them.
 * @returns '' for missing values and invalid campaigns
 */
export function readRef(query: Query, name: string): Pick<RefParameters, 'campaign' | 'code'> {
  const first = (parameter: string): string => {
    const value = [query[parameter] ?? []].flat()[0];
    return typeof value === 'string' ? value : '';
  };
  const [code = ''] = CODE.exec(first(name).trim()) ?? [];
  return { code, campaign: parseCampaign(first(campaignParameter(name))) ?? '' };
}

/** Returns the name of the campaign parameter. */
function campaignParameter(name: string): string {
  return `${name}_campaign`;
}

/** Adds the code to a URL, replacing an existing one. The rest of the query and the fragment are unchanged. */
export function withRef(target: URL, { name, code, campaign }: RefParameters): URL {
  const pairs = otherPairs(target, name);
  pairs.push(pairOf(name, code));
  if (campaign !== '') pairs.push(pairOf(campaignParameter(name), campaign));
  return withQuery(target, pairs);
}

/** Removes code and campaign from a URL. */
export function withoutRef(target: URL, name: string): URL {
  return withQuery(target, otherPairs(target, name));
}

/** Returns the other pairs verbatim: parsing and serialising would change their encoding. */
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
  // The setter strips one leading question mark, which may be part of the query.
  url.search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return url;
}
