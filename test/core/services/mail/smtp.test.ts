import type { Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createMail, type Mail } from '../../../../src/core/services/mail/mail.js';
import { describeMail } from '../mail-contract.js';
import { startBadServer, startMailServer } from './mail-server.js';

const SILENT = pino({ level: 'silent' });
const ADDRESS = 'noreply@example.com';
const MESSAGE = { to: 'ada@example.com', subject: 'Hello', text: 'Text' };
const TIMES = { connect: 300, silence: 300, total: 900 };

function mailOver(url: string, name = 'Acme'): Mail {
  return createMail({ url, sender: { name, address: ADDRESS }, log: SILENT, times: TIMES });
}

describeMail('mails that are handed to a mail server', async ({ name }) => {
  const server = await startMailServer();
  const sender = { name, address: ADDRESS };
  const mail = createMail({ url: `smtp://127.0.0.1:${server.port}`, sender, log: SILENT });
  return { mail, received: server.mails, close: server.close };
});

describe('SMTP delivery', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  async function start(...options: Parameters<typeof startMailServer>) {
    const server = await startMailServer(...options);
    cleanups.push(server.close);
    return server;
  }

  async function startBad(behave: (socket: Socket) => void): Promise<Mail> {
    const server = await startBadServer(behave);
    cleanups.push(server.close);
    return mailOver(`smtp://127.0.0.1:${server.port}`);
  }

  const refusal = (mail: Mail) =>
    mail.send(MESSAGE).then(
      () => null,
      (error: unknown) => error,
    );

  it('sends envelope and recipient and reports that emails leave the machine', async () => {
    const server = await start();
    const mail = mailOver(`smtp://127.0.0.1:${server.port}`);
    expect(mail.leaves).toBe(true);
    await mail.send(MESSAGE);
    expect(server.delivered).toMatchObject([{ from: ADDRESS, to: ['ada@example.com'] }]);
  });

  it('prevents header injection in the site name', async () => {
    const server = await start();
    await mailOver(`smtp://127.0.0.1:${server.port}`, 'Acme\r\nBcc: mallory@example.net').send(MESSAGE);
    const [mail] = await server.mails();
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.from?.name).toBe('Acme Bcc: mallory@example.net');
    expect(server.delivered[0]?.to).toEqual(['ada@example.com']);
  });

  it('authenticates with the percent-decoded username and password of the URL', async () => {
    const seen: unknown[] = [];
    const server = await start({
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    await mailOver(`smtp://user%40example.com:p%40ss%2Fword@127.0.0.1:${server.port}`).send(MESSAGE);
    expect(seen).toEqual([['user@example.com', 'p@ss/word']]);
  });

  it('names the server that rejects the password, but not the password', async () => {
    const server = await start({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    });
    const error = await refusal(mailOver(`smtp://ada:opensesame@127.0.0.1:${server.port}`));
    expect(error).toMatchObject({ code: 'mail_failed', status: 502 });
    expect(String(error)).toContain(`127.0.0.1:${server.port}`);
    expect(JSON.stringify(error) + String(error)).not.toContain('opensesame');
  });

  it('quotes the error of a server that rejects the recipient', async () => {
    const refusing = await start({ onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')) });
    expect(await refusal(mailOver(`smtp://127.0.0.1:${refusing.port}`))).toMatchObject({
      code: 'mail_failed',
      message: expect.stringContaining('no such mailbox'),
    });
  });

  it('times out or fails when the server is down, disconnects, is silent or speaks another protocol', async () => {
    const server = await startBadServer(() => undefined);
    await server.close();
    const mails = [
      mailOver(`smtp://127.0.0.1:${server.port}`),
      await startBad((socket) => socket.destroy()),
      await startBad(() => undefined),
      await startBad((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      await startBad((socket) => socket.write('220 hello\r\n')),
    ];
    for (const mail of mails) expect(await refusal(mail)).toMatchObject({ code: 'mail_failed', status: 502 });
  });

  it('times out when the server keeps sending slowly', async () => {
    const mail = await startBad((socket) => {
      socket.write('220 hello\r\n');
      socket.once('data', () => {
        const dripping = setInterval(() => socket.write('250-still here\r\n'), 100);
        socket.on('close', () => clearInterval(dripping));
      });
    });
    expect(await refusal(mail)).toMatchObject({
      code: 'mail_failed',
      message: expect.stringContaining('no response within 900 ms'),
    });
  });

  it('sends no password to another machine without encryption', async () => {
    // Another name for the local machine counts as another machine.
    const seen: string[] = [];
    const server = await start({
      onAuth({ username }, _session, done) {
        seen.push(username ?? '');
        done(null, { user: username });
      },
    });
    const error = await refusal(mailOver(`smtp://ada:opensesame@0.0.0.0:${server.port}`));
    expect(error).toMatchObject({ code: 'mail_failed', message: expect.stringMatching(/STARTTLS|TLS/) });
    expect(seen).toEqual([]);
    expect(server.delivered).toEqual([]);
  });
});
