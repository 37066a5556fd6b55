import type { Logger } from 'pino';
import { createSlots } from '../../concurrency/slots.js';
import { HostError } from '../../errors.js';
import { type Limit, type RateLimiter, secondsToWait } from '../rate-limit/rate-limiter.js';
import { composeMail } from './compose.js';
import { checkMail, type MailMessage } from './message.js';
import { createOutbox } from './outbox.js';
import { createSmtp, type SmtpTimes } from './smtp.js';

/** Sends emails, or writes them to files if no mail server is configured. */
export interface Mail {
  /** Whether emails leave this machine; false while they are only written to files. */
  readonly leaves: boolean;
  /**
   * Sends an email to the mail server, which does not guarantee delivery. Takes seconds: call it where no user waits,
   * and after the transaction that the email is about.
   * @throws HostError `mail_invalid` (400) for an invalid address or text, `mail_limit` (429) after too many emails
   *   to unverified addresses, `mail_failed` (502) if it was not accepted in time
   */
  send(message: MailMessage): Promise<void>;
}

/** Sender of the emails. */
export interface Sender {
  /** Display name, usually the name of the site. */
  readonly name: string;
  /** Address for replies and bounces. */
  readonly address: string;
}

/** Formatted email. */
export interface ComposedMail {
  /** RFC 5322 message with CRLF line endings. */
  readonly bytes: Uint8Array;
  readonly from: string;
  readonly to: string;
}

/** Transport for formatted emails. */
export interface MailTransport {
  readonly leaves: boolean;
  /** @throws HostError `mail_failed` */
  deliver(mail: ComposedMail): Promise<void>;
}

export interface MailOptions {
  /** `smtp://`, `smtps://`, or `file:` and a folder. */
  readonly url: string;
  readonly sender: Sender;
  readonly log: Logger;
  /** Limits emails to unverified addresses; without it there is no limit. */
  readonly limiter?: RateLimiter;
  readonly times?: SmtpTimes;
}

/** Maximum number of concurrent connections to the mail server. */
const MAX_CONCURRENT = 4;
/** Site-wide limit of emails to unverified addresses: more would get the sender blocked. */
const TO_UNVERIFIED: Limit = { max: 300, windowMs: 60 * 60_000 };

/** Creates the mail service of a host, with the transport named by the URL. */
export function createMail({ url, sender, log, limiter, times }: MailOptions): Mail {
  const transport = url.startsWith('file:') ? createOutbox(url, log) : createSmtp(url, times);
  const withSlot = createSlots(MAX_CONCURRENT);

  async function countUnverified(): Promise<void> {
    const { allowed, retryAfterMs } = (await limiter?.consume('mail|unverified', TO_UNVERIFIED)) ?? UNLIMITED;
    if (allowed) return;
    const message = 'Too many emails were sent to unverified addresses in the last hour. Try again later.';
    throw new HostError('mail_limit', message, { status: 429, retry_after: secondsToWait(retryAfterMs) });
  }

  return {
    leaves: transport.leaves,
    async send(message) {
      const checked = checkMail(message);
      if (checked.isUnverified) await countUnverified();
      await withSlot(async () => {
        const bytes = await composeMail(checked, sender);
        await transport.deliver({ bytes, from: sender.address, to: checked.to });
      });
    },
  };
}

const UNLIMITED = { allowed: true, retryAfterMs: 0 } as const;
