import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FIELDS,
  type FieldName,
  OWNER_FIELDS,
  WRITABLE_FIELDS,
} from '../../../../src/plugins/affiliate/affiliates/fields.js';
import { openProgramSite, type ProgramSite, type TestAffiliate } from '../routes/program-site.js';

/** Valid value for each affiliate field. */
const VALUES: Readonly<Record<FieldName, unknown>> = {
  first_name: 'Augusta',
  last_name: 'King',
  display_name: 'The Countess',
  email: 'countess@example.org',
  email_verified: false,
  payment_email: 'money@example.org',
  payment_method: 'bank',
  payment_details: 'DE02 1203 0000 0000 2020 51',
  website: 'https://countess.example.org',
  promo_method: 'Letters',
  country: 'GB',
  tax_id: 'GB 123',
  locale: 'en-GB',
  social: { mastodon: 'https://social.example.org/@ada' },
  id: 7,
  user_id: null,
  code: 'countess',
  status: 'inactive',
  rate_type: 'percentage',
  rate: 12.5,
  cookie_days: 60,
  parent_id: 4711,
  currency: 'USD',
  registered_at: '2026-01-01T00:00:00Z',
  approved_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  totals: {},
  notes: 'A friend',
  fraud_score: 3,
  flags: ['seen'],
  hold_payouts_until: '2027-01-01T00:00:00.000Z',
  registration_ip_hash: 'x',
  meta: { source: 'fair' },
};
const NAMES = Object.keys(FIELDS) as FieldName[];
/** Fields that the program records. Clients may send them back with any value. */
const RECORDED = NAMES.filter((name) => 'isKept' in FIELDS[name]);
const NOT_OF_OWNER = NAMES.filter((name) => !OWNER_FIELDS.includes(name) && !RECORDED.includes(name));
/** Encodes the value of a field as a query string. */
function inAddress(name: FieldName): string {
  const value = VALUES[name] ?? 1;
  if (Array.isArray(value)) return `${name}[]=${value[0]}`;
  if (typeof value !== 'object') return `${name}=${encodeURIComponent(String(value))}`;
  return Object.entries(value)
    .map(([key, text]) => `${name}[${key}]=${text}`)
    .join('&');
}
const ADMIN_ONLY = NAMES.filter((name) => FIELDS[name].right === 'admin');

describe('affiliate field permissions', () => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  beforeAll(async () => {
    site = await openProgramSite();
    ada = await site.add('ada');
  });
  afterAll(() => site.close());

  const stored = () => site.host.db.query.selectFrom('affiliate_affiliates').selectAll().orderBy('id').execute();
  const put = (body: object, as = ada.userId, id = ada.id) => site.call('PUT', `/affiliates/${id}`, { as, body });

  it.each(OWNER_FIELDS)('lets the owner change %s', async (name) => {
    const bob = await site.add(`owner-${name.replaceAll('_', '-')}`);
    const { status, data } = await put({ [name]: VALUES[name] }, bob.userId, bob.id);
    expect([status, data.code]).toEqual([200, bob.code]);
    const displayed = name === 'payment_details' ? '****2051' : VALUES[name];
    // A new email takes effect once its link is opened.
    expect(data[name === 'email' ? 'pending_email' : name]).toEqual(displayed);
  });

  it.each(NOT_OF_OWNER)('does not let the owner change %s, and saves no other field with it', async (name) => {
    const before = await stored();
    const { status, data } = await put({ first_name: 'Changed', [name]: VALUES[name] });
    expect([status, data.code]).toEqual([403, 'vendor_affiliate_forbidden_field']);
    expect(data.data).toMatchObject({ fields: [name] });
    expect(await stored()).toEqual(before);
  });

  it.each(WRITABLE_FIELDS.filter((name) => !OWNER_FIELDS.includes(name)))(
    'does not let the owner change %s in the query string, with or without a body',
    async (name) => {
      const before = await stored();
      for (const body of [{}, { first_name: 'Changed' }, undefined]) {
        const { status, data } = await site.call('PUT', `/affiliates/${ada.id}?${inAddress(name)}`, {
          as: ada.userId,
          body,
        });
        expect([status, data.code, data.data]).toMatchObject([
          403,
          'vendor_affiliate_forbidden_field',
          { fields: [name] },
        ]);
      }
      expect(await stored()).toEqual(before);
    },
  );

  it.each(WRITABLE_FIELDS)('lets an admin change %s', async (name) => {
    const bob = await site.add(`admin-${name.replaceAll('_', '-')}`);
    const more = name === 'rate' || name === 'rate_type' ? { rate_type: 'percentage', rate: 12.5 } : {};
    const value = { ...VALUES, code: 'another-code', parent_id: ada.id }[name];
    const { status, data } = await put({ [name]: value, ...more }, site.admin.id, bob.id);
    expect(status).toBe(200);
    expect(data[name]).toEqual(name === 'payment_details' ? '****2051' : value);
  });

  it.each(RECORDED)('ignores the recorded field %s', async (name) => {
    for (const as of [ada.userId, site.admin.id]) {
      const before = await stored();
      const { status, data } = await put({ [name]: VALUES[name] }, as);
      expect([status, data.id]).toEqual([200, ada.id]);
      expect(await stored()).toEqual(before);
    }
  });

  it('accepts fields with the value that the owner reads', async () => {
    const { data } = await site.call('GET', `/affiliates/${ada.id}`, { as: ada.userId });
    const before = await stored();
    expect(await put(data)).toMatchObject({ status: 200, data });
    expect(await stored()).toEqual(before);
  });

  it.each(ADMIN_ONLY)('hides %s from the owner', async (name) => {
    const own = await site.call('GET', `/affiliates/${ada.id}`, { as: ada.userId });
    expect(own.status).toBe(200);
    expect(Object.keys(own.data)).not.toContain(name);
    expect(Object.keys((await site.call('GET', `/affiliates/${ada.id}`, { as: site.admin.id })).data)).toContain(name);
  });

  it('changes only owner fields, or nothing, for any fields that an owner sends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...OWNER_FIELDS, ...NOT_OF_OWNER], { minLength: 1 }), async (names) => {
        const before = await stored();
        const { status } = await put(Object.fromEntries(names.map((name) => [name, VALUES[name]])));
        const isOwn = names.every((name) => OWNER_FIELDS.includes(name));
        expect(status).toBe(isOwn ? 200 : 403);
        const after = await stored();
        if (!isOwn) expect(after).toEqual(before);
        expect(after.map(({ status, notes, rate, code, user_id }) => ({ status, notes, rate, code, user_id }))).toEqual(
          before.map(({ status, notes, rate, code, user_id }) => ({ status, notes, rate, code, user_id })),
        );
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['"x"', 'x'],
    ['null', null],
    ['7', 7],
    ['[]', []],
    ['true', true],
  ] as const)('rejects a body without fields: %s', async (_, body) => {
    for (const as of [ada.userId, site.admin.id]) {
      const { status, data } = await site.host.request('PUT', `/vendor-affiliate/v1/affiliates/${ada.id}`, {
        as,
        body,
      });
      expect([status, data]).toMatchObject([400, { code: 'vendor_affiliate_invalid_param' }]);
    }
  });

  it('refuses access to other affiliates, existing or not', async () => {
    const bob = await site.add('bob');
    for (const id of [bob.id, 999_999]) {
      for (const [method, body] of [['GET'], ['PUT', { first_name: 'Mallory' }]] as const) {
        const { status, data } = await site.call(method, `/affiliates/${id}`, {
          as: ada.userId,
          ...(body && { body }),
        });
        expect([status, data.code]).toEqual([403, 'vendor_affiliate_forbidden']);
      }
    }
  });

  it('refuses users outside the program, anonymous requests, and the list for affiliates', async () => {
    const { id } = await site.host.createUser('editor');
    expect((await site.call('GET', `/affiliates/${ada.id}`, { as: id })).status).toBe(403);
    expect(await site.call('GET', `/affiliates/${ada.id}`)).toMatchObject({
      status: 401,
      data: { code: 'rest_forbidden' },
    });
    expect((await site.call('GET', '/affiliates', { as: ada.userId })).status).toBe(403);
  });
});
