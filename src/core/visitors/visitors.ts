import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import { addDays, createCalendar } from '../calendar.js';
import type { Database } from '../database/database.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { Site } from '../site.js';
import { type DailyVisit, deleteVisits, recordVisits } from './daily-visits.js';
import './hooks.js';
import { utc } from '../database/codec.js';

/** Random salts, one per plugin and day, shared by all processes of the site. */
interface Salts {
  /**
   * Returns the salt of a plugin and day, and creates it if there is none. Do not call it inside a transaction, which
   * would not see the salt that another process creates at the same time.
   */
  of(owner: string, day: string): Promise<string>;
  /** Deletes the salts created before a time. */
  purge(before: Date): Promise<void>;
}

const BYTES = 32;

/** Request data that distinguishes visitors. Requests of routes and pages have it. */
export interface VisitorRequest {
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress?: string | undefined;
  /** Decoded cookies by name, for consent managers (`visitor_consent`). */
  readonly cookies?: ReadonlyMap<string, string>;
}

/** Options of a visitor's key. */
export interface VisitorKeyOptions {
  /**
   * Time of the visit. Visits on different days of the site's time zone have different keys.
   * @default now
   */
  readonly at?: Date;
  /**
   * Subject of the key, such as an article. Keys of different subjects cannot be linked to each other.
   * @default ''
   */
  readonly scope?: number | string;
}

/**
 * A visitor, by the truncated IP address and the browser. It holds neither the address nor the request, so it can be
 * buffered.
 */
export interface AnonymousVisitor {
  /** Whether the visitor must not be told apart from others: DNT, Global Privacy Control, or no consent. */
  readonly isOptedOut: boolean;
  /** Whether the visitor is a crawler or a script. Clients without a user agent are. */
  isBot(): Promise<boolean>;
  /**
   * Returns a key of 22 characters, the same for all visits of a day. It cannot be traced back once its salt is
   * deleted, after 48 hours. Do not call this inside a transaction.
   * @returns null for visitors who opted out
   */
  key(options?: VisitorKeyOptions): Promise<string | null>;
}

/**
 * Tells anonymous visitors apart within a day, under one privacy rule: addresses are truncated to /24 (IPv4) or /48
 * (IPv6) before they are hashed with a daily salt, and visitors can opt out. Keys of different plugins cannot be linked.
 *
 * ```ts
 * const visitor = visitors.identify(request);
 * if (await visitor.isBot()) return;
 * const key = await visitor.key({ scope: recipe.id });
 * ```
 */
export interface OwnedVisitors {
  /** Identifies the visitor of a request, after asking for consent (filter `visitor_consent`). */
  identify(request: VisitorRequest): AnonymousVisitor;
  /**
   * Stores visits, to count distinct visitors of a day. Call it in the transaction that stores the counts, after a
   * statement that locks the day, such as an upsert of its row. Visits are deleted after two days.
   *
   * ```ts
   * await db.transaction(async () => {
   *   await db.upsert('acme_days', { day, visitors: 0 }, ['day'], {});
   *   const first = await visitors.recordVisits([{ day, scope: 'menu', visitor: key }]);
   *   await db.accumulate('acme_days', [{ day, visitors: first.length }], ['day'], ['visitors']);
   * });
   * ```
   * @returns the visits that are the first of their visitor in the scope on that day, each once
   */
  recordVisits(visits: readonly DailyVisit[]): Promise<DailyVisit[]>;
}

/** Visitors of all plugins. */
export interface Visitors {
  forOwner(owner: string): OwnedVisitors;
  /** Deletes expired salts and visits. The host does this every hour. */
  forgetOld(): Promise<void>;
}

export interface VisitorsParts {
  readonly db: Database;
  readonly site: Pick<Site, 'timezone'>;
  readonly hooks: Pick<Hooks, 'applyFilters'>;
  readonly log: Pick<Logger, 'error'>;
  readonly now?: () => Date;
}

const HOUR = 3_600_000;

const SALT_LIFE = 48 * HOUR;

/** Days for which visitors can be recognized, which is as long as their salts exist. */
const VISIT_DAYS = 2;

const KEY_BYTES = 16;

/** Maximum number of characters used of a user agent, because clients choose its length. */
const MAX_AGENT_LENGTH = 512;

export function createVisitors({ db, site, hooks, log, now = () => new Date() }: VisitorsParts): Visitors {
  const calendar = createCalendar(site.timezone);
  const salts = createSalts(db, now);

  function hasConsent(request: VisitorRequest): boolean {
    const { headers } = request;
    const isGranted = headerOf(headers, 'dnt') !== '1' && headerOf(headers, 'sec-gpc') !== '1';
    try {
      return hooks.applyFilters('visitor_consent', isGranted, request);
    } catch (error) {
      log.error({ err: error }, 'The consent of a visitor could not be checked; the visitor is not recognized');
      return false;
    }
  }

  function identify(owner: string, request: VisitorRequest): AnonymousVisitor {
    const network = truncateAddress(request.remoteAddress);
    // Copied, because a slice keeps the whole header in memory.
    const agent = Buffer.from(headerOf(request.headers, 'user-agent').slice(0, MAX_AGENT_LENGTH)).toString();
    const isOptedOut = !hasConsent(request);
    return {
      isOptedOut,
      isBot: () => isBot(agent),
      async key({ at = now(), scope = '' } = {}) {
        if (isOptedOut) return null;
        const salt = await salts.of(owner, calendar.dayOf(at));
        const digest = createHmac('sha256', salt)
          .update(JSON.stringify([network, agent, scope]))
          .digest();
        return digest.subarray(0, KEY_BYTES).toString('base64url');
      },
    };
  }

  return {
    forOwner: (owner) => ({
      identify: (request) => identify(owner, request),
      recordVisits: (visits) => recordVisits(db, owner, visits),
    }),
    async forgetOld() {
      const time = now();
      await salts.purge(new Date(time.getTime() - SALT_LIFE));
      await deleteVisits(db, addDays(calendar.dayOf(time), -VISIT_DAYS));
    },
  };
}

/** Creates the visitors of a host, and deletes expired data every hour. */
export function createHostVisitors(parts: VisitorsParts & { readonly schedules: Pick<Schedules, 'add'> }): Visitors {
  const visitors = createVisitors(parts);
  parts.schedules.add(
    {
      name: 'core_forget_visitors',
      title: 'Delete expired visitor salts',
      every: HOUR,
      overlap: false,
      run: visitors.forgetOld,
    },
    'core',
  );
  return visitors;
}

/** Whether a user agent is one of a crawler or a script. An empty one is. */
export async function isBot(agent: string): Promise<boolean> {
  if (agent === '') return true;
  // Loaded with the first visitor, because it is not needed at startup.
  const { isbot } = await import('isbot');
  return isbot(agent);
}

/** Truncates an IP address to /24 (IPv4, also in IPv6 notation) or /48 (IPv6); '' without an address. */
export function truncateAddress(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString()
    : new ipaddr.IPv4([...parsed.octets.slice(0, 3), 0]).toString();
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  return [headers[name] ?? ''].flat().join().trim();
}

function createSalts(db: Database, now: () => Date): Salts {
  /** Salts of today and, around midnight, of yesterday. */
  const cached = new Map<string, { readonly day: string; readonly salt: Promise<string> }>();

  async function read(owner: string, day: string): Promise<string | undefined> {
    const row = await db.query
      .selectFrom('visitor_salts')
      .select('salt')
      .where('owner', '=', owner)
      .where('day', '=', day)
      .executeTakeFirst();
    return row?.salt;
  }

  async function readOrCreate(owner: string, day: string): Promise<string> {
    const stored = await read(owner, day);
    if (stored !== undefined) return stored;
    const row = { owner, day, salt: randomBytes(BYTES).toString('base64url'), created_at: utc.encode(now()) };
    await db.upsert('visitor_salts', row, ['owner', 'day'], {});
    // Another process may have created it first.
    return (await read(owner, day)) ?? row.salt;
  }

  /** Deleted salts must not survive in memory. */
  function dropOld(day: string): void {
    const yesterday = addDays(day, -1);
    for (const [key, entry] of cached) if (entry.day < yesterday) cached.delete(key);
  }

  return {
    of(owner, day) {
      const key = `${day} ${owner}`;
      const cachedEntry = cached.get(key);
      if (cachedEntry) return cachedEntry.salt;
      dropOld(day);
      const salt = readOrCreate(owner, day);
      cached.set(key, { day, salt });
      salt.catch(() => cached.delete(key));
      return salt;
    },
    async purge(before) {
      cached.clear();
      await db.query.deleteFrom('visitor_salts').where('created_at', '<', utc.encode(before)).execute();
    },
  };
}
