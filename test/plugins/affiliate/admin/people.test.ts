import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminSite, openAdminSite } from './admin-site.js';

describe('affiliate administration', () => {
  let site: AdminSite;
  beforeAll(async () => {
    site = await openAdminSite();
  });
  afterAll(() => site.close());

  let created = 0;
  const get = (id: number) => site.program.affiliates.get(id);
  const add = (status: 'active' | 'pending' = 'pending', more: object = {}) => {
    created += 1;
    const email = `person-${created}@example.com`;
    return site.program.affiliates.create({ email, display_name: `Person ${created}`, status, ...more });
  };

  it('searches, filters and sorts the list, and takes wildcards literally', async () => {
    const one = await add('active', { display_name: 'Grace Hopper' });
    await add('pending', { display_name: 'Grace Kelly' });
    const found = async (query: string) =>
      [...(await site.see(`/people?${query}`)).text.matchAll(/>(Grace \w+)<\/a>/g)].map(([, name]) => name);
    expect((await found('search=grace')).toSorted()).toEqual(['Grace Hopper', 'Grace Kelly']);
    expect(await found('search=grace&status=active')).toEqual(['Grace Hopper']);
    expect(await found('search=grace&orderby=name&order=asc')).toEqual(['Grace Hopper', 'Grace Kelly']);
    expect(await found('search=grace&orderby=name&order=desc')).toEqual(['Grace Kelly', 'Grace Hopper']);
    expect(await found('search=100%25')).toEqual([]);
    expect((await site.see(`/people/${one.id}`)).text).toContain('<h1>Grace Hopper</h1>');
  });

  it('exports the filtered list as CSV with formulas escaped', async () => {
    const { code } = await add('active', { display_name: '=HYPERLINK("x") Zuse' });
    const file = await site.see('/people/export.csv?search=zuse&status=active');
    expect(file.headers['content-disposition']).toBe('attachment; filename="affiliates.csv"');
    const [, ...rows] = file.text.trim().split('\r\n');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(code);
    expect(rows[0]).toContain(`"'=HYPERLINK`);
  });

  it('approves, stops and rejects in bulk, and counts unchanged and missing affiliates', async () => {
    const [one, two, three] = [await add(), await add('active'), await add('pending')];
    const all = [one, two, three].map(({ id }) => String(id));
    const approved = await site.after(await site.act('/people', 'bulk', { bulk: 'approve', ids: [...all, '999999'] }));
    expect(approved.text).toContain('2 affiliates approved.');
    expect(approved.text).toContain('1 unchanged.');
    expect(approved.text).toContain('1 failed: Affiliate not found.');
    await site.act('/people', 'bulk', { bulk: 'stop', ids: all });
    expect((await get(one.id)).status).toBe('inactive');
    await site.act('/people', 'bulk', { bulk: 'reject', ids: all });
    expect((await get(three.id)).status).toBe('rejected');
  });

  it.each([
    ['nobody', { bulk: 'approve' }],
    ['an act that there is not', { bulk: 'delete', ids: ['1'] }],
    ['what is no id', { bulk: 'approve', ids: ['1 or 1=1', '-1', '1e3', ''] }],
    ['more than a list shows', { bulk: 'approve', ids: Array.from({ length: 101 }, (_, index) => String(index + 1)) }],
  ])('rejects a bulk action: %s', async (_, fields) => {
    const { status, text } = await site.act('/people', 'bulk', fields);
    expect(status).toBe(422);
    expect(text).toContain('Select at least one item and an action.');
  });

  it('follows the status transitions, and accepts a repeated action', async () => {
    const { id } = await add();
    const path = `/people/${id}`;
    const approved = await site.act(path, 'status', { step: 'active' });
    expect((await site.after(approved)).text).toContain('To undo, choose Deactivate.');
    expect((await get(id)).status).toBe('active');
    const again = await site.act(path, 'status', { step: 'active' });
    expect((await site.after(again)).text).toContain('1 unchanged.');
    expect((await site.act(path, 'status', { step: 'pending' })).status).toBe(422);
    expect((await site.act(path, 'status', { step: 'nonsense' })).status).toBe(422);
    expect((await get(id)).status).toBe('active');
  });

  it('announces one approval when two admins approve at the same time', async () => {
    const { id } = await add();
    const calls: number[] = [];
    site.host.hooks.addAction('vendor_affiliate_status_changed', (affiliate) => {
      if (affiliate.id === id) calls.push(affiliate.id);
    });
    const other = await site.signIn('administrator');
    const press = (as = site.browser) => site.act(`/people/${id}`, 'status', { step: 'active' }, as);
    const answers = await Promise.all([press(), press(other)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    await expect.poll(() => calls).toEqual([id]);
  });

  describe('terms form', () => {
    const terms = { rate_type: '', rate: '', cookie_days: '', parent_id: '', hold_payouts_until: '' };
    const save = (id: number, fields: object) => site.act(`/people/${id}`, 'terms', { ...terms, ...fields });

    it('saves the terms, and restores the program defaults when cleared', async () => {
      const parent = await add('active');
      const { id } = await add('active');
      await save(id, {
        rate_type: 'percentage',
        rate: '12.5',
        cookie_days: '90',
        parent_id: parent.code.toUpperCase(),
        hold_payouts_until: '2031-05-01',
      });
      expect(await get(id)).toMatchObject({
        rateType: 'percentage',
        rate: 1250,
        cookieDays: 90,
        parentId: parent.id,
        holdPayoutsUntil: new Date('2031-05-01T00:00:00Z'),
      });
      await save(id, { rate_type: 'flat', rate: '7.05', hold_payouts_until: '2031-05-01' });
      expect(await get(id)).toMatchObject({ rateType: 'flat', rate: 705, cookieDays: null, parentId: 0 });
      await save(id, {});
      expect(await get(id)).toMatchObject({ rateType: null, rate: 0, holdPayoutsUntil: null });
    });

    it.each([
      ...['12,50', 'abc', '-1', '1e400', '1.005', '0x10', '1e1', '101', '', ' '].map(
        (rate) => ['rate', { rate_type: 'percentage', rate }] as const,
      ),
      ...['12,50', 'abc', '-1', '1e400', '1.005', '9007199254740993', ''].map(
        (rate) => ['rate', { rate_type: 'flat', rate }] as const,
      ),
      ['rate', { rate_type: '', rate: '5' }],
      ['cookie_days', { cookie_days: '0' }],
      ['cookie_days', { cookie_days: '4000' }],
      ['cookie_days', { cookie_days: 'many' }],
      ['parent_id', { parent_id: 'nobody-at-all' }],
      ['hold_payouts_until', { hold_payouts_until: '2026-02-30' }],
      ['hold_payouts_until', { hold_payouts_until: '9999-12-31' }],
    ] as const)('rejects an invalid value in the field %s: %o', async (field, fields) => {
      const { id, version } = await add('active');
      const { status, text } = await save(id, fields);
      expect(status).toBe(422);
      expect(text).toContain(`id="terms-${field}-error"`);
      expect((await get(id)).version).toBe(version);
    });

    it('refuses an affiliate as their own parent', async () => {
      const { id, code } = await add('active');
      const { status, text } = await save(id, { parent_id: code });
      expect(status).toBe(422);
      expect(text).toContain('Affiliates can’t be referred by themselves');
    });

    it('keeps the exact time of a hold when its date is unchanged', async () => {
      const { id } = await add('active');
      const until = '2031-05-01T13:45:00.000Z';
      await site.program.affiliates.update(id, { hold_payouts_until: until });
      expect((await site.see(`/people/${id}`)).text).toContain('value="2031-05-02"');
      await save(id, { cookie_days: '7', hold_payouts_until: '2031-05-02' });
      expect(await get(id)).toMatchObject({ cookieDays: 7, holdPayoutsUntil: new Date(until) });
    });
  });

  it('rejects notes with an outdated version or an invalid fraud score', async () => {
    const { id } = await add('active');
    const path = `/people/${id}`;
    const mine = await site.act(path, 'notes', { notes: 'first', flags: '', fraud_score: '0', version: '1' });
    expect(mine.status).toBe(422);
    expect(mine.text).toContain('Another user changed this.');
    expect((await get(id)).notes).toBe('');
    await site.act(path, 'notes', { notes: 'second', flags: 'vip, self_referral vip', fraud_score: '40' });
    expect(await get(id)).toMatchObject({ notes: 'second', flags: ['vip', 'self_referral'], fraudScore: 40 });
    expect((await site.act(path, 'notes', { notes: 'x', flags: '', fraud_score: '101' })).status).toBe(422);
  });

  it('saves a profile, and announces only the changed fields', async () => {
    const { id } = await add('active', { payment_details: 'DE89370400440532013000' });
    const changedFields: (readonly string[])[] = [];
    site.host.hooks.addAction('vendor_affiliate_updated', (affiliate, fields) => {
      if (affiliate.id === id) changedFields.push(fields);
    });
    const before = await get(id);
    const { text } = await site.see(`/people/${id}`);
    expect(text).toContain('****3000');
    expect(text).not.toContain('370400');
    const fields = {
      code: before.code,
      display_name: before.displayName,
      email: before.email,
      country: 'cz',
      website: 'https://example.com/a',
    };
    await site.act(`/people/${id}`, 'profile', fields);
    expect(await get(id)).toMatchObject({
      country: 'CZ',
      website: 'https://example.com/a',
      paymentDetails: before.paymentDetails,
    });
    await expect.poll(() => changedFields).toEqual([['website', 'country']]);
  });

  it.each([
    ['email', { email: 'no address' }],
    ['email', { email: '' }],
    ['website', { website: 'javascript:alert(1)' }],
    ['country', { country: 'Germany' }],
    ['payment_method', { payment_method: 'gold' }],
    ['display_name', { display_name: 'x'.repeat(201) }],
    ['code', { code: 'a b' }],
  ])('rejects an invalid value in the profile field %s: %o', async (field, fields) => {
    const { id, version, code } = await add('active');
    const { status, text } = await site.act(`/people/${id}`, 'profile', { code, email: 'a@example.com', ...fields });
    expect(status).toBe(422);
    expect(text).toContain(`id="profile-${field}-error"`);
    expect((await get(id)).version).toBe(version);
  });

  it('reports a code that is already taken', async () => {
    const [one, two] = [await add('active'), await add('active')];
    const { status, text } = await site.act(`/people/${two.id}`, 'profile', { code: one.code, email: two.email });
    expect(status).toBe(422);
    expect(text).toContain('This code is already taken.');
  });

  it('adds an affiliate, and escapes the name on every page', async () => {
    const name = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const added = await site.act('/people/new', 'create', {
      email: 'new@example.com',
      display_name: name,
      code: 'Newcomer',
      status: 'active',
    });
    expect(added.status).toBe(303);
    const person = await site.program.affiliates.byEmail('new@example.com');
    expect(person).toMatchObject({ code: 'newcomer', status: 'active' });
    const commission = await site.earn('newcomer');
    for (const path of ['', '/people', `/people/${person?.id}`, '/commissions', `/commissions/${commission}`]) {
      const { text } = await site.see(path);
      expect([path, text.includes('<script>alert'), text.includes('<img src=x')]).toEqual([path, false, false]);
    }
    expect((await site.act('/people/new', 'create', { email: 'nobody', status: 'active' })).status).toBe(422);
  });

  it.each(['0', '999999', '1e3', 'x', '-1', '1.5', '99999999999999999999'])(
    'returns 404 for the unknown id %s',
    async (id) => {
      const { status, text } = await site.see(`/people/${id}`);
      expect(status).toBe(404);
      expect(text).toContain('Affiliate not found.');
    },
  );

  it('requires an administrator and a valid nonce', async () => {
    const { id } = await add();
    const editor = await site.signIn('editor');
    const paths = [
      '',
      '/people',
      '/people/new',
      '/people/export.csv',
      '/commissions/export.csv',
      `/people/${id}`,
      '/commissions',
      '/commissions/1',
      '/payouts',
      '/payouts/new',
      '/payouts/1',
      '/payouts/1/export.csv',
      '/keys',
      '/keys/abc',
    ];
    for (const path of paths) {
      const { status } = await editor.get(`/admin/affiliates${path}`);
      expect([path, status]).toEqual([path, 403]);
    }
    const fields = { _action: 'status', step: 'active' };
    const address = `/admin/affiliates/people/${id}`;
    expect((await editor.postForm(address, fields)).status).toBe(403);
    expect((await site.http.post(address).type('form').send(fields)).headers.location).toContain('/admin/login');
    const expired = await site.browser.postForm(address, { ...fields, _nonce: 'expired' });
    expect(expired.status).toBe(403);
    expect((await get(id)).status).toBe('pending');
    // A form for one affiliate leaves the others unchanged.
    const other = await add();
    const mixed = await site.act(`/people/${other.id}`, 'status', { step: 'active' }).then(() => get(id));
    expect(mixed.status).toBe('pending');
  });
});
