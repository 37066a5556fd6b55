import type { User } from 'mortise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgram, type Program } from './program.js';

const BASE = '/vendor-affiliate/v1';

describe('ledger REST API', () => {
  let program: Program;
  let admin: User;
  let ada: User;
  let bob: User;
  let adaId: number;
  let bobId: number;
  beforeEach(async () => {
    program = await openProgram();
    const { host } = program;
    [admin, ada, bob] = [
      await host.createUser('administrator'),
      await host.createUser('subscriber'),
      await host.createUser('subscriber'),
    ];
    adaId = await program.addAffiliate('ada', { user_id: ada.id });
    bobId = await program.addAffiliate('bob', { user_id: bob.id });
  });
  afterEach(() => program.host.close());

  const call = async (method: 'GET' | 'POST', path: string, as: User | null, more: object = {}) => {
    const answer = await program.host.request(method, BASE + path, { ...(as ? { as } : {}), ...more });
    return {
      status: answer.status,
      data: answer.data as Record<string, never> & { data: never[] },
      headers: answer.headers,
    };
  };
  async function convert(code = 'ada', amount: number | string = 100, more: object = {}): Promise<number> {
    const input = { affiliateCode: code, amount, origin: 'api', customerEmail: 'jane@example.com', ...more } as const;
    return (await program.ledger.record({ ...input, externalId: crypto.randomUUID() })).commission?.id ?? 0;
  }

  it('lists all commissions to admins, and to affiliates their own with masked customers', async () => {
    const [one, two] = [await convert(), await convert('bob', 50)];
    const all = await call('GET', '/commissions', admin);
    expect(all.data).toMatchObject({
      success: true,
      data: [
        {
          id: two,
          amount: 5,
          amount_minor: 500,
          currency: 'EUR',
          rate: 10,
          customer: 'jane@example.com',
          affiliate_id: bobId,
        },
        { id: one, amount: 10 },
      ],
      pagination: { page: 1, per_page: 20, total: 2, total_pages: 1 },
    });
    expect(all.headers).toMatchObject({ 'X-CMS-Total': '2', 'X-CMS-TotalPages': '1' });
    const own = await call('GET', '/commissions', ada);
    expect(own.data).toMatchObject({
      data: [{ id: one, customer: 'j***@e***.com', flags: [] }],
      pagination: { total: 1 },
    });
    expect((await call('GET', `/commissions?affiliate_id=${adaId}`, ada)).status).toBe(200);
    for (const other of [bobId, 4711]) {
      const refused = await call('GET', `/commissions?affiliate_id=${other}`, ada);
      expect([refused.status, refused.data.code]).toEqual([403, 'vendor_affiliate_forbidden']);
    }
  });

  it('shows affiliates their own commission, and returns 403 for any other id', async () => {
    const [mine, other] = [await convert(), await convert('bob')];
    expect((await call('GET', `/commissions/${mine}`, ada)).data).toMatchObject({
      id: mine,
      customer: 'j***@e***.com',
    });
    for (const id of [other, 4711]) expect((await call('GET', `/commissions/${id}`, ada)).status).toBe(403);
    expect((await call('GET', '/commissions/4711', admin)).status).toBe(404);
  });

  it('refuses anonymous requests, users outside the program and inactive affiliates', async () => {
    const id = await convert();
    const editor = await program.host.createUser('editor');
    expect((await call('GET', '/commissions', null)).status).toBe(401);
    expect((await call('GET', '/commissions', editor)).status).toBe(403);
    await program.host.db.query.updateTable('affiliate_affiliates').set({ status: 'inactive' }).execute();
    expect((await call('GET', '/commissions', ada)).status).toBe(403);
    const paths = ['approve', 'reject', 'reopen', 'refund', 'pay'].map((verb) => `/commissions/${id}/${verb}`);
    for (const path of [...paths, '/commissions/bulk', '/payouts', '/payouts/1/complete']) {
      const body = path === '/payouts' ? { method: 'paypal' } : { action: 'approve', ids: [id] };
      expect([path, (await call('POST', path, ada, { body })).status]).toEqual([path, 403]);
    }
    for (const path of ['/payouts', '/payouts/1', '/payouts/1/export.csv'])
      expect((await call('GET', path, ada)).status).toBe(403);
  });

  it('filters, sorts and paginates lists, and rejects invalid parameters', async () => {
    const ids = [await convert('ada', 30), await convert('bob', 10), await convert('ada', 20)];
    await program.ledger.commissions.approve(ids[1] ?? 0);
    const listed = async (query: string) => {
      const { data } = await call('GET', `/commissions?${query}`, admin);
      return (data.data as { id: number }[]).map(({ id }) => ids.indexOf(id));
    };
    expect(await listed('orderby=amount&order=asc')).toEqual([1, 2, 0]);
    expect(await listed('orderby=affiliate_id&order=asc')).toEqual([0, 2, 1]);
    expect(await listed('orderby=status&order=asc')).toEqual([1, 0, 2]);
    expect(await listed('status=approved')).toEqual([1]);
    expect(await listed(`affiliate_id=${adaId}&order=asc`)).toEqual([0, 2]);
    expect(await listed('type=subpartner')).toEqual([]);
    expect(await listed('per_page=1&page=2')).toEqual([1]);
    expect(await listed('to=2020-01-01')).toEqual([]);
    expect(await listed('from=2020-01-01T00:00:00Z&to=2100-01-01')).toEqual([2, 1, 0]);
    const { reference } = await program.ledger.commissions.get(ids[0] ?? 0);
    expect(await listed(`reference=${reference}`)).toEqual([0]);
    for (const query of ['per_page=101', 'per_page=0', 'status=open', 'orderby=id', 'from=2026-02-30', 'to=soon']) {
      expect([query, (await call('GET', `/commissions?${query}`, admin)).status]).toEqual([query, 400]);
    }
    const past = await call('GET', '/commissions?page=2', admin);
    expect([past.status, past.data.code]).toEqual([400, 'vendor_affiliate_invalid_page']);
  });

  it('approves once, names the allowed transitions, and honors idempotency keys', async () => {
    const id = await convert();
    const approve = () => call('POST', `/commissions/${id}/approve`, admin);
    expect((await approve()).data).toMatchObject({ id, status: 'approved', changed: true });
    expect((await approve()).data).toMatchObject({ status: 'approved', changed: false });
    const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const refunds = [1, 2].map(() =>
      call('POST', `/commissions/${id}/refund`, admin, { ...key, body: { amount: '25.00' } }),
    );
    for (const { status } of await Promise.all(refunds)) expect([200, 409]).toContain(status);
    expect((await program.ledger.commissions.get(id)).refundedAmount).toBe(2500);
    await call('POST', `/commissions/${id}/pay`, admin);
    const refused = await approve();
    expect([refused.status, refused.data]).toMatchObject([
      409,
      { code: 'vendor_affiliate_invalid_transition', data: { status: 409, from: 'paid', to: 'approved', allowed: [] } },
    ]);
    const refund = await call('POST', `/commissions/${id}/refund`, admin, { body: { amount: 75, reference: 'r1' } });
    expect(refund.data).toMatchObject({
      status: 'paid',
      changed: true,
      refund: { type: 'refund', amount: -7.5, parent_id: id },
    });
  });

  it('rejects with a reason and reopens, and refuses invalid refund amounts', async () => {
    const id = await convert();
    const rejected = await call('POST', `/commissions/${id}/reject`, admin, {
      body: { reason: 'fraud', note: 'Same card' },
    });
    expect(rejected.data).toMatchObject({
      status: 'rejected',
      reject_reason: 'fraud',
      note: 'Same card',
      changed: true,
    });
    expect((await call('GET', `/commissions/${id}`, ada)).data).toMatchObject({ reject_reason: 'fraud', note: null });
    expect((await call('POST', `/commissions/${id}/reopen`, admin)).data).toMatchObject({ status: 'pending' });
    for (const amount of ['12,50', 'abc', 0, -1, 100.01, '1.005', '+5', '.5', '5.', ' 5 ']) {
      const { status, data } = await call('POST', `/commissions/${id}/refund`, admin, { body: { amount } });
      expect([amount, status, data.code]).toEqual([amount, 400, 'vendor_affiliate_invalid_param']);
    }
  });

  it('changes up to a hundred commissions in one request, and reports each result', async () => {
    const ids = [await convert(), 4711];
    const { data } = await call('POST', '/commissions/bulk', admin, { body: { action: 'approve', ids } });
    expect(data).toMatchObject({
      success: false,
      results: [
        { id: ids[0], success: true, changed: true, status: 'approved' },
        { id: 4711, success: false, error: { code: 'vendor_affiliate_not_found', status: 404 } },
      ],
    });
    const many = Array.from({ length: 101 }, (_, index) => index + 1);
    expect((await call('POST', '/commissions/bulk', admin, { body: { action: 'approve', ids: many } })).status).toBe(
      400,
    );
  });

  it('creates, shows, exports and completes a payout', async () => {
    const id = await convert();
    await program.ledger.commissions.approve(id);
    const tried = await call('POST', '/payouts', admin, { body: { method: 'paypal', dry_run: true } });
    expect([tried.status, tried.data]).toMatchObject([
      200,
      { dry_run: true, payout: null, amount: 10, amount_minor: 1000 },
    ]);
    const created = await call('POST', '/payouts', admin, { body: { method: 'paypal' } });
    expect([created.status, created.data]).toMatchObject([
      201,
      {
        dry_run: false,
        payout: { status: 'draft', amount: 10, created_by: admin.id },
        payments: [{ code: 'ada' }],
        skipped: [],
      },
    ]);
    const payout = (created.data as unknown as { payout: { id: number } }).payout.id;
    expect((await call('POST', `/commissions/${id}/reject`, admin)).data).toMatchObject({
      code: 'vendor_affiliate_payout_locked',
    });
    expect((await call('GET', `/payouts/${payout}`, admin)).data).toMatchObject({
      payments: [{ affiliate_id: adaId, amount: 10 }],
    });
    const csv = await call('GET', `/payouts/${payout}/export.csv`, admin);
    expect(String(csv.data)).toContain(`${payout},${adaId},"ada","ada","","","paypal","10.00","EUR",1\r\n`);
    expect(csv.headers).toMatchObject({ 'Content-Type': 'text/csv; charset=utf-8' });
    expect((await call('POST', `/payouts/${payout}/complete`, admin)).status).toBe(409);
    await call('POST', `/payouts/${payout}/start`, admin);
    expect((await call('POST', `/payouts/${payout}/complete`, admin)).data).toMatchObject({ status: 'completed' });
    expect((await call('GET', '/payouts?status=completed', admin)).data).toMatchObject({
      data: [{ id: payout }],
      pagination: { total: 1 },
    });
    const none = await call('POST', '/payouts', admin, { body: { method: 'paypal' } });
    expect([none.status, none.data.code]).toEqual([409, 'vendor_affiliate_nothing_to_pay']);
    expect((await call('POST', '/payouts', admin, { body: { method: 'paypal', currency: 'USD' } })).status).toBe(400);
  });

  it('rejects an unknown payout method, and accepts one from a plugin', async () => {
    const id = await convert();
    await program.ledger.commissions.approve(id);
    const make = (method: string) => call('POST', '/payouts', admin, { body: { method, dry_run: true } });
    const { status, data } = await make('zzz');
    expect([status, data]).toMatchObject([
      400,
      {
        code: 'vendor_affiliate_invalid_param',
        data: { params: { method: expect.stringContaining('paypal, bank, store_credit, manual') } },
      },
    ]);
    program.host.hooks.addFilter('vendor_affiliate_payment_methods', (methods) => [...methods, 'zzz']);
    expect((await make('zzz')).status).toBe(200);
  });

  it('releases the commissions when a payout fails or is cancelled', async () => {
    const id = await convert();
    await program.ledger.commissions.approve(id);
    for (const verb of ['cancel', 'fail']) {
      const created = await call('POST', '/payouts', admin, { body: { method: 'paypal' } });
      const payout = (created.data as unknown as { payout: { id: number } }).payout.id;
      if (verb === 'fail') await call('POST', `/payouts/${payout}/start`, admin);
      const ended = await call('POST', `/payouts/${payout}/${verb}`, admin, { body: { note: 'Why not' } });
      expect(ended.data).toMatchObject({ status: verb === 'fail' ? 'failed' : 'cancelled', note: 'Why not' });
      expect((await call('GET', `/commissions/${id}`, admin)).data).toMatchObject({
        status: 'approved',
        payout_id: null,
      });
    }
  });

  it('sets, lists and deletes rates of forms and tiers', async () => {
    const { host } = program;
    const put = (body: object, as = admin) => host.request('PUT', `${BASE}/rates`, { as, body });
    const form = { kind: 'form', target: 'trial', rate_type: 'percentage', rate: 12.5 };
    const set = await put(form);
    expect(set.data).toMatchObject({ ...form, affiliate_id: null });
    await put({ ...form, affiliate_id: adaId, rate_type: 'flat', rate: '3.50' });
    await put({ kind: 'tier', target: '1000.00', rate_type: 'percentage', rate: '20' });
    expect((await call('GET', '/rates', admin)).data).toMatchObject([
      { kind: 'form', target: 'trial', rate: 12.5 },
      { kind: 'form', target: 'trial', affiliate_id: adaId, rate_type: 'flat', rate: 3.5 },
      { kind: 'tier', target: '1000.00', rate: 20 },
    ]);
    const earned = async (code: string) =>
      program.ledger.commissions.get(await convert(code, 100, { formId: 'trial' }));
    expect([(await earned('ada')).amount, (await earned('bob')).amount]).toEqual([350, 1250]);
    for (const rate of [100.01, 12.505, -1, '12,5', 'abc']) expect((await put({ ...form, rate })).status).toBe(400);
    expect((await put({ ...form, affiliate_id: 4711 })).status).toBe(404);
    expect((await put({ kind: 'tier', target: 'soon', rate_type: 'flat', rate: 1 })).status).toBe(400);
    expect((await put(form, ada)).status).toBe(403);
    const { id } = set.data as { id: number };
    const remove = () => host.request('DELETE', `${BASE}/rates/${id}`, { as: admin });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
    expect((await earned('bob')).rateRule).toBe('programme');
  });

  it('records sales and refunds from shop hooks, and ignores sales of unknown affiliates', async () => {
    const { hooks } = program.host;
    await hooks.doActionAsync('vendor_affiliate_record_sale', { reference: '1001', affiliateCode: 'ada', amount: 20 });
    await hooks.doActionAsync('vendor_affiliate_record_sale', {
      reference: '1002',
      affiliateCode: 'nobody',
      amount: 20,
    });
    await hooks.doActionAsync('vendor_affiliate_refund_sale', { reference: '1001', amount: 5 });
    await hooks.doActionAsync('vendor_affiliate_refund_sale', { reference: '1002' });
    expect((await call('GET', '/commissions', admin)).data).toMatchObject({
      data: [{ reference: '1001', type: 'sale', amount: 1.5 }],
    });
    const { data } = await call('GET', '/commissions', admin);
    const { id } = data.data[0] ?? { id: 0 };
    await call('POST', `/commissions/${id}/reject`, admin);
    for (const _ of [1, 2]) await hooks.doActionAsync('vendor_affiliate_refund_sale', { reference: '1001' });
    expect((await call('POST', `/commissions/${id}/refund`, admin, { body: {} })).status).toBe(409);
    const wrong = hooks.doActionAsync('vendor_affiliate_record_sale', {
      reference: '1003',
      affiliateCode: 'ada',
      amount: '12,50',
    });
    await expect(wrong).rejects.toThrow();
  });
});

describe('ledger CLI', () => {
  let program: Program;
  beforeEach(async () => {
    program = await openProgram();
    await program.addAffiliate('ada', { user_id: 1, email: 'ada@example.com' });
  });
  afterEach(() => program.host.close());

  const run = (...argv: string[]) => program.host.command('affiliate', ...argv);
  async function convert(): Promise<string> {
    const { commission } = await program.ledger.record({ affiliateCode: 'ada', amount: 100, origin: 'manual' });
    return String(commission?.id);
  }

  it('lists, approves, pays and refunds commissions', async () => {
    const [one, two] = [await convert(), await convert()];
    expect(await run('commission', 'approve', one, two, '4711')).toMatchObject({ code: 3 });
    expect(await run('commission', 'approve', 'x')).toMatchObject({ code: 2 });
    expect(await run('commission', 'pay', one)).toMatchObject({ code: 0 });
    const refunded = await run('commission', 'refund', one, '--amount=25.00', '--format=json');
    expect(JSON.parse(refunded.stdout)).toMatchObject([{ id: Number(one) }, { type: 'refund', amount: '-2.50' }]);
    const listed = await run('commission', 'list', '--status=approved', '--format=json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ type: 'refund' }, { id: Number(two), amount: '10.00' }]);
    expect(await run('commission', 'refund', one, '--amount=12,50')).toMatchObject({ code: 2 });
  });

  it('creates and exports a payout', async () => {
    await run('commission', 'approve', await convert());
    const tried = await run('payout', 'create', '--method=paypal', '--dry-run');
    expect(tried).toMatchObject({ code: 0, stderr: expect.stringContaining('10.00 EUR for 1') });
    const created = await run('payout', 'create', '--method=paypal', '--format=json');
    expect(JSON.parse(created.stdout)).toMatchObject([
      { code: 'ada', amount: '10.00', payment_email: 'ada@example.com' },
    ]);
    expect((await run('payout', 'export', '1')).stdout).toContain(
      '1,1,"ada","ada","ada@example.com","","paypal","10.00","EUR",1',
    );
    expect((await run('payout', 'create', '--method=paypal')).code).not.toBe(0);
    const unknown = await run('payout', 'create', '--method=zzz');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('paypal, bank, store_credit, manual') });
  });
});
