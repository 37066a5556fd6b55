import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { HostError } from '../../errors.js';
import type { MailTransport } from './mail.js';

/**
 * Creates a transport that writes emails to `.eml` files, for sites without a mail server. Files are named like
 * `2026-03-14T09-26-53.589Z-1f0c….eml`. They contain login links, so only the owner of the process may read them.
 * @param url `file:` and a folder, which is created with the first email
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
        const message = `The email could not be written to ${folder}. Make the folder writable, or set MORTISE_MAIL_URL to a mail server.`;
        throw new HostError('mail_failed', message, { status: 502 }, { cause: error });
      }
      if (isAnnounced) return;
      isAnnounced = true;
      log.warn({ folder }, 'Emails are written to files. Set MORTISE_MAIL_URL to send them');
    },
  };
}

/** Returns the folder of a `file:` URL; without two slashes it may be relative. */
export function outboxFolder(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : path.resolve(url.slice('file:'.length));
}
