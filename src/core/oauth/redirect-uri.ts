/** Loopback URLs of RFC 8252 section 7.3. `localhost` is excluded because it may resolve to another machine. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(\/.*)$/;

const MAX_LENGTH = 2000;

/** Query parameters that a response adds, so a redirect URI must not contain them. */
const OURS = ['code', 'state', 'iss', 'error', 'error_description'];

/**
 * Explains why a redirect URI cannot be registered, or returns null if it can.
 * Must be HTTPS, or HTTP to a loopback address for programs on the same computer, in the browser's normalized form,
 * without wildcards, usernames and fragments.
 */
export function redirectUriFault(address: string): string | null {
  if (address.length > MAX_LENGTH) return `A redirect URL has at most ${MAX_LENGTH} characters.`;
  if (!URL.canParse(address)) return `"${address}" is not a URL. Use a URL such as https://app.example.com/callback.`;
  const url = new URL(address);
  if (url.protocol !== 'https:' && !LOOPBACK.test(url.href)) {
    return `"${address}" must use https, or http with 127.0.0.1 or [::1]. Other URLs can be intercepted.`;
  }
  if (address.includes('#')) return `"${address}" has a fragment. Remove the part after the #.`;
  if (address.includes('*')) return `"${address}" has a wildcard. Register every URL.`;
  if (url.username !== '' || url.password !== '') return `"${address}" contains a user name. Remove it.`;
  if (url.href !== address) return `Use ${url.href} instead of "${address}", as browsers send it.`;
  const reserved = OURS.find((name) => url.searchParams.has(name));
  return reserved === undefined ? null : `"${address}" has the parameter ${reserved}, which the response sets.`;
}

/**
 * Whether a redirect URI matches a registered one byte for byte.
 * Only the port of a loopback URL may differ, because programs use any free port (RFC 8252 section 7.3).
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true;
  const bare = withoutPort(address);
  return bare !== null && registered.some((candidate) => withoutPort(candidate) === bare);
}

/** Whether the response goes to the user's own computer, where any other program could be listening instead. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

function withoutPort(address: string): string | null {
  const [, host, port = '80', rest] = LOOPBACK.exec(address) ?? [];
  return host === undefined || Number(port) < 1 || Number(port) > 65_535 ? null : `${host}${rest}`;
}
