import type { PluginContext } from '../../../index.js';
import type { Attribution } from '../attribution/attribution.js';
import type { Links } from '../links/links.js';
import { type AffiliateDirectory, isActive } from './directory.js';
import { findAffiliate } from './find-affiliate.js';
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
export interface LinkAnswer {
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
export async function openLink(parts: OpenLinkParts, { code, link, visit, cookies }: LinkRequest): Promise<LinkAnswer> {
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
