import { HostError } from '../errors.js';

/** Options of {@link serialiseCookie}. */
export interface CookieOptions {
  /** Milliseconds until the browser deletes the cookie; 0 deletes it immediately. Absent: a session cookie. */
  readonly maxAge?: number;
  /** Whether to send the cookie over HTTPS only: `site.secure`. */
  readonly secure: boolean;
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Parses a Cookie header (RFC 6265).
 * The first of two cookies with the same name wins, because it has the more specific path. A value with invalid
 * percent-encoding is returned unchanged.
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator < 1) continue;
    const name = pair.slice(0, separator).trim();
    if (!NAME.test(name) || cookies.has(name)) continue;
    cookies.set(name, decode(pair.slice(separator + 1).trim()));
  }
  return cookies;
}

/**
 * Serializes a Set-Cookie value for the whole site: `HttpOnly`, `SameSite=Lax`. The value may be any text.
 * @throws HostError `cookie_name_invalid`
 * @example
 * headers: { 'Set-Cookie': serialiseCookie('acme_units', 'metric', { secure: site.secure }) },
 */
export function serialiseCookie(name: string, value: string, { maxAge, secure }: CookieOptions): string {
  if (!NAME.test(name)) {
    throw new HostError('cookie_name_invalid', `"${name}" is not a cookie name. Use letters, digits, "_" and "-".`);
  }
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (maxAge !== undefined) parts.push(`Max-Age=${Math.max(0, Math.floor(maxAge / 1000))}`);
  if (secure) parts.push('Secure');
  return parts.join('; ');
}

/** Name of the session cookie. Over HTTPS, the `__Host-` prefix stops subdomains from planting the cookie. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-cms_session' : 'cms_session';
}

/** Name of the cookie that holds the token of an emailed link, so that the token does not stay in the URL. */
export function resetCookieName(secure: boolean): string {
  return secure ? '__Host-cms_password_reset' : 'cms_password_reset';
}

/** Builds the Set-Cookie value that signs a browser in until `expiresAt`. */
export function sessionCookie(token: string, options: { readonly secure: boolean; readonly expiresAt: Date }): string {
  const maxAge = options.expiresAt.getTime() - Date.now();
  return serialiseCookie(sessionCookieName(options.secure), token, { maxAge, secure: options.secure });
}

/** Builds the Set-Cookie value that signs a browser out. */
export function expiredSessionCookie(secure: boolean): string {
  return serialiseCookie(sessionCookieName(secure), '', { maxAge: 0, secure });
}

function decode(value: string): string {
  const bare = value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
  if (!bare.includes('%')) return bare;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
