import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestAffiliate } from '../routes/program-site.js';
import { type MailSite, openMailSite, recipientsOf, textOf } from './mail-site.js';

const PAGE = 'http://localhost:8080/admin/affiliate';
const EDITOR = 'editor@example.com';

describe('affiliate email', () => {
  let site: MailSite;
  let ada: TestAffiliate;
  let address: string;
  beforeEach(async () => {
    site = await openMailSite({ name: 'Shoes & more' });
    await site.host.settings.save('affiliate', { notifyAddresses: [EDITOR], minimumPayout: 0 });
    ada = await site.add('ada');
    address = (await site.program.affiliates.get(ada.id)).email;
  });
  afterEach(() => site.close());

  const speak = (locale: string) => site.program.affiliates.update(ada.id, { locale });
  const apply = (body: object) => site.call('POST', '/register', { body });

  it.each([
    ['en', 'Your application to the Shoes & more affiliate program', 'Hello,', 'We’ve received'],
    ['de', 'Ihre Bewerbung für das Partnerprogramm von Shoes & more', 'Guten Tag,', 'ist bei uns eingegangen'],
  ])('confirms an application in %s, and notifies the reviewer', async (locale, subject, hello, text) => {
    const { status } = await apply({ email: 'eva@example.net', display_name: 'Eva', locale, promo_method: 'A blog' });
    expect(status).toBe(201);
    const { id = 0 } = (await site.program.affiliates.byEmail('eva@example.net')) ?? {};
    const mails = await site.sent();
    expect(recipientsOf(mails)).toEqual([EDITOR, 'eva@example.net']);
    const theirs = mails.find(({ to }) => to?.[0]?.address === 'eva@example.net');
    expect(theirs?.subject).toBe(subject);
    expect(textOf(theirs)).toContain(hello);
    expect(textOf(theirs)).toContain(text);
    expect(theirs?.html).toContain(`<html lang="${locale}" dir="ltr">`);
    // Anyone may have entered the email.
    expect(textOf(theirs)).not.toContain('Eva');
    expect(textOf(theirs).trimEnd()).toMatch(/http:\/\/localhost:8080\/admin\/confirm-email\?token=[\w-]{43}$/);

    const ours = mails.find(({ to }) => to?.[0]?.address === EDITOR);
    expect(ours?.subject).toBe('New affiliate application: Eva');
    for (const part of ['Email: eva@example.net', 'Promotion methods: A blog', `${PAGE}s/people/${id}`]) {
      expect(textOf(ours)).toContain(part);
    }
  });

  it('writes to admins in the site language, and to all of them when no recipient is set', async () => {
    await site.close();
    site = await openMailSite({ locale: 'fr', name: 'Chaussures' });
    const second = await site.host.createUser('administrator');
    const { email: first = '' } = (await site.host.users.get(site.admin.id)) ?? {};
    const { email: other = '' } = (await site.host.users.get(second.id)) ?? {};
    await apply({ email: 'eva@example.net', display_name: 'Eva', locale: 'en' });
    const mails = await site.sent();
    expect(recipientsOf(mails)).toEqual(['eva@example.net', first, other].toSorted());
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Nouvelle candidature d’affilié : Eva',
      'Nouvelle candidature d’affilié : Eva',
      'Your application to the Chaussures affiliate program',
    ]);
  });

  it('falls back to the site language for an unsupported locale', async () => {
    await site.close();
    site = await openMailSite({ locale: 'cs' });
    await site.add('ada');
    await site.host.db.query.updateTable('affiliate_affiliates').set({ locale: 'pt-BR' }).execute();
    await site.program.ledger.commissions.approve((await site.sell('ada', 'A-1')).id);
    await site.host.db.query.updateTable('affiliate_affiliates').set({ locale: 'de-AT' }).execute();
    const [mail] = await site.sent();
    expect(mail?.subject).toContain('Provision freigegeben');
    await site.host.db.query.updateTable('affiliate_affiliates').set({ locale: 'pt-BR' }).execute();
    await site.program.ledger.commissions.approve((await site.sell('ada', 'A-2')).id);
    expect((await site.sent())[0]?.subject).toContain('Provize schválena');
  });

  it.each([
    ['en', 'Welcome to the Shoes & more affiliate program', 'Referral code: eva', 'Username: eva'],
    ['ja', 'Shoes & more アフィリエイトプログラムへようこそ', 'コード: eva', 'ユーザー名: eva'],
  ])('welcomes an approved affiliate in %s, and says how to sign in', async (locale, subject, code, login) => {
    await apply({ email: 'eva@example.net', display_name: 'Eva', locale });
    await site.sent();
    const { id = 0 } = (await site.program.affiliates.byEmail('eva@example.net')) ?? {};
    await site.program.affiliates.setStatus(id, 'active');
    const [mail, ...others] = await site.sent();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(subject);
    for (const part of [code, login, PAGE]) expect(textOf(mail)).toContain(part);
  });

  it('sends only the welcome email when no approval is required', async () => {
    await site.host.settings.save('affiliate', { registrationApproval: false });
    await apply({ email: 'eva@example.net', display_name: 'Eva' });
    const mails = await site.sent();
    expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to the Shoes & more affiliate program']);
  });

  it.each([
    ['es', 'Su solicitud al programa de afiliados de Shoes & more', 'no podemos aceptarla'],
    ['cs', 'Vaše přihláška do partnerského programu Shoes & more', 'bohužel ji nemůžeme přijmout'],
  ])('reports a rejected application in %s', async (locale, subject, text) => {
    await apply({ email: 'eva@example.net', display_name: 'Eva', locale });
    await site.sent();
    const { id = 0 } = (await site.program.affiliates.byEmail('eva@example.net')) ?? {};
    await site.program.affiliates.setStatus(id, 'rejected');
    const [mail, ...others] = await site.sent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject, to: [{ address: 'eva@example.net' }] });
    expect(textOf(mail)).toContain(text);
  });

  it.each([
    ['en', 'Commission approved: €8.00', 'Amount: €8.00', 'Reference: A-1', 'next payout'],
    ['de', 'Provision freigegeben: 8,00 €', 'Betrag: 8,00 €', 'Referenz: A-1', 'nächsten Auszahlung'],
  ])('reports an approved commission in %s, with the amount in its currency', async (locale, subject, ...parts) => {
    await speak(locale);
    const { id } = await site.sell('ada', 'A-1');
    expect(await site.sent()).toEqual([]);
    await site.program.ledger.commissions.approve(id);
    const [mail, ...others] = await site.sent();
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([{ address, name: '' }]);
    expect((mail?.subject ?? '').replaceAll('\u00a0', ' ')).toBe(subject);
    for (const part of [...parts, PAGE]) expect(textOf(mail)).toContain(part);
    await site.program.ledger.commissions.approve(id);
    expect(await site.sent()).toEqual([]);
  });

  it.each([
    ['en', 'Commission rejected: €8.00', 'Reason: suspected fraud'],
    ['fr', 'Commission refusée : 8,00 €', 'Motif : soupçon de fraude'],
  ])('reports a rejected commission in %s, with the reason', async (locale, subject, reason) => {
    await speak(locale);
    const { id } = await site.sell('ada', 'A-1');
    await site.program.ledger.commissions.reject(id, { reason: 'fraud', note: 'Known from elsewhere' });
    const [mail, ...others] = await site.sent();
    expect(others).toEqual([]);
    expect((mail?.subject ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(subject);
    expect(textOf(mail)).toContain(reason);
    // Notes are for administrators only.
    expect(textOf(mail) + mail?.html).not.toContain('Known from elsewhere');
  });

  it.each([
    ['en', 'Commission paid: €8.00'],
    ['ja', 'コミッション支払い: €8.00'],
  ])('reports a commission paid without a payout in %s', async (locale, subject) => {
    await speak(locale);
    const { id } = await site.sell('ada', 'A-1');
    await site.program.ledger.commissions.approve(id);
    await site.sent();
    await site.program.ledger.commissions.pay(id);
    const mails = await site.sent();
    expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  });

  it('sends nothing for a refund that is settled by hand', async () => {
    const { commissions } = site.program.ledger;
    const { id } = await site.sell('ada', 'A-1');
    await commissions.approve(id).then(() => commissions.pay(id));
    await site.sent();
    const { refund } = await commissions.refund(id, { amount: 1000 });
    await commissions.pay(refund?.id ?? 0);
    expect(await site.sent()).toEqual([]);
  });

  it.each([
    ['en', 'Payout sent: €24.00', 'Commissions: 3', 'Payout method: by arrangement'],
    ['cs', 'Výplata odeslána: 24,00 €', 'Provize: 3', 'Způsob výplaty: dle dohody'],
  ])('sends one email in %s per affiliate for a payout', async (locale, subject, ...parts) => {
    await speak(locale);
    await site.add('bob');
    for (const reference of ['A-1', 'A-2', 'A-3']) {
      await site.program.ledger.commissions.approve((await site.sell('ada', reference)).id);
    }
    await site.program.ledger.commissions.approve((await site.sell('bob', 'B-1')).id);
    await site.sent();
    const { payout } = await site.program.ledger.payouts.create({ method: 'manual' });
    await site.program.ledger.payouts.start(payout?.id ?? 0);
    expect(await site.sent()).toEqual([]);
    await site.program.ledger.payouts.complete(payout?.id ?? 0);
    const mails = await site.sent();
    expect(mails).toHaveLength(2);
    const mail = mails.find(({ to }) => to?.[0]?.address === address);
    expect((mail?.subject ?? '').replaceAll('\u00a0', ' ')).toBe(subject);
    for (const part of [...parts, PAGE]) expect(textOf(mail)).toContain(part);
  });

  it.each([
    ['en', 'Your payment details at Shoes & more were changed', 'Changes: payment email'],
    ['es', 'Se han cambiado sus datos de pago en Shoes & more', 'Cambios: correo electrónico para pagos'],
  ])('reports a change of payment details in %s to the old and the new email', async (locale, subject, changed) => {
    await speak(locale);
    await site.program.affiliates.update(ada.id, { payment_email: 'old@example.net' });
    expect(await site.sent()).toEqual([]);
    await site.program.affiliates.update(ada.id, { payment_email: 'new@example.net' }, { isOwn: true });
    const { jobs } = await site.host.jobs.list({ name: 'affiliate_mail' });
    // Job lists are visible to users who must not see these emails.
    expect(JSON.stringify(jobs)).not.toContain('example.net');
    const mails = await site.sent();
    expect(recipientsOf(mails)).toEqual([address, 'new@example.net', 'old@example.net'].toSorted());
    for (const mail of mails) {
      expect(mail.subject).toBe(subject);
      expect(textOf(mail)).toContain(changed);
    }
  });

  it.each([
    ['en', 'Suspicious commission: €8.00', 'Warning signs: no prior click, bot'],
    ['de', 'Verdächtige Provision: 8,00 €', 'Verdachtsgründe: kein Klick vorher, Bot'],
  ])('reports a suspicious commission in %s to administrators only', async (locale, subject, flags) => {
    await site.close();
    site = await openMailSite({ locale });
    await site.host.settings.save('affiliate', { notifyAddresses: [EDITOR] });
    await site.add('ada');
    const { id } = await site.sellSuspiciously('ada', 'A-1');
    const [mail, ...others] = await site.sent();
    expect(others).toEqual([]);
    expect((mail?.subject ?? '').replaceAll('\u00a0', ' ')).toBe(subject);
    expect(mail?.to).toEqual([{ address: EDITOR, name: '' }]);
    for (const part of [flags, `${PAGE}s/commissions/${id}`]) expect(textOf(mail)).toContain(part);
  });

  it('reports the suspicious commissions of an affiliate once, and those of another as well', async () => {
    await site.host.settings.save('affiliate', { notifyAddresses: [EDITOR, 'second@example.com'] });
    await site.add('bob');
    await Promise.all(['A-1', 'A-2', 'A-3'].map((reference) => site.sellSuspiciously('ada', reference)));
    await site.sellSuspiciously('ada', 'A-4');
    await site.sellSuspiciously('bob', 'B-1');
    expect(recipientsOf(await site.sent())).toEqual([EDITOR, EDITOR, 'second@example.com', 'second@example.com']);
    await site.sellSuspiciously('ada', 'A-5');
    expect(await site.sent()).toEqual([]);
  });

  it('reports no conversion whose only flag is a missing click', async () => {
    await site.host.settings.save('affiliate', { notifyAddresses: [EDITOR] });
    const { commission } = await site.program.ledger.record({
      affiliateCode: (await site.add('bob')).code,
      origin: 'api',
      amount: 80,
      externalId: 'A-1',
    });
    expect(commission?.flags).toEqual(['no_click']);
    expect(await site.sent()).toEqual([]);
  });

  it('skips an email that is outdated by the time it would be sent', async () => {
    const { commissions } = site.program.ledger;
    const { id } = await site.sell('ada', 'A-1');
    await commissions.approve(id);
    await commissions.reject(id);
    const mails = await site.sent();
    expect(mails.map(({ subject }) => subject)).toEqual(['Commission rejected: €8.00']);
  });

  it('skips erased affiliates, missing emails and refunds of paid commissions', async () => {
    const { commissions } = site.program.ledger;
    const { id } = await site.sell('ada', 'A-1');
    await commissions.approve(id);
    await commissions.pay(id);
    await site.sent();
    await commissions.refund(id);
    expect(await site.sent()).toEqual([]);

    const second = await site.sell('ada', 'A-2');
    await commissions.approve(second.id);
    await site.program.affiliates.update(ada.id, { payment_email: 'old@example.net' }, { isOwn: true });
    const { privacy } = site.host;
    await privacy.erase(await privacy.find(ada.login));
    expect(await site.sent()).toEqual([]);

    const bob = await site.add('bob');
    await site.host.db.query.updateTable('affiliate_affiliates').set({ email: '' }).where('id', '=', bob.id).execute();
    await commissions.approve((await site.sell('bob', 'B-1')).id);
    expect(await site.sent()).toEqual([]);
  });
});
