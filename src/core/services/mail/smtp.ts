import type { Transporter } from 'nodemailer';
import { withTimeLimit } from '../../concurrency/time-limit.js';
import { HostError, messageOf } from '../../errors.js';
import { isLoopback } from '../../loopback.js';
import type { MailTransport } from './mail.js';

/** Time limits for a mail server, in milliseconds. */
export interface SmtpTimes {
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
export function createSmtp(url: string, times: SmtpTimes = TIMES): MailTransport {
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
