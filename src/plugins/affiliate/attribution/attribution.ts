import type { Site } from '../../../index.js';
import { serialiseCookie } from '../../../pages.js';
import type { OwnedSignatures } from '../../../services.js';
import { type AffiliateDirectory, isActive, type KnownAffiliate } from '../clicks/directory.js';
import type { Visit } from '../clicks/visit.js';

/** Attribution model: the click of a visitor that earns the conversion. */
export type AttributionModel = 'first' | 'last';

/** Click stored in a browser's cookie. */
export interface AttributedClick {
  readonly code: string;
  readonly clickId: string;
  readonly at: Date;
}

export interface Attribution {
  /**
   * Returns the click stored in the cookie, or null if it is missing, tampered with or expired.
   * @param cookies of the request
   */
  read(cookies: ReadonlyMap<string, string>): AttributedClick | null;
  /**
   * Returns the Set-Cookie value after a click, or null if the browser keeps its cookie. That depends on the model
   * and on whether the visitor may get one.
   */
  remember(click: AttributedClick, affiliate: KnownAffiliate, visitor: VisitorCookies): Promise<string | null>;
}

export interface VisitorCookies {
  readonly visit: Visit;
  readonly cookies: ReadonlyMap<string, string>;
}

export interface AttributionParts {
  readonly site: Pick<Site, 'secure'>;
  readonly signatures: OwnedSignatures;
  readonly directory: AffiliateDirectory;
  /** Returns the attribution model for visitors of this affiliate. Called on every click. */
  readonly modelFor: (affiliate: KnownAffiliate) => Promise<AttributionModel>;
  /** Returns the days for which a click counts; 0 for no cookie. */
  readonly daysFor: (affiliate: KnownAffiliate) => Promise<number>;
  /** Whether the visitor may get a cookie. */
  readonly canSetCookie: (visitor: VisitorCookies) => Promise<boolean>;
}

export const COOKIE_NAME = 'vendor_aff';
const PURPOSE = 'attribution';
const DAY = 86_400;
/** `code.click_id.timestamp`, with the timestamp in milliseconds since 1970. */
const CLICK = /^([a-z0-9][a-z0-9_-]{2,31})\.([0-9a-z]{26})\.(\d{1,15})$/i;

export function createAttribution(parts: AttributionParts): Attribution {
  const { site, signatures, directory, modelFor, daysFor, canSetCookie } = parts;

  function read(cookies: ReadonlyMap<string, string>): AttributedClick | null {
    const text = signatures.verify(PURPOSE, cookies.get(COOKIE_NAME)) ?? '';
    const [, code, clickId, time] = CLICK.exec(text) ?? [];
    return code && clickId && time ? { code, clickId, at: new Date(Number(time)) } : null;
  }

  /** A cookie of an inactive affiliate does not block others from being credited. */
  async function isTaken(cookies: ReadonlyMap<string, string>, affiliate: KnownAffiliate): Promise<boolean> {
    const carried = read(cookies);
    if (carried === null || (await modelFor(affiliate)) !== 'first') return false;
    return isActive(await directory.byCode(carried.code));
  }

  return {
    read,
    async remember({ code, clickId, at }, affiliate, visitor) {
      if (!(await canSetCookie(visitor)) || (await isTaken(visitor.cookies, affiliate))) return null;
      const life = Math.floor((await daysFor(affiliate)) * DAY);
      if (!(life > 0)) return null;
      const signed = signatures.sign(PURPOSE, `${code}.${clickId}.${at.getTime()}`, life);
      return serialiseCookie(COOKIE_NAME, signed, { maxAge: life * 1000, secure: site.secure });
    },
  };
}
