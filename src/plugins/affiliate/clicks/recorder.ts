import { type Calendar, createWriteBuffer, type Database, type PluginContext } from '../../../index.js';
import type { VisitorContext } from '../hooks/tracking.js';
import type { Rollups } from '../statistics/rollups.js';
import { newClickId } from './click-id.js';
import type { KnownAffiliate } from './directory.js';
import type { Salts } from './salts.js';
import { deviceOf, isOpened, isProgram, sourceOf, type Visit } from './visit.js';
import { visitorOf } from './visitor.js';
import { type Click, type WriteClicksParts, writeClicks } from './write-clicks.js';

/** What is known of a click when the link is opened. */
export interface OpenedLink {
  readonly affiliate: KnownAffiliate;
  /** Where it leads. */
  readonly target: URL;
  /** Empty for none. */
  readonly campaign: string;
}

/** Counts clicks while links are opened, which does not wait for the database. */
export interface ClickRecorder {
  /** Whether clicks of such a visit count: not those of programs, of loading ahead and of HEAD. */
  isCounted(visit: Visit): Promise<boolean>;
  /**
   * Takes a click in, if it counts.
   * @returns its id, for the cookie; null for what does not count: programs, loading ahead, HEAD
   */
  record(link: OpenedLink, visit: Visit): Promise<string | null>;
  /** Writes what has come in until now. */
  flush(): Promise<void>;
  /** Writes what is left. A crash loses what came in within the last {@link INTERVAL} milliseconds. */
  close(): Promise<void>;
}

export interface ClickRecorderParts {
  readonly db: Database;
  readonly calendar: Calendar;
  readonly salts: Pick<Salts, 'of'>;
  readonly rollups: Pick<Rollups, 'lock' | 'add'>;
  readonly siteOrigin: string;
  readonly log: Pick<PluginContext['log'], 'warn' | 'error'>;
  readonly now: () => Date;
  /** The last word on whether it is a program. It is asked before the answer, so it must not take long. */
  readonly isBot: (isBot: boolean, visit: Visit) => boolean;
  /** The last word on who the visitor is, when the click is written. */
  readonly visitorKey: (visitor: string, context: VisitorContext) => Promise<string>;
  /** Told of each click in the transaction that stores it. */
  readonly announce: WriteClicksParts['announce'];
  /** Milliseconds until what came in is written. */
  readonly interval?: number;
  /** Clicks that are kept while the database is away. @default 20_000 */
  readonly capacity?: number;
}

const INTERVAL = 250;
const LONGEST_VISITOR = 22;
const LONGEST_PATH = 512;

/** Address and browser are here, until the click is written. */
interface Occurrence {
  readonly click: Omit<Click, 'visitor'>;
  readonly visit: Visit;
}

export function createClickRecorder(parts: ClickRecorderParts): ClickRecorder {
  const { calendar, salts, siteOrigin, log, now, isBot, visitorKey, interval = INTERVAL, capacity } = parts;

  async function identify({ click, visit }: Occurrence): Promise<Click> {
    const salt = await salts.of(calendar.dayOf(click.at));
    const { affiliateId } = click;
    const visitor = await visitorKey(visitorOf(salt, affiliateId, visit), { affiliateId, visit });
    return { ...click, visitor: visitor.slice(0, LONGEST_VISITOR) };
  }

  async function write(occurrences: readonly Occurrence[]): Promise<void> {
    await writeClicks(parts, await Promise.all(occurrences.map(identify)));
  }

  const buffer = createWriteBuffer({ what: 'clicks', log, write, interval, ...(capacity && { capacity }) });

  const isCounted: ClickRecorder['isCounted'] = async (visit) =>
    isOpened(visit) && !isBot(await isProgram(visit), visit);

  return {
    isCounted,
    async record({ affiliate, target, campaign }, { method, headers, remoteAddress }) {
      // A request holds much more, and would be kept with it.
      const visit: Visit = { method, headers, remoteAddress };
      if (!(await isCounted(visit))) return null;
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
      buffer.push({ click, visit });
      return click.id;
    },
    flush: buffer.flush,
    close: buffer.close,
  };
}

/** Queries may hold what nobody else should read, so they are left out. */
function landingPathOf(target: URL, siteOrigin: string): string {
  const path = target.origin === siteOrigin ? target.pathname : target.origin + target.pathname;
  return path.slice(0, LONGEST_PATH);
}
