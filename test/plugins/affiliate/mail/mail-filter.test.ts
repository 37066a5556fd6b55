import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliateCatalogues } from '../../../../src/plugins/affiliate/catalogues.js';
import { MAIL_TYPES } from '../../../../src/plugins/affiliate/mail/mail-job.js';
import { greetedName, oneLine } from '../../../../src/plugins/affiliate/mail/safe-names.js';
import type { TestAffiliate } from '../routes/program-site.js';
import { type MailSite, openMailSite, recipientsOf, textOf } from './mail-site.js';

describe('affiliate email content', () => {
  let site: MailSite;
  let ada: TestAffiliate;
  beforeEach(async () => {
    site = await openMailSite();
    await site.host.settings.save('affiliate', { notifyAddresses: ['editor@example.com'] });
    ada = await site.add('ada');
  });
  afterEach(() => site.close());

  const rename = (display_name: string) => site.program.affiliates.update(ada.id, { display_name });
  async function approveOne(): Promise<void> {
    await site.program.ledger.commissions.approve((await site.sell('ada', 'A-1')).id);
  }

  it('escapes names in HTML', async () => {
    await rename('<script>alert(1)</script> & "Ada"');
    await approveOne();
    await site.sellSuspiciously('ada', 'A-2');
    const mails = await site.sent();
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail.html).not.toContain('<script');
    expect(mails.at(-1)?.html).toContain('&#60;script&#62;alert(1)');
  });

  it.each(['Ada\r\nBcc: all@example.com', 'Ada\u2028Bcc: all@example.com', 'Ada\u0085\nAmount: €900'])(
    'does not let a name start a new line or header: %j',
    async (name) => {
      await rename(name);
      await site.host.db.query
        .updateTable('affiliate_affiliates')
        .set({ display_name: name })
        .where('id', '=', ada.id)
        .execute();
      await site.sellSuspiciously('ada', 'A-1');
      const [mail] = await site.sent();
      expect(recipientsOf([mail ?? fail()])).toEqual(['editor@example.com']);
      expect(mail?.bcc).toBeUndefined();
      expect(textOf(mail)).not.toMatch(/^Bcc:|^Amount: €900/m);
      expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false);
    },
  );

  function fail(): never {
    throw new Error('There is no mail.');
  }

  it('greets by name only when the name cannot be an advertisement', () => {
    for (const name of ['Win at https://evil.example', 'evil.example', 'a@b.example', 'x'.repeat(81), ' \n ']) {
      expect([name, greetedName(name)]).toEqual([name, null]);
    }
    for (const name of ['Ada Byron', 'J. R. Smith', 'Åsa-Ķrišjānis', '山田 太郎', "O'Neil Jr."]) {
      expect(greetedName(name)).toBe(name);
    }
    expect(oneLine('a\u202eb\tc')).toBe('a b c');
  });

  it('lets a filter change an email', async () => {
    const types: string[] = [];
    site.host.hooks.addFilter('vendor_affiliate_email', (message, type, { affiliate, commission, locale }) => {
      types.push(`${type} ${affiliate.code} ${commission?.amount} ${locale}`);
      return message && { ...message, to: 'agency@example.net', subject: `${message.subject} (${affiliate.code})` };
    });
    await approveOne();
    const [mail] = await site.sent();
    expect(mail).toMatchObject({
      to: [{ address: 'agency@example.net' }],
      subject: 'Commission approved: €8.00 (ada)',
    });
    expect(types).toEqual(['commission-approved ada 8 en']);
  });

  it('lets a filter cancel one email without stopping others', async () => {
    site.host.hooks.addFilter('vendor_affiliate_email', async (message, type) =>
      type === 'commission-approved' ? null : message,
    );
    const { id } = await site.sell('ada', 'A-1');
    await site.program.ledger.commissions.approve(id);
    await site.sent();
    await site.program.ledger.commissions.pay(id);
    expect((await site.sent()).map(({ subject }) => subject)).toEqual(['Commission paid: €8.00']);
    const { jobs } = await site.host.jobs.list({ name: 'affiliate_mail', status: 'completed' });
    expect(jobs).toHaveLength(2);
  });

  it('ignores a filter that throws or returns an invalid email', async () => {
    site.host.hooks.addFilter('vendor_affiliate_email', () => {
      throw new Error('A plugin is broken.');
    });
    site.host.hooks.addFilter('vendor_affiliate_email', () => ({}) as never);
    await approveOne();
    expect((await site.sent()).map(({ subject }) => subject)).toEqual(['Commission approved: €8.00']);
  });

  it('lets a site replace the template of all emails, or of one type', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mortise-test-'));
    const mails = path.join(folder, 'vendor-affiliate/mail');
    await mkdir(mails, { recursive: true });
    await writeFile(path.join(mails, 'notice-text.eta'), 'Ours: <%= it.text %>');
    await writeFile(path.join(mails, 'notice-text-commission-paid.eta'), 'Paid: <%= it.facts[0].value %>');
    await site.close();
    site = await openMailSite({ templates: folder });
    try {
      await site.add('ada');
      await approveOne();
      await site.program.ledger.commissions.pay(1);
      await site.program.ledger.commissions.approve((await site.sell('ada', 'A-2')).id);
      const texts = (await site.sent()).map((mail) => textOf(mail).trim());
      expect(texts.toSorted()).toEqual([
        'Ours: Your commission of €8.00 from Mortise was approved.',
        'Ours: Your commission of €8.00 from Mortise was approved.',
        'Paid: €8.00',
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has a subject for every type of mail', () => {
    for (const type of MAIL_TYPES) expect(Object.keys(affiliateCatalogues.en)).toContain(`mail.${type}.subject`);
  });

  it('accepts only valid notification emails, and writes to each of them once', async () => {
    const save = (notifyAddresses: string[]) => site.host.settings.save('affiliate', { notifyAddresses });
    await expect(save(['not an address'])).rejects.toMatchObject({ code: 'settings_value_invalid', status: 400 });
    await expect(save(['a@example.com\r\nBcc: b@example.com'])).rejects.toMatchObject({ status: 400 });
    await save(['a@example.com', 'a@example.com']);
    await site.sellSuspiciously('ada', 'A-1');
    expect(recipientsOf(await site.sent())).toEqual(['a@example.com']);
  });
});
