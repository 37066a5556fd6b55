import { createCalendar } from '../../calendar.js';
import type { PluginContext } from '../../index.js';
import type { PageObserver } from '../../pages.js';
import { type AttributedClick, type Attribution, createAttribution } from './attribution/attribution.js';
import type { AffiliateDirectory } from './clicks/directory.js';
import { type LinkRequest, type LinkResponse, openAddress, openLink } from './clicks/open-link.js';
import { createRecentClicks } from './clicks/recent-clicks.js';
import { type ClickRecorder, createClickRecorder } from './clicks/recorder.js';
import { deleteOldClicks } from './clicks/retention.js';
import { createLinks, type Links } from './links/links.js';
import type { CurrentSettings } from './settings/current.js';
import type { ProgramSettings } from './settings/schema.js';
import type { Rollups } from './statistics/rollups.js';

/** Links, clicks and attribution. */
export interface Tracking {
  readonly links: Pick<Links, 'find' | 'generate' | 'list'>;
  readonly clicks: Pick<ClickRecorder, 'flush' | 'close'>;
  /** Returns the click stored in a browser's cookie, for shops that record sales. @param cookies of the request */
  attributionOf(cookies: ReadonlyMap<string, string>): AttributedClick | null;
  /** Handles a request for `/go/{code}/{link?}`. */
  open(request: LinkRequest): Promise<LinkResponse>;
  /** Observer of pages opened with an affiliate's code in the query. */
  readonly observer: PageObserver;
  /** Deletes expired clicks. */
  deleteOldClicks(now: Date): Promise<void>;
}

export interface TrackingParts {
  readonly context: PluginContext;
  readonly settings: CurrentSettings;
  readonly directory: AffiliateDirectory;
  readonly rollups: Pick<Rollups, 'lock' | 'add'>;
  readonly now: () => Date;
}

/** Path prefix of short links. */
export const SHORT_PATH = '/go';

export function createTracking({ context, settings, directory, rollups, now }: TrackingParts): Tracking {
  const { db, hooks, outbox, site, log, signatures, visitors } = context;
  const calendar = createCalendar(site.timezone);

  const refParameter = (current: Pick<ProgramSettings, 'refParameter'>): string =>
    hooks.applyFilters('vendor_affiliate_ref_param', current.refParameter);

  const links = createLinks({
    db,
    outbox,
    site,
    log,
    now,
    shortPath: SHORT_PATH,
    async allowedHosts() {
      return hooks.applyFiltersAsync('vendor_affiliate_allowed_hosts', (await settings.recent()).allowedHosts);
    },
    refParameter: async () => refParameter(await settings.recent()),
    linkUrl: (url, link) => hooks.applyFilters('vendor_affiliate_link_url', url, link),
  });

  const attribution: Attribution = createAttribution({
    site,
    signatures,
    directory,
    async modelFor(affiliate) {
      return hooks.applyFilters('vendor_affiliate_attribution', (await settings.recent()).attribution, affiliate);
    },
    async daysFor(affiliate) {
      const days = affiliate.cookieDays ?? (await settings.recent()).cookieDays;
      return hooks.applyFilters('vendor_affiliate_cookie_days', days, affiliate);
    },
    async canSetCookie(visitor) {
      try {
        return await hooks.applyFiltersAsync('vendor_affiliate_can_set_cookie', true, visitor);
      } catch (error) {
        // No consent, so no cookie. The visitor is redirected anyway.
        log.error({ err: error }, 'Could not decide whether a visitor can get a cookie; none is set');
        return false;
      }
    },
  });

  const recorder = createClickRecorder({
    db,
    calendar,
    visitors,
    rollups,
    log,
    now,
    siteOrigin: site.origin,
    isBot: (isBot, visit) => hooks.applyFilters('vendor_affiliate_is_bot', isBot, visit),
    visitorKey: (visitor, of) => hooks.applyFiltersAsync('vendor_affiliate_visitor_key', visitor, of),
    announce: (click) => outbox.announce('vendor_affiliate_click_recorded', click),
  });

  const recent = createRecentClicks(now);
  const parts = { home: site.url('/'), directory, links, recorder, recent, attribution, log, now };
  const observing = {
    ...parts,
    refParameter: async () => refParameter(await settings.recent()),
    shortPath: site.href(SHORT_PATH),
  };
  return {
    links,
    clicks: recorder,
    attributionOf: attribution.read,
    open: (request) => openLink(parts, request),
    observer: {
      wants(query) {
        const current = settings.last();
        return current !== undefined && query.includes(`${refParameter(current)}=`);
      },
      look: (page) => openAddress(observing, page),
    },
    deleteOldClicks: (at) => deleteOldClicks({ db, calendar }, at),
  };
}
