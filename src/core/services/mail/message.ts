import { HostError } from '../../errors.js';
import { parseEmail } from '../../identifiers.js';

/** A mail to one person. */
export interface MailMessage {
  /** One address, without a name. */
  readonly to: string;
  /** Line breaks and other control characters become spaces. */
  readonly subject: string;
  readonly text: string;
  /** The same as a document; whoever cannot show it shows the text. */
  readonly html?: string | undefined;
  /**
   * Where whoever gets it stops mails of this kind, without logging in: mail programs show a button for it (RFC 2369). An
   * address of https must take a POST of the form `List-Unsubscribe=One-Click` from anybody, at once and without asking
   * back (RFC 8058); what is fetched from it must change nothing, since programs look at links before people do.
   */
  readonly unsubscribe?: string | undefined;
  /**
   * Whether nobody has proven that the address belongs to the person who gave it. Such mails count against a limit of the
   * whole site, and should contain no text that a stranger wrote. Default `false`.
   */
  readonly isUnverified?: boolean | undefined;
}

/**
 * What may go into a mail, whatever its parts were made from: exactly one recipient, and headers that end where they
 * should.
 * @throws HostError `mail_invalid` (400)
 */
export function checkMail({ to, subject, text, html, unsubscribe, isUnverified }: MailMessage): MailMessage {
  const address = typeof to === 'string' ? parseEmail(to) : null;
  if (address === null) throw invalid('to', 'A mail needs one address such as name@example.com in "to".');
  if (typeof subject !== 'string' || oneLine(subject) === '') throw invalid('subject', 'A mail needs a subject.');
  if (typeof text !== 'string' || text.trim() === '') throw invalid('text', 'A mail needs a text.');
  if (html !== undefined && typeof html !== 'string') throw invalid('html', 'The html of a mail is a string.');
  if (unsubscribe !== undefined && !isWebAddress(unsubscribe)) {
    throw invalid('unsubscribe', 'The address in "unsubscribe" begins with https:// and stands in one piece.');
  }
  return { to: address, subject: oneLine(subject), text, html, unsubscribe, isUnverified };
}

/** An address that can stand between angle brackets in a header. */
function isWebAddress(text: unknown): text is string {
  return typeof text === 'string' && /^https?:\/\/[!-;=?-~]+$/.test(text) && URL.canParse(text);
}

/** Text that cannot end the header it stands in. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function invalid(field: string, message: string): HostError {
  return new HostError('mail_invalid', message, { status: 400, field });
}
