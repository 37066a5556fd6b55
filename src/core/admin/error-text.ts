import type { HostError } from '../errors.js';
import { PASSWORD_LENGTH } from '../identity/user-fields.js';
import type { Strings } from '../templates/strings.js';

/**
 * Translates an error for the reader.
 * The text's key is `error.` and the error code, and the error's data fills the placeholders. Without a text, it
 * returns the error's own message.
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

/** Headers of a page that shows an error, with Retry-After if known. */
export function errorHeaders(error: HostError | null): Record<string, string> {
  const wait = error?.data.retry_after;
  return { 'Cache-Control': 'no-store', ...(wait === undefined ? {} : { 'Retry-After': String(wait) }) };
}

function placesOf(data: HostError['data']): Record<string, string | number> {
  const plain = ([, value]: [string, unknown]): boolean => typeof value === 'string' || typeof value === 'number';
  return Object.fromEntries(Object.entries(data).filter(plain)) as Record<string, string | number>;
}
