import { HostError } from '../../errors.js';
import { parseEmail } from '../../identifiers.js';

/** Email to one recipient. */
export interface MailMessage {
  /** Single address without a display name. */
  readonly to: string;
  /** Line breaks and other control characters become spaces. */
  readonly subject: string;
  readonly text: string;
  /** HTML version. Clients that cannot display it show the text. */
  readonly html?: string | undefined;
  /**
   * URL at which the recipient unsubscribes from emails of this type without signing in; mail clients show a button for
   * it (RFC 2369). An https URL must accept a POST of `List-Unsubscribe=One-Click` from anyone and act without
   * confirmation (RFC 8058). A GET must change nothing, since programs follow links before people do.
   */
  readonly unsubscribe?: string | undefined;
  /**
   * Whether it is unproven that the address belongs to the person who entered it. These emails count against a
   * site-wide limit, and should contain no text written by strangers. @default false
   */
  readonly isUnverified?: boolean | undefined;
}

/**
 * Validates an email, whatever its parts were made from: exactly one recipient, and no header injection.
 * @throws HostError `mail_invalid` (400)
 */
export function checkMail({ to, subject, text, html, unsubscribe, isUnverified }: MailMessage): MailMessage {
  const address = typeof to === 'string' ? parseEmail(to) : null;
  if (address === null) throw invalid('to', 'An email needs one address such as name@example.com in "to".');
  if (typeof subject !== 'string' || oneLine(subject) === '') throw invalid('subject', 'An email needs a subject.');
  if (typeof text !== 'string' || text.trim() === '') throw invalid('text', 'An email needs a text.');
  if (html !== undefined && typeof html !== 'string') throw invalid('html', 'The html of an email must be a string.');
  if (unsubscribe !== undefined && !isWebAddress(unsubscribe)) {
    throw invalid('unsubscribe', '"unsubscribe" must be a URL that begins with https://, without spaces.');
  }
  return { to: address, subject: oneLine(subject), text, html, unsubscribe, isUnverified };
}

/** Whether a URL can be put between angle brackets in a header. */
function isWebAddress(text: unknown): text is string {
  return typeof text === 'string' && /^https?:\/\/[!-;=?-~]+$/.test(text) && URL.canParse(text);
}

/** Replaces line breaks and control characters, so that a text cannot end its header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function invalid(field: string, message: string): HostError {
  return new HostError('mail_invalid', message, { status: 400, field });
}
