import type { PluginContext } from '../../../index.js';
import type { Attribution } from '../attribution/attribution.js';
import type { Links } from '../links/links.js';
import { type AffiliateDirectory, isActive, type KnownAffiliate } from './directory.js';
import type { ClickRecorder } from './recorder.js';
import type { Visit } from './visit.js';

/** Somebody opens `/go/{code}/{link?}`. */
export interface LinkRequest {
  readonly code: string;
  /** Short code of a link; the home of the site without it. */
  readonly link?: string | undefined;
  readonly visit: Visit;
  readonly cookies: ReadonlyMap<string, string>;
}

/** What is answered: a redirect that nobody stores. */
export interface LinkAnswer {
  readonly location: string;
  readonly setCookie: string | null;
}

export interface OpenLinkParts {
  readonly log: Pick<PluginContext['log'], 'warn'>;
  readonly home: string;
  readonly directory: AffiliateDirectory;
  readonly links: Pick<Links, 'open'>;
  readonly recorder: Pick<ClickRecorder, 'record'>;
  readonly attribution: Pick<Attribution, 'remember'>;
  readonly now: () => Date;
}

/** What is no code is not remembered as one that nobody has, however many there are of it. */
const LIKE_A_CODE = /^[a-z0-9][a-z0-9_-]{2,31}$/i;

/**
 * Sends a visitor on and takes the click in. Codes that nobody has, or nobody active, lead home and leave no cookie; so
 * do programs and what is loaded ahead, but for where they are sent.
 */
export async function openLink(parts: OpenLinkParts, { code, link, visit, cookies }: LinkRequest): Promise<LinkAnswer> {
  const { home, directory, links, recorder, attribution, log, now } = parts;

  /** Visitors are sent on also while the database is away, and nobody remembers whose code it is. */
  async function find(wanted: string): Promise<KnownAffiliate | null> {
    try {
      return await directory.byCode(wanted);
    } catch (error) {
      log.warn({ err: error, code: wanted }, 'An affiliate could not be looked up, and a visitor is sent home');
      return null;
    }
  }

  const affiliate = LIKE_A_CODE.test(code) ? await find(code) : null;
  if (!isActive(affiliate)) return { location: home, setCookie: null };
  const { target, campaign } = await links.open(affiliate, link);
  const location = target.href;
  const clickId = await recorder.record({ affiliate, target, campaign }, visit);
  if (clickId === null) return { location, setCookie: null };
  const click = { code: affiliate.code, clickId, at: now() };
  return { location, setCookie: await attribution.remember(click, affiliate, { visit, cookies }) };
}
