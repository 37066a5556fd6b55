import type { Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AdminSite, openAdminSite } from './admin-site.js';

describe('affiliate API key page', () => {
  let site: AdminSite;
  beforeEach(async () => {
    site = await openAdminSite();
    await site.add('ada');
  });
  afterEach(() => site.close());

  const secretIn = ({ text }: Response) => /<input id="secret"[^>]* value="([^"]*)"/.exec(text)?.[1] ?? null;
  const list = () => site.host.apiKeys.list();
  const record = async (key: string | null) => {
    const headers = { 'X-Vendor-API-Key': String(key) };
    const json = { affiliate_code: 'ada', amount: 10 };
    return (await site.http.post('/api/vendor-affiliate/v1/track/conversion').set(headers).send(json)).status;
  };

  it('shows a working key once, and creates no second key on reload', async () => {
    const hidden = await site.browser.hiddenFields('/admin/affiliates/keys', 'create');
    const send = () =>
      site.browser.postForm('/admin/affiliates/keys', { ...hidden, label: 'Shop <b>one</b>', expires: '' });
    const created = await send();
    const key = secretIn(created);
    expect(created.headers.location).toBeUndefined();
    expect(await record(key)).toBe(201);
    expect((await site.see('/keys')).text).not.toContain(String(key));
    expect((await site.see('/keys')).text).not.toContain('<b>one');
    const again = await send();
    expect(again.status).toBe(422);
    expect(again.text).toContain('This form was already submitted.');
    expect(secretIn(again)).toBeNull();
    expect(await list()).toHaveLength(1);
  });

  it('rotates a key, keeping the old secret valid, and revokes both', async () => {
    const first = secretIn(await site.act('/keys', 'create', { label: 'Shop', expires: '2099-12-31' }));
    const [{ id } = { id: '' }] = await list();
    const next = secretIn(await site.act(`/keys/${id}`, 'rotate'));
    expect(next).not.toBe(first);
    expect([await record(first), await record(next)]).toEqual([201, 201]);
    const ended = await site.act(`/keys/${id}`, 'revoke');
    expect((await site.after(ended)).text).toContain('Key “Shop” revoked.');
    expect([await record(first), await record(next)]).toEqual([401, 401]);
    expect((await site.see(`/keys/${id}`)).status).toBe(404);
  });

  it('grants the rate override scope only when it is checked', async () => {
    await site.act('/keys', 'create', { label: 'Shop', expires: '', override: '1' });
    await site.act('/keys', 'create', { label: 'Form', expires: '' });
    expect((await list()).map(({ name, scopes }) => [name, scopes]).toSorted()).toEqual([
      ['Form', ['affiliate:track']],
      ['Shop', ['affiliate:track', 'rate:override']],
    ]);
    expect((await site.see('/keys')).text).toContain('Record conversions and set rates');
  });

  it.each([
    ['label', { label: '' }],
    ['label', { label: '  ' }],
    ['label', { label: 'x'.repeat(101) }],
    ['expires', { expires: '2020-01-01' }],
    ['expires', { expires: '2031-02-30' }],
    ['expires', { expires: 'soon' }],
  ])('rejects an invalid value in the field %s: %o', async (field, fields) => {
    const { status, text } = await site.act('/keys', 'create', { label: 'Shop', expires: '', ...fields });
    expect(status).toBe(422);
    expect(text).toContain(`id="create-${field}-error"`);
    expect(await list()).toEqual([]);
  });

  it('does not list or revoke API keys outside the affiliate scopes', async () => {
    const { record: other } = await site.host.apiKeys.create({ name: 'of others', scopes: ['manage_options'] });
    expect((await site.see('/keys')).text).not.toContain('of others');
    for (const id of [other.id, 'nothing']) expect((await site.see(`/keys/${id}`)).status).toBe(404);
    const hidden = await site.browser.hiddenFields('/admin/affiliates/keys', 'create');
    const { status } = await site.browser.postForm(`/admin/affiliates/keys/${other.id}`, {
      ...hidden,
      _action: 'revoke',
    });
    expect(status).toBe(404);
    expect(await site.host.apiKeys.get(other.id)).not.toBeNull();
  });
});
