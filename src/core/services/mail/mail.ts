import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import { createSlots } from '../../concurrency/slots.js';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import { HostError, messageOf } from '../../errors.js';
import { isLoopback } from '../../loopback.js';
import { type Limit, type RateLimiter, secondsToWait } from '../rate-limit/rate-limiter.js';
import { checkMail, type MailMessage, oneLine } from './message.js';
import { createOutbox } from './outbox.js';

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

/** Formats an email according to RFC 5322 and MIME, the same for every transport. */
async function composeMail(message: MailMessage, sender: Sender): Promise<Uint8Array> {
  // Loaded with the first email: most processes never send one.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { to, subject, text, html, unsubscribe } = message;
  const composer = new MailComposer({
    from: { name: oneLine(sender.name), address: sender.address },
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Returns the headers of RFC 2369, and those of RFC 8058 for an https URL, to which programs may post. */
function unsubscribeHeaders(address: string | undefined): Record<string, string> {
  if (address === undefined) return {};
  const isOneClick = address.startsWith('https://');
  return {
    'List-Unsubscribe': `<${address}>`,
    ...(isOneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

/** Time limits for a mail server, in milliseconds. */
interface SmtpTimes {
  /** Limit for the connection, and for the greeting. */
  readonly connect: number;
  /** Maximum silence during a transfer. */
  readonly silence: number;
  /** Limit for the whole transfer, against servers that respond byte by byte. */
  readonly total: number;
}

const TIMES: SmtpTimes = { connect: 10_000, silence: 20_000, total: 60_000 };

/**
 * Creates a transport for a mail server. `smtp://` uses TLS if the server offers it, and requires it if a password is
 * sent to another machine; `smtps://` uses TLS from the start. Credentials in the URL are percent-encoded.
 */
function createSmtp(url: string, times: SmtpTimes = TIMES): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = protocol === 'smtps:';
  const auth = username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const options = {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(auth === null ? {} : { auth }),
    requireTLS: !secure && auth !== null && !isLoopback(host),
    connectionTimeout: times.connect,
    greetingTimeout: times.connect,
    dnsTimeout: times.connect,
    socketTimeout: times.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transporter: Promise<Transporter> | undefined;

  async function deliver({ bytes, from, to }: Parameters<MailTransport['deliver']>[0]): Promise<void> {
    transporter ??= import('nodemailer').then(({ createTransport }) => createTransport(options));
    const sending = (await transporter).sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(bytes) });
    await withTimeLimit<unknown>(sending, times.total, () => {
      throw new Error(`no response within ${times.total} ms`);
    });
  }

  return {
    leaves: true,
    async deliver(mail) {
      try {
        await deliver(mail);
      } catch (error) {
        const reason = messageOf(error);
        const message = `The mail server ${host}:${options.port} rejected the email: ${reason}. Check MORTISE_MAIL_URL and the log of the server.`;
        throw new HostError('mail_failed', message, { status: 502 }, { cause: error });
      }
    },
  };
}
