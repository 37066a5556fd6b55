import type { Email } from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../../src/core/services/mail/mail.js';

/** Mail transport and the emails that arrive at its other end. */
export interface MailRoute {
  readonly mail: Mail;
  received(): Promise<readonly Email[]>;
  close(): Promise<void>;
}

const TO = 'ada@example.com';
const MESSAGE = { to: TO, subject: 'Hello', text: 'A line.\n\nAnother.' };
/** Characters that can end a line. */
const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\u000b', '\u0000'];

/** Contract of every mail transport. */
export function describeMail(name: string, open: (sender: { name: string }) => Promise<MailRoute>): void {
  describe(name, () => {
    let route: MailRoute;
    beforeEach(async () => {
      route = await open({ name: 'Acme "Café" 株式会社' });
    });
    afterEach(() => route.close());

    async function only(): Promise<Email> {
      const mails = await route.received();
      expect(mails).toHaveLength(1);
      return mails[0] as Email;
    }

    it('sends text and HTML in any script from the site to one recipient', async () => {
      const text = `Grüße, 東京 ${'long '.repeat(60)}\nhttps://example.com/${'x'.repeat(120)}?a=1&b=2`;
      await route.mail.send({ ...MESSAGE, subject: 'Zprávy: 株式会社 – Grüße', text, html: '<p>Grüße &amp; 東京</p>' });
      const mail = await only();
      expect(mail.subject).toBe('Zprávy: 株式会社 – Grüße');
      expect(mail.from).toMatchObject({ name: 'Acme "Café" 株式会社', address: 'noreply@example.com' });
      expect(mail.to).toMatchObject([{ address: TO }]);
      expect(mail.text?.trim()).toBe(text);
      expect(mail.html?.trim()).toBe('<p>Grüße &amp; 東京</p>');
      expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
      expect(mail.messageId).toMatch(/^<[^<>\s]+@example\.com>$/);
      expect(mail.date).toBeDefined();
    });

    it('sends only text without HTML', async () => {
      await route.mail.send(MESSAGE);
      const mail = await only();
      expect(mail.text?.trim()).toBe(MESSAGE.text);
      expect(mail.html).toBeUndefined();
    });

    it.each(BREAKS)('prevents header injection in the subject with %j', async (lineBreak) => {
      await route.mail.send({
        ...MESSAGE,
        subject: `Hello${lineBreak}Bcc: mallory@example.net${lineBreak}${lineBreak}x`,
      });
      const mail = await only();
      expect(mail.bcc).toBeUndefined();
      expect(mail.subject).toBe('Hello Bcc: mallory@example.net x');
      expect(mail.text?.trim()).toBe(MESSAGE.text);
    });

    it.each([
      ...BREAKS.map((lineBreak) => `${TO}${lineBreak}Bcc: mallory@example.net`),
      `${TO}, mallory@example.net`,
      `${TO};mallory@example.net`,
      `Ada <${TO}>`,
      `<${TO}>`,
      `${TO}> RCPT TO:<mallory@example.net`,
      'team: ada@example.com;',
      '-oQ/tmp',
      '',
    ])('rejects the recipient %j', async (to) => {
      await expect(route.mail.send({ ...MESSAGE, to })).rejects.toMatchObject({ code: 'mail_invalid', status: 400 });
      expect(await route.received()).toEqual([]);
    });

    it('reads no file or URL from an object in place of a string', async () => {
      for (const field of ['text', 'html', 'subject', 'to']) {
        const message = { ...MESSAGE, [field]: { path: '/etc/hostname', href: 'http://127.0.0.1/' } };
        await expect(route.mail.send(message)).rejects.toMatchObject({ code: 'mail_invalid' });
      }
      expect(await route.received()).toEqual([]);
    });

    it('sets List-Unsubscribe and one-click headers for an HTTPS URL', async () => {
      const unsubscribe = `https://example.com/stop?key=${'x'.repeat(200)}`;
      await route.mail.send({ ...MESSAGE, unsubscribe });
      const { headers } = await only();
      // RFC 2369 requires the URL in angle brackets. RFC 8058 requires this exact value.
      expect(headers).toContainEqual(expect.objectContaining({ key: 'list-unsubscribe', value: `<${unsubscribe}>` }));
      expect(headers).toContainEqual(
        expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
      );
    });

    it('sets no one-click header for an HTTP URL and no list headers in other emails', async () => {
      await route.mail.send({ ...MESSAGE, unsubscribe: 'http://example.com/stop' });
      await route.mail.send(MESSAGE);
      const keys = (await route.received()).map(({ headers }) =>
        headers.map(({ key }) => key).filter((key) => key.startsWith('list-')),
      );
      expect(keys.toSorted()).toEqual([[], ['list-unsubscribe']]);
    });

    it.each([
      'mailto:stop@example.com',
      'https://example.com/a b',
      'https://example.com/>, <https://example.net/',
      'https://example.com/\r\nBcc: mallory@example.net',
      '',
      7,
    ])('rejects the unsubscribe URL %j', async (unsubscribe) => {
      const message = { ...MESSAGE, unsubscribe: unsubscribe as string };
      await expect(route.mail.send(message)).rejects.toMatchObject({ code: 'mail_invalid', status: 400 });
      expect(await route.received()).toEqual([]);
    });

    it('preserves lines that start with a dot', async () => {
      await route.mail.send({ ...MESSAGE, text: 'One\n.\n..two\nQUIT' });
      expect((await only()).text?.trim()).toBe('One\n.\n..two\nQUIT');
    });

    it('sends concurrent emails once each', async () => {
      const subjects = Array.from({ length: 20 }, (_, index) => `Mail ${index}`);
      await Promise.all(subjects.map((subject) => route.mail.send({ ...MESSAGE, subject })));
      const received = (await route.received()).map(({ subject }) => subject);
      expect(received.toSorted()).toEqual(subjects.toSorted());
    });
  });
}
