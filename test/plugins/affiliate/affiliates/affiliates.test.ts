import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCode, proposeCode } from '../../../../src/plugins/affiliate/affiliates/code.js';
import { AFFILIATE_STATUSES, STATUS_TRANSITIONS } from '../../../../src/plugins/affiliate/affiliates/statuses.js';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

describe.each(dialects)('affiliate management on $name', (dialect) => {
  let site: ProgramSite;
  let drop: () => Promise<void>;
  let calls: [name: string, ...args: unknown[]][];
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [affiliate()]);
    drop = database.drop;
    site = await openProgramSite({ database: database.url });
    calls = [];
    const { hooks } = site.host;
    hooks.addAction('vendor_affiliate_registered', ({ code }) => void calls.push(['registered', code]));
    hooks.addAction('vendor_affiliate_status_changed', (_, from, to) => void calls.push(['status', from, to]));
    hooks.addAction('vendor_affiliate_updated', (_, fields) => void calls.push(['updated', ...fields]));
    hooks.addAction('vendor_affiliate_payment_details_changed', (_, { addresses }) => {
      calls.push(['payment', ...addresses]);
    });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const admin = (method: string, path: string, body?: object) =>
    site.call(method, path, { as: site.admin.id, ...(body && { body }) });
  const people = () => site.program.affiliates;

  it('creates an account, a code from the name and one event when an admin adds an affiliate', async () => {
    const { status, data } = await admin('POST', '/affiliates', {
      email: 'Ada@Example.org',
      first_name: 'Ada',
      last_name: 'Byron',
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      code: 'ada-byron',
      status: 'active',
      email: 'ada@example.org',
      currency: 'EUR',
      rate: null,
      version: 2,
      totals: { clicks: 0, unique_clicks: 0, conversions: 0, pending: 0, approved: 0, paid: 0, balance: 0 },
    });
    const user = await site.host.users.byEmail('ada@example.org');
    expect(data.user_id).toBe(user?.id);
    expect(user?.roles).toEqual(['subscriber']);
    expect(calls).toEqual([['registered', 'ada-byron']]);
  });

  it('keeps codes unique, ignoring case, when fifty are added at the same time', async () => {
    await admin('POST', '/affiliates', { email: 'a@example.org', code: 'Ada_1' });
    expect(await admin('POST', '/affiliates', { email: 'b@example.org', code: 'aDA_1' })).toMatchObject({
      status: 409,
      data: { code: 'vendor_affiliate_code_taken' },
    });
    const added = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        admin('POST', '/affiliates', { email: `n${index}@example.org`, code: 'same', status: 'pending' }),
      ),
    );
    expect(added.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  it('allows only the defined status transitions, with one event per change', async () => {
    const all = AFFILIATE_STATUSES.flatMap((from) => AFFILIATE_STATUSES.map((to) => [from, to] as const));
    for (const [from, to] of all) {
      const { id } = await site.add(`${from}-${to}`, from);
      calls.length = 0;
      const { status, data } = await admin('POST', `/affiliates/${id}/status`, { status: to });
      const isAllowed = STATUS_TRANSITIONS[from].includes(to);
      expect([from, to, status]).toEqual([from, to, from === to || isAllowed ? 200 : 409]);
      if (status === 200) expect(data).toMatchObject({ status: to, changed: from !== to });
      else expect(data).toMatchObject({ code: 'vendor_affiliate_invalid_transition', data: { from, to } });
      expect(calls).toEqual(isAllowed ? [['status', from, to]] : []);
      expect((await people().get(id)).status).toBe(isAllowed ? to : from);
    }
  });

  it('approves once when fifty requests arrive at the same time', async () => {
    const { id } = await site.add('ada', 'pending');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin('POST', `/affiliates/${id}/status`, { status: 'active' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(answers.filter(({ data }) => data.changed)).toHaveLength(1);
    expect(calls).toEqual([['status', 'pending', 'active']]);
  });

  it('finds an affiliate by code with the current status after each change', async () => {
    const { id } = await site.add('ada', 'pending');
    expect(await people().byCode('ADA')).toMatchObject({ id, status: 'pending' });
    await admin('POST', `/affiliates/${id}/status`, { status: 'active' });
    expect(await people().byCode('ada')).toMatchObject({ status: 'active' });
    await admin('PUT', `/affiliates/${id}`, { status: 'inactive', notes: 'Gone' });
    expect(await people().byCode('ada')).toMatchObject({ status: 'inactive' });
    expect(calls.slice(1)).toEqual([
      ['updated', 'notes'],
      ['status', 'active', 'inactive'],
    ]);
  });

  it('holds payouts for three days after a change of payment details, and notifies both emails', async () => {
    const ada = await site.add('ada');
    const { email } = await people().get(ada.id);
    const body = { payment_method: 'bank', payment_email: 'money@example.org', payment_details: 'DE02 1203 0000 2051' };
    const { data } = await site.call('PUT', `/affiliates/${ada.id}`, { as: ada.userId, body });
    expect(data).toMatchObject({ payment_method: 'bank', payment_details: '****2051' });
    const { holdPayoutsUntil, paymentDetails } = await people().get(ada.id);
    expect((holdPayoutsUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    expect(paymentDetails).not.toContain('2051');
    expect(calls.at(-1)).toEqual(['payment', email, 'money@example.org']);
    calls.length = 0;
    await site.call('PUT', `/affiliates/${ada.id}`, { as: ada.userId, body });
    expect(calls).toEqual([]);
  });

  it('holds payouts after a confirmed email change when there is no payment email', async () => {
    const ada = await site.add('ada');
    const { email } = await people().get(ada.id);
    const change = (body: object) => site.call('PUT', `/affiliates/${ada.id}`, { as: ada.userId, body });
    await change({ email: email.toUpperCase(), first_name: 'Augusta' });
    expect(calls.splice(0)).toEqual([['updated', 'first_name']]);
    const pending = { email, pending_email: 'thief@example.net' };
    expect((await change({ email: 'thief@example.net' })).data).toMatchObject(pending);
    expect((await people().get(ada.id)).holdPayoutsUntil).toBeNull();
    await site.host.db.transaction(() => people().confirmEmail(ada.id, 'thief@example.net'));
    const { holdPayoutsUntil } = await people().get(ada.id);
    expect((holdPayoutsUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    expect(calls).toEqual([
      ['updated', 'email', 'email_verified'],
      ['payment', email, 'thief@example.net'],
    ]);
  });

  it('does not hold payouts after an email change when there is a payment email', async () => {
    const ada = await site.add('ada');
    await admin('PUT', `/affiliates/${ada.id}`, { payment_email: 'money@example.org' });
    await site.host.db.transaction(() => people().confirmEmail(ada.id, 'new@example.net'));
    expect((await people().get(ada.id)).holdPayoutsUntil).toBeNull();
  });

  it('does not hold payouts when an admin changes the payment details', async () => {
    const ada = await site.add('ada');
    await admin('PUT', `/affiliates/${ada.id}`, { payment_details: 'DE02 1203 0000 2051' });
    expect((await people().get(ada.id)).holdPayoutsUntil).toBeNull();
  });

  it('updates only when If-Match contains the current ETag', async () => {
    const { id, userId } = await site.add('ada');
    const tagFor = async (as: number): Promise<string> =>
      Object.entries((await site.call('GET', `/affiliates/${id}`, { as })).headers).find(([name]) =>
        /^etag$/i.test(name),
      )?.[1];
    const put = (tag: string, notes: string) =>
      site.host.request('PUT', `/vendor-affiliate/v1/affiliates/${id}`, {
        as: site.admin.id,
        headers: { 'If-Match': tag },
        body: { notes },
      });
    const first = await tagFor(site.admin.id);
    expect(first).not.toBe(await tagFor(userId));
    expect((await put(`"other", W/${first}`, 'first')).status).toBe(200);
    for (const tag of [first, '"1"', 'zzz']) {
      expect(await put(tag, 'second')).toMatchObject({ status: 412, data: { code: 'vendor_affiliate_changed' } });
    }
    expect((await put('*', 'third')).status).toBe(200);
    expect((await people().get(id)).notes).toBe('third');
  });

  it('rejects an update with an outdated version', async () => {
    const { id } = await site.add('ada');
    expect((await admin('PUT', `/affiliates/${id}`, { notes: 'first', version: 1 })).status).toBe(200);
    const late = await admin('PUT', `/affiliates/${id}`, { notes: 'second', version: 1 });
    expect(late).toMatchObject({ status: 412, data: { code: 'vendor_affiliate_changed' } });
    expect((await people().get(id)).notes).toBe('first');
  });

  it('allows at most three levels of parents, and rejects cycles and unknown parents', async () => {
    const ids: number[] = [];
    for (const code of ['one', 'two', 'three', 'four', 'five']) ids.push((await site.add(code)).id);
    const [one = 0, two = 0, three = 0, four = 0, five = 0] = ids;
    const setParent = (id: number, parent: number) => admin('PUT', `/affiliates/${id}`, { parent_id: parent });
    expect((await setParent(two, one)).status).toBe(200);
    expect((await setParent(three, two)).status).toBe(200);
    expect((await setParent(four, three)).status).toBe(200);
    for (const [id, parent] of [
      [one, four],
      [one, one],
      [five, four],
      [two, 99_999],
    ] as const) {
      expect(await setParent(id, parent)).toMatchObject({
        status: 400,
        data: { code: 'vendor_affiliate_invalid_param' },
      });
    }
    expect((await setParent(two, five)).status).toBe(200);
  });

  it.each([
    ['a rate above 100 percent', { rate_type: 'percentage', rate: 100.01 }],
    ['a rate with three decimals', { rate_type: 'percentage', rate: 1.125 }],
    ['a rate without its kind', { rate: 5 }],
    ['a website that runs something', { website: 'javascript:alert(1)' }],
    ['a network whose address runs something', { social: { x: 'data:text/html,x' } }],
    ['a way to be paid that there is not', { payment_method: 'gold' }],
    ['an account that there is not', { user_id: 99_999 }],
    ['a payment address that is none', { payment_email: 'nobody' }],
  ])('rejects %s', async (_, body) => {
    const { id } = await site.add('ada');
    expect(await admin('PUT', `/affiliates/${id}`, body)).toMatchObject({
      status: 400,
      data: { code: 'vendor_affiliate_invalid_param' },
    });
    expect((await people().get(id)).version).toBe(1);
  });

  it('searches codes, names and websites, and takes wildcards literally', async () => {
    for (const [code, name] of [
      ['ada', 'Ada 100%'],
      ['adam', 'Adam_West'],
      ['bob', 'Bob of Ada'],
    ] as const) {
      const { id } = await site.add(code);
      await admin('PUT', `/affiliates/${id}`, { display_name: name, website: `https://${code}.example.org` });
    }
    const codes = async (search: string) => {
      const { data } = await admin('GET', `/affiliates?orderby=code&order=asc&search=${encodeURIComponent(search)}`);
      return (data.data as { code: string }[]).map(({ code }) => code);
    };
    expect(await codes('AD')).toEqual(['ada', 'adam', 'bob']);
    expect(await codes('am_')).toEqual(['adam']);
    expect(await codes('0%')).toEqual(['ada']);
    expect(await codes('bob.example')).toEqual(['bob']);
    expect(await codes('_____')).toEqual([]);
  });

  const listedAs = async (query: string) => {
    const { data } = await admin('GET', `/affiliates?${query}`);
    return (data.data as { code: string }[]).map(({ code }) => code);
  };

  it('searches names ignoring case and accents, and by full name', async () => {
    await admin('POST', '/affiliates', { email: 'e@example.org', code: 'eva', first_name: 'Éva', last_name: 'Øster' });
    await admin('POST', '/affiliates', { email: 'l@example.org', code: 'lea', first_name: 'Eva', last_name: 'Last' });
    const found = (search: string) => listedAs(`orderby=code&order=asc&search=${encodeURIComponent(search)}`);
    for (const search of ['Éva', 'éva', 'ÉVA', 'eva', 'E\u0301va']) expect(await found(search)).toEqual(['eva', 'lea']);
    for (const search of ['øster', 'ØSTER', 'oster', 'Éva Øster', 'va ø']) expect(await found(search)).toEqual(['eva']);
    expect(await found('Eva Last')).toEqual(['lea']);
    for (const search of ['Last Eva', 'Ev_', '%']) expect(await found(search)).toEqual([]);
    const { id } = (await people().byEmail('l@example.org')) ?? { id: 0 };
    await admin('PUT', `/affiliates/${id}`, { last_name: 'Ångström' });
    expect([await found('Eva Last'), await found('ångström')]).toEqual([[], ['lea']]);
  });

  it('sorts by displayed name, then by id', async () => {
    for (const [code, name] of Object.entries({
      zed: { display_name: 'Adam Zed' },
      bob: { first_name: 'Bob', last_name: 'Last' },
      carl: {},
      ina: { first_name: 'Ina' },
      eva: { first_name: 'Éva', last_name: 'Øster' },
      zoe: { display_name: 'zoe' },
      ina2: { display_name: 'Ina', first_name: 'A' },
    })) {
      await admin('POST', '/affiliates', { email: `${code}@example.org`, code, ...name });
    }
    const ascending = ['zed', 'bob', 'carl', 'eva', 'ina', 'ina2', 'zoe'];
    expect(await listedAs('orderby=name&order=asc')).toEqual(ascending);
    expect(await listedAs('orderby=name&order=desc')).toEqual(ascending.toReversed());
  });

  it('lists by page and in every sort order, with totals', async () => {
    const ids: number[] = [];
    for (const code of ['aaa', 'bbb', 'ccc']) ids.push((await site.add(code)).id);
    const { commission } = await site.program.ledger.record({ affiliateCode: 'bbb', origin: 'manual', amount: 100 });
    await site.program.ledger.commissions.approve(commission?.id ?? 0);
    const listed = async (query: string) => (await admin('GET', `/affiliates?${query}`)).data;
    for (const order of ['conversions', 'earnings', 'balance']) {
      const { data } = await listed(`orderby=${order}`);
      expect((data as { id: number }[]).map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    }
    for (const order of ['id', 'code', 'name', 'status', 'registered_at', 'clicks']) {
      const { data } = await listed(`orderby=${order}&order=asc`);
      expect((data as { id: number }[]).map(({ id }) => id)).toEqual(ids);
    }
    expect(await listed('per_page=2&page=2&order=asc')).toMatchObject({
      success: true,
      data: [{ id: ids[2] }],
      pagination: { page: 2, per_page: 2, total: 3, total_pages: 2 },
    });
    expect((await listed('orderby=balance')).data).toMatchObject([
      { totals: { conversions: 1, approved: 10, balance: 10 } },
      {},
      {},
    ]);
    expect((await admin('GET', '/affiliates?per_page=101')).data).toMatchObject({ code: 'rest_invalid_param' });
  });

  it('registers with an account or only an email, and waits for approval', async () => {
    const { id, login } = await site.host.createUser('subscriber');
    const own = await site.call('POST', '/register', { as: id, body: { promo_method: 'My blog' } });
    expect([own.status, own.data.status]).toEqual([201, 'pending']);
    expect(await people().ofUser(id)).toMatchObject({ status: 'pending', promoMethod: 'My blog' });
    expect(await site.call('POST', '/register', { as: id, body: {} })).toMatchObject({
      status: 409,
      data: { code: 'vendor_affiliate_user_taken' },
    });
    expect(login).not.toBe('');
    const stranger = await site.call('POST', '/register', {
      body: { email: 'stranger@example.org', first_name: 'Eve' },
    });
    expect(stranger.status).toBe(201);
    const eve = await people().byEmail('stranger@example.org');
    expect(eve).toMatchObject({
      status: 'pending',
      userId: null,
      registrationIpHash: expect.stringMatching(/^[\w-]{43}$/),
    });
    await admin('POST', `/affiliates/${eve?.id}/status`, { status: 'active' });
    const account = await site.host.users.byEmail('stranger@example.org');
    expect((await people().byEmail('stranger@example.org'))?.userId).toBe(account?.id);
  });

  it('stores repeated registrations once, and answers them all alike', async () => {
    const body = { email: 'twice@example.org', first_name: 'Two' };
    const answers = await Promise.all([1, 2, 3].map(() => site.call('POST', '/register', { body })));
    expect(new Set(answers.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
    expect((await people().list({ page: 1, perPage: 20 })).total).toBe(1);
  });

  it.each([
    ['a way to be paid', { payment_email: 'mallory@example.org' }],
    ['a state', { status: 'active' }],
    ['a rate', { rate_type: 'flat', rate: 1000 }],
    ['an account', { user_id: 1 }],
  ])('rejects a registration that chooses %s', async (_, more) => {
    const { status, data } = await site.call('POST', '/register', { body: { email: 'm@example.org', ...more } });
    expect([status, data.code]).toEqual([400, 'rest_invalid_param']);
    expect((await people().list({ page: 1, perPage: 20 })).total).toBe(0);
  });

  it('rejects a registration when registration is closed or the email is missing', async () => {
    expect((await site.call('POST', '/register', { body: { first_name: 'A' } })).data.code).toBe(
      'vendor_affiliate_invalid_param',
    );
    await site.host.settings.save('affiliate', { registration: false });
    const closed = await site.call('POST', '/register', { body: { email: 'a@example.org' } });
    expect([closed.status, closed.data.code]).toEqual([403, 'vendor_affiliate_registration_closed']);
  });

  it.each([
    ['Yed Äpfel', 'yed-apfel'],
    ['Éva Øster', 'eva-oster'],
    ['ŁUKASZ Weiß', 'lukasz-weiss'],
    ['Þóra Æsa', 'thora-aesa'],
    ['İnci Işık', 'inci-isik'],
    ['Ngô Đình Diệm', 'ngo-dinh-diem'],
    ["Conan O'Brien", 'conan-obrien'],
  ])('transliterates the name into a code: %s is %s', (name, code) => {
    expect(proposeCode(name, 0)).toBe(code);
  });

  it('proposes a valid code for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(3), (name, attempt) => {
        const code = proposeCode(name, attempt);
        expect(parseCode(code)).toBe(code);
      }),
    );
  });
});
