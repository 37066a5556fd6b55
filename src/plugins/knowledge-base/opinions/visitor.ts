import { createHmac, randomBytes } from 'node:crypto';
import type { OwnedHooks } from '../../../hooks.js';
import type { Site, User } from '../../../index.js';
import { networkKey, serialiseCookie } from '../../../pages.js';
import type { RestRequest } from '../../../rest.js';
import type { OwnedSignatures } from '../../../services.js';
import type { Salts } from '../visitors/salts.js';

/** Request data that identifies a visitor, from REST or a page. */
export type OpinionRequest = Pick<RestRequest, 'user' | 'cookies' | 'headers' | 'remoteAddress'>;

/** A visitor as passed to hooks. */
export interface Visitor {
  readonly user: User | null;
  /** `u:7` for an account, otherwise an irreversible digest. */
  readonly key: string;
}

/** A visitor with the data for the response to a vote. */
export interface Voter {
  readonly visitor: Visitor;
  /** Value of `Set-Cookie` that identifies the visitor later; null if not needed. */
  readonly setCookie: string | null;
}

/** Distinguishes visitors without identifying them. Stores neither IP addresses nor anything to look them up by. */
export interface Visitors {
  /** Identifies the visitor who votes on an article. Must not be called inside a transaction. */
  voter(request: OpinionRequest, articleId: number): Promise<Voter>;
  /**
   * Identifies a visitor only by account or cookie.
   * An IP address would confuse people behind the same network.
   */
  known(request: Pick<OpinionRequest, 'user' | 'cookies'>, articleId: number): Promise<Visitor | null>;
}

/** Cookie of a browser that has voted before. */
interface VoterCookie {
  readonly id: string;
  /** Article of the first vote, and the key that vote got before there was a cookie. */
  readonly firstArticle: string;
  readonly firstKey: string;
}

const COOKIE_PURPOSE = 'voter';
const KEY_PURPOSE = 'voter-key';
const DAY = 24 * 60 * 60;
const COOKIE_LIFE = 180 * DAY;
const ID_BYTES = 16;

export function createVisitors(parts: {
  readonly signatures: OwnedSignatures;
  readonly salts: Salts;
  readonly site: Site;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
}): Visitors {
  const { signatures, salts, site, hooks } = parts;
  const cookieName = site.secure ? '__Host-kb_voter' : 'kb_voter';

  function readCookie(cookies: ReadonlyMap<string, string>): VoterCookie | null {
    const [id, firstArticle, firstKey] = signatures.verify(COOKIE_PURPOSE, cookies.get(cookieName))?.split(' ') ?? [];
    return id && firstArticle && firstKey ? { id, firstArticle, firstKey } : null;
  }

  /** The first vote keeps the key it got without a cookie, so that it cannot be cast again with one. */
  function keyOfCookie({ id, firstArticle, firstKey }: VoterCookie, articleId: number): string {
    return firstArticle === String(articleId) ? firstKey : macOf(signatures.sign(KEY_PURPOSE, id));
  }

  async function keyOfNetwork({ headers, remoteAddress }: OpinionRequest): Promise<string> {
    const salt = await salts.of(`w:${weekOf(new Date())}`);
    const agent = String(headers['user-agent'] ?? '');
    return createHmac('sha256', salt)
      .update(JSON.stringify([networkKey(remoteAddress), agent]))
      .digest('base64url');
  }

  const filtered = (key: string, user: User | null, articleId: number): Promise<string> =>
    hooks.applyFiltersAsync('vendor_kb_visitor_key', key, { user, articleId });

  async function known(
    { user, cookies }: Pick<OpinionRequest, 'user' | 'cookies'>,
    articleId: number,
  ): Promise<Visitor | null> {
    if (user) return { user, key: await filtered(accountKey(user.id), user, articleId) };
    const cookie = readCookie(cookies);
    return cookie && { user, key: await filtered(keyOfCookie(cookie, articleId), user, articleId) };
  }

  return {
    known,
    async voter(request, articleId) {
      const visitor = await known(request, articleId);
      if (visitor) return { visitor, setCookie: null };
      const key = await keyOfNetwork(request);
      const id = randomBytes(ID_BYTES).toString('base64url');
      const value = signatures.sign(COOKIE_PURPOSE, `${id} ${articleId} ${key}`, COOKIE_LIFE);
      return {
        visitor: { user: null, key: await filtered(key, null, articleId) },
        setCookie: serialiseCookie(cookieName, value, { maxAge: COOKIE_LIFE * 1000, secure: site.secure }),
      };
    },
  };
}

/** Returns the key of an account's votes. */
export function accountKey(userId: number): string {
  return `u:${userId}`;
}

/** Returns the ISO 8601 year and week in UTC: `2026-47`. */
export function weekOf(date: Date): string {
  // A week belongs to the year of its Thursday.
  const thursday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - Date.UTC(year, 0, 1)) / (DAY * 1000);
  return `${year}-${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

/** Returns the HMAC-SHA256 at the end of a signed text. */
function macOf(signed: string): string {
  return signed.slice(signed.lastIndexOf('.') + 1);
}
