import type { Logger } from 'pino';
import { createSlots } from '../../concurrency/slots.js';
import { HostError } from '../../errors.js';
import { type Limit, type RateLimiter, secondsToWait } from '../rate-limit/rate-limiter.js';
import { composeMail } from './compose.js';
import { checkMail, type MailMessage } from './message.js';
import { createOutbox } from './outbox.js';
import { createSmtp, type SmtpTimes } from './smtp.js';

/** Sends mails, or keeps them where nothing is set up to send them. */
export interface Mail {
  /** Whether mails leave this machine; false while they are only written to files. */
  readonly leaves: boolean;
  /**
   * Hands a mail over to the mail server, which is no promise that it arrives. Takes seconds: send from where nobody
   * waits, and after the transaction that the mail is about.
   * @throws HostError `mail_invalid` (400) for an address or text that cannot be, `mail_limit` (429) after too many mails
   *   to unverified addresses, `mail_failed` (502) when it was not accepted in time
   */
  send(message: MailMessage): Promise<void>;
}

/** Who the mails are from. */
export interface Sender {
  /** What readers see, mostly the site's name. */
  readonly name: string;
  /** Answers and failures go there. */
  readonly address: string;
}

/** A composed mail on its way. */
export interface ComposedMail {
  /** RFC 5322, with CRLF. */
  readonly bytes: Uint8Array;
  readonly from: string;
  readonly to: string;
}

/** Where composed mails go. */
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
  /** Counts mails to unverified addresses; without it they have no limit. */
  readonly limiter?: RateLimiter;
  readonly times?: SmtpTimes;
}

/** Connections to the mail server at once. */
const MAX_CONCURRENT = 4;
/** Mails of the whole site to addresses that strangers gave: more would get its sender blocked. */
const TO_UNVERIFIED: Limit = { max: 300, windowMs: 60 * 60_000 };

/** The mail service of a host, with the transport that the address names. */
export function createMail({ url, sender, log, limiter, times }: MailOptions): Mail {
  const transport = url.startsWith('file:') ? createOutbox(url, log) : createSmtp(url, times);
  const withSlot = createSlots(MAX_CONCURRENT);

  async function countUnverified(): Promise<void> {
    const { allowed, retryAfterMs } = (await limiter?.consume('mail|unverified', TO_UNVERIFIED)) ?? UNLIMITED;
    if (allowed) return;
    const message = 'Too many mails went to unverified addresses in the last hour. Try again later.';
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
