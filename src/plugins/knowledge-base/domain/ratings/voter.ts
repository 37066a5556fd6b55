import { randomBytes } from 'node:crypto';
import type { OwnedHooks } from '../../../../hooks.js';
import type { Site, User } from '../../../../index.js';
import { type OwnedVisitors, serialiseCookie } from '../../../../pages.js';
import type { RestRequest } from '../../../../rest.js';
import type { OwnedSignatures } from '../../../../services.js';

/** Request data that identifies a visitor, from REST or a page. */
export type ReaderFormRequest = Pick<RestRequest, 'user' | 'cookies' | 'headers' | 'remoteAddress'>;

/** A visitor as passed to hooks. */
export interface Visitor {
  readonly user: User | null;
  /** `u:7` for an account, otherwise an irreversible digest. */
  readonly key: string;
}

/** A visitor with the data for the response to a vote. */
export interface Voter {
  readonly visitor: Visitor;
  /** Counted by rate limits: the visitor's key, and of a new visitor also that of the network and browser. */
  readonly limitKeys: readonly string[];
  /** Value of `Set-Cookie` that identifies the visitor later; null if not needed. */
  readonly setCookie: string | null;
}

/** Distinguishes voters without identifying them. Stores neither IP addresses nor anything to look them up by. */
export interface Voters {
  /**
   * Identifies the visitor who votes on an article: by account, by cookie, or else as a new one. People behind one
   * address stay apart; the network only limits how many votes count. Must not be called inside a transaction.
   */
  voter(request: ReaderFormRequest, articleId: number): Promise<Voter>;
  /** Identifies a visitor who has an account or voted before; null for others. */
  existing(request: Pick<ReaderFormRequest, 'user' | 'cookies'>, articleId: number): Promise<Visitor | null>;
}

const COOKIE_PURPOSE = 'voter';
const KEY_PURPOSE = 'voter-key';
/** Seconds. */
const COOKIE_LIFE = 180 * 24 * 60 * 60;
const ID_BYTES = 16;

export function createVoters(parts: {
  readonly signatures: OwnedSignatures;
  readonly visitors: Pick<OwnedVisitors, 'identify'>;
  readonly site: Site;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
}): Voters {
  const { signatures, visitors, site, hooks } = parts;
  const cookieName = site.secure ? '__Host-kb_voter' : 'kb_voter';

  function readCookie(cookies: ReadonlyMap<string, string>): string | null {
    // Cookies of 0.2 contain more words.
    return signatures.verify(COOKIE_PURPOSE, cookies.get(cookieName))?.split(' ')[0] || null;
  }

  const keyOfId = (id: string): string => macOf(signatures.sign(KEY_PURPOSE, id));

  const filtered = (key: string, user: User | null, articleId: number): Promise<string> =>
    hooks.applyFiltersAsync('vendor_kb_visitor_key', key, { user, articleId });

  async function findExisting(
    { user, cookies }: Pick<ReaderFormRequest, 'user' | 'cookies'>,
    articleId: number,
  ): Promise<Visitor | null> {
    if (user) return { user, key: await filtered(accountKey(user.id), user, articleId) };
    const id = readCookie(cookies);
    return id === null ? null : { user, key: await filtered(keyOfId(id), user, articleId) };
  }

  return {
    existing: findExisting,
    async voter(request, articleId) {
      const visitor = await findExisting(request, articleId);
      if (visitor) return { visitor, limitKeys: [visitor.key], setCookie: null };
      const id = randomBytes(ID_BYTES).toString('base64url');
      const key = await filtered(keyOfId(id), null, articleId);
      const value = signatures.sign(COOKIE_PURPOSE, id, COOKIE_LIFE);
      const network = await visitors.identify(request).key({ scope: 'vote' });
      return {
        visitor: { user: null, key },
        limitKeys: network === null ? [key] : [network, key],
        setCookie: serialiseCookie(cookieName, value, { maxAge: COOKIE_LIFE * 1000, secure: site.secure }),
      };
    },
  };
}

/** Returns the key of an account's votes. */
export function accountKey(userId: number): string {
  return `u:${userId}`;
}

/** Returns the HMAC-SHA256 at the end of a signed text. */
function macOf(signed: string): string {
  return signed.slice(signed.lastIndexOf('.') + 1);
}
