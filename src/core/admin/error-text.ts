import type { HostError } from '../errors.js';
import { PASSWORD_LENGTH } from '../identity/user-fields.js';
import type { Strings } from '../templates/strings.js';

/**
 * An error in the reader's language: `error.` and its code is the text's key, and what the error knows stands in for the
 * text's places. Its own message where there is no text.
 */
export function errorText({ code, message, data }: HostError, strings: Strings): string {
  const minutes = Math.ceil(Number(data.retry_after) / 60);
  switch (code) {
    case 'incorrect_password':
      return strings.text('login.incorrect');
    case 'login_too_many_attempts':
      return strings.text('login.too-many', { count: minutes });
    case 'email_confirmation_expired':
      return strings.text('confirm.expired');
    case 'email_confirmation_too_many':
      return strings.text('confirm.too-many');
    case 'password_reset_too_many':
      return strings.text('lost.too-many', { count: minutes });
    case 'rest_user_invalid_password':
      return strings.text('password.length', { minimum: PASSWORD_LENGTH.min, maximum: PASSWORD_LENGTH.max });
    case 'rest_user_weak_password':
      return strings.text('password.weak');
    default:
      return strings.has(`error.${code}`) ? strings.text(`error.${code}`, placesOf(data)) : message;
  }
}

/** The headers of a page that shows an error: when to come back, where that is known. */
export function errorHeaders(error: HostError | null): Record<string, string> {
  const wait = error?.data.retry_after;
  return { 'Cache-Control': 'no-store', ...(wait === undefined ? {} : { 'Retry-After': String(wait) }) };
}

function placesOf(data: HostError['data']): Record<string, string | number> {
  const plain = ([, value]: [string, unknown]): boolean => typeof value === 'string' || typeof value === 'number';
  return Object.fromEntries(Object.entries(data).filter(plain)) as Record<string, string | number>;
}
