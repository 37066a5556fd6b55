import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { HostError } from '../../errors.js';
import type { MailTransport } from './mail.js';

/**
 * Keeps mails as files that mail programs open, `2026-03-14T09-26-53.589Z-1f0c….eml`, for sites that have not been
 * told of a mail server. They hold links that let in whoever reads them, so nobody but the owner of the process may.
 * @param url `file:` and a folder, which is made with the first mail
 */
export function createOutbox(url: string, log: Logger): MailTransport {
  const folder = outboxFolder(url);
  let isAnnounced = false;
  return {
    leaves: false,
    async deliver({ bytes }) {
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(6).toString('hex')}`;
      const draft = path.join(folder, `.${name}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(draft, bytes, { mode: 0o600, flag: 'wx' });
        await rename(draft, path.join(folder, `${name}.eml`));
      } catch (error) {
        const message = `The mail could not be written to ${folder}. Make the folder writable, or set MORTISE_MAIL_URL to a mail server.`;
        throw new HostError('mail_failed', message, { status: 502 }, { cause: error });
      }
      if (isAnnounced) return;
      isAnnounced = true;
      log.warn(
        { folder },
        'No mail leaves this machine: mails are written to files. Set MORTISE_MAIL_URL to send them',
      );
    },
  };
}

/** The folder of a `file:` address; one without two slashes may be relative. */
export function outboxFolder(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : path.resolve(url.slice('file:'.length));
}
