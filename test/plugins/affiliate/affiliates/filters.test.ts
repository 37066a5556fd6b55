import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

describe('affiliate filters', () => {
  let site: ProgramSite;
  beforeEach(async () => {
    site = await openProgramSite();
  });
  afterEach(() => site.close());

  const hooks = () => site.host.hooks;
  const admin = (method: string, path: string, body: object) => site.call(method, path, { as: site.admin.id, body });
  const join = async (email: string, more: object = {}) =>
    (await admin('POST', '/affiliates', { email, first_name: 'Ada', last_name: 'Byron', ...more })).data;

  describe('vendor_affiliate_code', () => {
    it('changes the proposed code, but not one that was chosen', async () => {
      hooks().addFilter('vendor_affiliate_code', (code, name) => `${name.length}-${code}`);
      expect((await join('ada@example.org')).code).toBe('9-ada-byron');
      expect((await join('bob@example.org', { code: 'my-own' })).code).toBe('my-own');
    });

    it.each(['a', 'no spaces', '-x-', ''])('is ignored when it returns the invalid code "%s"', async (code) => {
      hooks().addFilter('vendor_affiliate_code', () => code);
      expect((await join('ada@example.org')).code).toBe('ada-byron');
    });

    it('is ignored when its code is taken', async () => {
      hooks().addFilter('vendor_affiliate_code', () => 'partner');
      expect((await join('ada@example.org')).code).toBe('partner');
      const { code } = await join('bob@example.org');
      expect(code).not.toBe('partner');
      expect(code).toMatch(/^ada-byron/);
    });
  });

  describe('vendor_affiliate_payment_methods', () => {
    const choose = async (method: string) => {
      const eva = await site.program.affiliates.byCode('eva');
      return (await admin('PUT', `/affiliates/${eva?.id}`, { payment_method: method })).status;
    };

    it('adds and removes payout methods', async () => {
      await site.add('eva');
      expect([await choose('crypto'), await choose('paypal')]).toEqual([400, 200]);
      hooks().addFilter('vendor_affiliate_payment_methods', (methods) => [
        ...methods.filter((method) => method !== 'paypal'),
        'crypto',
      ]);
      expect([await choose('crypto'), await choose('bank'), await choose('paypal')]).toEqual([200, 200, 400]);
    });
  });

  describe('vendor_affiliate_profile_fields', () => {
    it('makes a field read-only for affiliates, but not for admins', async () => {
      const eva = await site.add('eva');
      const change = (body: object) => site.call('PUT', `/affiliates/${eva.id}`, { as: eva.userId, body });
      expect((await change({ website: 'https://eva.example' })).status).toBe(200);
      hooks().addFilter('vendor_affiliate_profile_fields', (fields) => fields.filter((name) => name !== 'website'));
      expect(await change({ website: 'https://other.example', country: 'DE' })).toMatchObject({
        status: 403,
        data: { code: 'vendor_affiliate_forbidden_field', data: { fields: ['website'] } },
      });
      expect((await site.program.affiliates.get(eva.id)).country).toBe('');
      expect((await change({ country: 'DE' })).status).toBe(200);
      expect((await admin('PUT', `/affiliates/${eva.id}`, { website: 'https://other.example' })).status).toBe(200);
    });

    it('does not give affiliates access to admin fields', async () => {
      const eva = await site.add('eva');
      hooks().addFilter('vendor_affiliate_profile_fields', (fields) => [...fields, 'notes', 'status', 'rate']);
      const body = { notes: 'Pay double', status: 'active', rate: 99 };
      const { status, data } = await site.call('PUT', `/affiliates/${eva.id}`, { as: eva.userId, body });
      expect([status, data.code]).toEqual([403, 'vendor_affiliate_forbidden_field']);
    });
  });
});
