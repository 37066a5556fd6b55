import { randomBytes } from 'node:crypto';
import type { Calendar } from '../../../calendar.js';
import type { Database } from '../../../database.js';
import type { PluginContext } from '../../../index.js';
import { type AnonymousVisitor, isBot as isBotAgent, type OwnedVisitors } from '../../../pages.js';
import { createWriteBuffer } from '../../../utilities.js';
import type { VisitorContext } from '../hooks/tracking.js';
import type { Rollups } from '../statistics/rollups.js';
import type { KnownAffiliate } from './directory.js';
import { deviceOf, headerOf, isOpened, sourceOf, type Visit } from './visit.js';
import { type Click, type WriteClicksParts, writeClicks } from './write-clicks.js';

/** Click data known when the link is opened. */
export interface OpenedLink {
  readonly affiliate: KnownAffiliate;
  /** Target URL. */
  readonly target: URL;
  /** Empty for none. */
  readonly campaign: string;
}

/** Recorder of clicks that buffers them, so that opening a link does not wait for the database. */
export interface ClickRecorder {
  /** Whether clicks of this visit count. Bots, prefetches and HEAD requests do not. */
  isCounted(visit: Visit): Promise<boolean>;
  /**
   * Records a click if it counts.
   * @returns its id for the cookie, or null if it does not count (bot, prefetch, HEAD)
   */
  record(link: OpenedLink, visit: Visit): Promise<string | null>;
  /** Writes all clicks received so far. */
  flush(): Promise<void>;
  /** Writes the remaining clicks. A crash loses those of the last {@link INTERVAL} milliseconds. */
  close(): Promise<void>;
}

export interface ClickRecorderParts {
  readonly db: Database;
  readonly calendar: Calendar;
  readonly visitors: OwnedVisitors;
  readonly rollups: Pick<Rollups, 'lock' | 'add'>;
  readonly siteOrigin: string;
  readonly log: Pick<PluginContext['log'], 'warn' | 'error'>;
  readonly now: () => Date;
  /** Final decision on whether the visitor is a bot. Runs before the response, so it must be fast. */
  readonly isBot: (isBot: boolean, visit: Visit) => boolean;
  /** Final decision on the visitor's key, made when the click is written. */
  readonly visitorKey: (visitor: string, context: VisitorContext) => Promise<string>;
  /** Called for each click in the transaction that stores it. */
  readonly announce: WriteClicksParts['announce'];
  /** Milliseconds before received clicks are written. */
  readonly interval?: number;
  /** Maximum number of clicks buffered while the database is down. @default 20_000 */
  readonly capacity?: number;
}

const INTERVAL = 250;

const MAX_VISITOR_LENGTH = 22;

const MAX_PATH_LENGTH = 512;

/** IP address and user agent exist here only until the click is written. */
interface Occurrence {
  readonly click: Omit<Click, 'visitor'>;
  readonly visitor: AnonymousVisitor;
  readonly visit: Visit;
}

export function createClickRecorder(parts: ClickRecorderParts): ClickRecorder {
  const { visitors, siteOrigin, log, now, isBot, visitorKey, interval = INTERVAL, capacity } = parts;

  async function identify({ click, visitor, visit }: Occurrence): Promise<Click> {
    const { affiliateId, at } = click;
    const key = await visitor.key({ at, scope: affiliateId });
    const filtered = key === null ? '' : await visitorKey(key, { affiliateId, visit });
    return { ...click, visitor: filtered.slice(0, MAX_VISITOR_LENGTH) };
  }

  async function write(occurrences: readonly Occurrence[]): Promise<void> {
    await writeClicks(parts, await Promise.all(occurrences.map(identify)));
  }

  const buffer = createWriteBuffer({ what: 'clicks', log, write, interval, ...(capacity && { capacity }) });

  const isCounted: ClickRecorder['isCounted'] = async (visit) =>
    isOpened(visit) && !isBot(await isBotAgent(headerOf(visit.headers, 'user-agent')), visit);

  return {
    isCounted,
    async record({ affiliate, target, campaign }, request) {
      // Copies three fields: keeping the request would hold far more memory.
      const { method, headers, remoteAddress } = request;
      const visit: Visit = { method, headers, remoteAddress };
      if (!(await isCounted(visit))) return null;
      const visitor = visitors.identify(request);
      const at = now();
      const click = {
        id: newClickId(at),
        affiliateId: affiliate.id,
        at,
        campaign,
        source: sourceOf(visit),
        device: deviceOf(visit),
        landingPath: landingPathOf(target, siteOrigin),
      };
      buffer.push({ click, visitor, visit });
      return click.id;
    },
    flush: buffer.flush,
    close: buffer.close,
  };
}

/** Drops the query, which may contain private data. */
function landingPathOf(target: URL, siteOrigin: string): string {
  const path = target.origin === siteOrigin ? target.pathname : target.origin + target.pathname;
  return path.slice(0, MAX_PATH_LENGTH);
}

/** Crockford's Base32: its characters sort by their values. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

const TIME_DIGITS = 10;

const RANDOM_DIGITS = 16;

/**
 * Creates a 26-character id that sorts by time (milliseconds) and has 80 random bits. It needs no database, and ids
 * close in time are close in the index.
 */
export function newClickId(at: Date): string {
  let time = '';
  for (let rest = at.getTime(), place = 0; place < TIME_DIGITS; place += 1, rest = Math.floor(rest / 32)) {
    time = DIGITS.charAt(rest % 32) + time;
  }
  const random = Array.from(randomBytes(RANDOM_DIGITS), (byte) => DIGITS.charAt(byte % 32));
  return time + random.join('');
}
