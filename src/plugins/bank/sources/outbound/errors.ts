import { HostError } from '../../../../index.js';

/**
 * Error for a failed source.
 * @param message says what the server did and what to do; no URLs, which contain secrets for some banks
 */
export function sourceFailed(message: string): HostError {
  return new HostError('vendor_bank_source_failed', message, { status: 502 });
}

export function privateAddress(hostname: string): HostError {
  const message = `${hostname} is in a private network, and sources there are not allowed. Use a public URL, or allow private networks in code: bank({ outbound: { allowPrivate: true } }).`;
  return new HostError('vendor_bank_address_private', message, { status: 422 });
}

/**
 * Error for a source that exceeded its time limit.
 * @param ms total time waited
 */
export function sourceTimedOut(name: string, ms: number): HostError {
  const message = `The source "${name}" took more than ${ms / 1000} seconds and was stopped. Its earlier files are stored; the next run tries again. Fix it, or raise the limit in the settings.`;
  return new HostError('vendor_bank_source_timeout', message, { status: 504, source: name });
}

/**
 * Error for a source that yields too many files.
 * @param most maximum files per run
 */
export function sourceEndless(name: string, most: number): HostError {
  const message = `The source "${name}" returned more than ${most} files. These are stored; the next run continues. If it never ends, fix the source.`;
  return new HostError('vendor_bank_source_endless', message, { status: 502, source: name });
}

/**
 * Error for a source that breaks the contract of {@link Source}.
 * @param what description of the invalid value
 */
export function sourceInvalid(name: string, what: string): HostError {
  const message = `The source "${name}" returned ${what}. This is a bug in the source.`;
  return new HostError('vendor_bank_source_invalid', message, { status: 500, source: name });
}

/**
 * Error for a source that the bank allows to be fetched only later.
 * @param seconds until then
 */
export function askedTooSoon(message: string, seconds: number): HostError {
  const headers = { 'Retry-After': String(seconds) };
  return new HostError('vendor_bank_too_soon', message, { status: 429, retryAfter: seconds, headers });
}
