import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMail, type Mail } from '../../../../src/core/services/mail/mail.js';
import { createOutboxFolder, type Outbox } from '../../../support/outbox.js';
import { describeMail } from '../mail-contract.js';

const SILENT = pino({ level: 'silent' });
const ADDRESS = 'noreply@example.com';

describeMail('mails that are kept as files', async ({ name }) => {
  const outbox = await createOutboxFolder();
  const mail = createMail({ url: outbox.url, sender: { name, address: ADDRESS }, log: SILENT });
  return { mail, received: outbox.mails, close: outbox.remove };
});

describe('outbox folder', () => {
  let outbox: Outbox;
  let mail: Mail;
  let lines: string[];
  beforeEach(async () => {
    outbox = await createOutboxFolder();
    lines = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    mail = createMail({ url: outbox.url, sender: { name: 'Acme', address: ADDRESS }, log });
  });
  afterEach(() => outbox.remove());

  const send = (subject = 'Hello') => mail.send({ to: 'ada@example.com', subject, text: 'Text' });

  it('is created with the first email, accessible only to the owner and without temporary files', async () => {
    await expect(stat(outbox.folder)).rejects.toMatchObject({ code: 'ENOENT' });
    await send();
    const [name = '', ...others] = await readdir(outbox.folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{12}\.eml$/);
    expect((await stat(outbox.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(outbox.folder, name))).mode & 0o777).toBe(0o600);
  });

  it('cannot be escaped, because file names contain no part of an email', async () => {
    await send('../../../escaped.eml');
    await send('/etc/cron.d/job');
    expect(await readdir(path.dirname(outbox.folder))).toEqual(['outbox']);
    expect(await outbox.mails()).toHaveLength(2);
  });

  it('is logged once', async () => {
    expect(mail.leaves).toBe(false);
    await send();
    await send();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      folder: outbox.folder,
      msg: expect.stringContaining('Set MORTISE_MAIL_URL to send them'),
    });
  });

  it('returns an error when it is not writable', async () => {
    await mkdir(path.dirname(outbox.folder), { recursive: true });
    await writeFile(outbox.folder, 'a file where the folder should be');
    await expect(send()).rejects.toMatchObject({
      code: 'mail_failed',
      status: 502,
      message: expect.stringContaining('Make the folder writable'),
    });
  });
});
