import { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../../../support/browser-agent.js';
import { openProgramSite, type ProgramSite, type TestAffiliate } from './program-site.js';

type Who = 'active affiliate' | 'administrator' | 'anonymous' | 'inactive affiliate' | 'other affiliate' | 'subscriber';
type Answers = Readonly<Record<Who, number>>;

/** Expected statuses (2-affiliate-program.md, Endpoints). `{ada}` is the id of the active affiliate. */
const ENDPOINTS: readonly (readonly [method: string, path: string, body: object | undefined, answers: Answers])[] = [
  ['GET', '/stats/overview', undefined, { ...of(403), administrator: 200, anonymous: 401 }],
  [
    'GET',
    '/stats/affiliate/{ada}',
    undefined,
    { ...of(403), 'active affiliate': 200, administrator: 200, anonymous: 401 },
  ],
  ['POST', '/links/generate', {}, { ...of(403), 'active affiliate': 200, 'other affiliate': 200, anonymous: 401 }],
  [
    'GET',
    '/clicks/monthly',
    undefined,
    { ...of(403), 'active affiliate': 200, 'other affiliate': 200, administrator: 200, anonymous: 401 },
  ],
  [
    'GET',
    '/clicks/monthly?affiliate_id={ada}',
    undefined,
    { ...of(403), 'active affiliate': 200, administrator: 200, anonymous: 401 },
  ],
  ['GET', '/affiliates', undefined, { ...of(403), administrator: 200, anonymous: 401 }],
  ['POST', '/affiliates', { email: 'new@example.org' }, { ...of(403), administrator: 201, anonymous: 401 }],
  ['GET', '/affiliates/{ada}', undefined, { ...of(403), 'active affiliate': 200, administrator: 200, anonymous: 401 }],
  [
    'PUT',
    '/affiliates/{ada}',
    { website: 'https://ada.example/' },
    { ...of(403), 'active affiliate': 200, administrator: 200, anonymous: 401 },
  ],
  [
    'GET',
    '/commissions',
    undefined,
    { ...of(403), 'active affiliate': 200, 'other affiliate': 200, administrator: 200, anonymous: 401 },
  ],
  [
    'GET',
    '/commissions?affiliate_id={ada}',
    undefined,
    { ...of(403), 'active affiliate': 200, administrator: 200, anonymous: 401 },
  ],
  ['POST', '/commissions/{commission}/approve', undefined, { ...of(403), administrator: 200, anonymous: 401 }],
  ['GET', '/payouts', undefined, { ...of(403), administrator: 200, anonymous: 401 }],
  ['POST', '/payouts', { method: 'manual', dry_run: true }, { ...of(403), administrator: 200, anonymous: 401 }],
  // Requires an API key. Accounts have no access.
  ['POST', '/track/conversion', { affiliate_code: 'ada', amount: 1 }, { ...of(403), anonymous: 401 }],
];

function of(status: number): Answers {
  return {
    'active affiliate': status,
    administrator: status,
    anonymous: status,
    'inactive affiliate': status,
    'other affiliate': status,
    subscriber: status,
  };
}

describe('affiliate API access', () => {
  let site: ProgramSite;
  let ada: TestAffiliate;
  let commission: number;
  const ids = new Map<Who, number>();
  const accounts = new Map<Who, { readonly login: string; readonly password: string }>();

  beforeAll(async () => {
    site = await openProgramSite({ trustProxy: true, allowInsecureAuth: true });
    ada = await site.add('ada');
    const sale = { affiliateCode: 'ada', origin: 'api', amount: 1000, externalId: 'A-1' } as const;
    commission = (await site.program.ledger.record(sale)).commission?.id ?? 0;
    await site.program.ledger.commissions.approve(commission);
    const people = { 'active affiliate': ada, 'other affiliate': await site.add('bob') };
    const inactive = await site.add('cleo', 'inactive');
    const subscriber = await site.host.createUser('subscriber');
    for (const [who, { userId, ...account }] of Object.entries({ ...people, 'inactive affiliate': inactive })) {
      ids.set(who as Who, userId);
      accounts.set(who as Who, account);
    }
    ids.set('administrator', site.admin.id).set('subscriber', subscriber.id);
    accounts.set('administrator', site.admin);
  });
  afterAll(() => site.close());

  const place = (path: string) => path.replace('{ada}', String(ada.id)).replace('{commission}', String(commission));
  const cases = ENDPOINTS.flatMap(([method, path, body, answers]) =>
    Object.entries(answers).map(([who, status]) => [method, path, who as Who, status, body] as const),
  );

  it.each(cases)('%s %s answers %s with %i', async (method, path, who, status, body) => {
    const as = ids.get(who);
    const answer = await site.call(method, place(path), {
      ...(as === undefined ? {} : { as }),
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, JSON.stringify(answer.data)).toBe(status);
    if (status === 401) expect(answer.data.code).toBe('rest_forbidden');
    if (who === 'inactive affiliate' && status === 403 && /affiliate\/\{|links|clicks/.test(path)) {
      expect(answer.data.code).toBe('vendor_affiliate_inactive');
    }
  });

  it.each(ENDPOINTS)('%s %s requires a session with a valid nonce', async (method, path, body, answers) => {
    const who = answers['active affiliate'] === 200 ? 'active affiliate' : 'administrator';
    const { login, password } = accounts.get(who) ?? site.admin;
    const browser = new BrowserAgent(site.url);
    await browser.logIn(login, password);
    const ask = (headers: Record<string, string>) =>
      new Test(site.url, method, `/api/vendor-affiliate/v1${place(path)}`)
        .set('X-Forwarded-For', `198.51.100.${Math.floor(Math.random() * 250)}`)
        .set(headers)
        .set('Cookie', browser.cookieHeader)
        .send(body);
    expect((await ask({})).status).toBe(401);
    const wrong = await ask({ 'X-CMS-Nonce': '0123456789' });
    expect([wrong.status, wrong.body]).toMatchObject([403, { code: 'rest_cookie_invalid_nonce' }]);
    const right = await ask({ 'X-CMS-Nonce': await browser.nonce() });
    expect(right.status).toBe(answers[who]);
  });

  it('answers the same for another affiliate and for a missing one', async () => {
    const bob = ids.get('other affiliate') ?? 0;
    const statistics = await site.call('GET', `/stats/affiliate/${ada.id}`, { as: bob });
    const nowhere = await site.call('GET', '/stats/affiliate/999999', { as: bob });
    const plain = ({ status, data: { code, message } }: typeof statistics) => ({ status, code, message });
    expect(plain(statistics)).toEqual({ ...plain(nowhere), status: 403, code: 'vendor_affiliate_forbidden' });
    const missing = await site.call('GET', '/stats/affiliate/999999', { as: site.admin.id });
    expect([missing.status, missing.data.code]).toEqual([404, 'vendor_affiliate_affiliate_not_found']);
  });

  it('refuses credentials limited to other scopes', async () => {
    const { key } = await site.host.apiKeys.create({
      name: 'Somewhere else',
      scopes: ['affiliate:track'],
      userId: ada.userId,
    });
    const { key: reader } = await site.host.apiKeys.create({ name: 'Reader', scopes: ['read'], userId: ada.userId });
    for (const path of [`/stats/affiliate/${ada.id}`, '/clicks/monthly']) {
      const ask = async (headers: Record<string, string>) =>
        (await site.http.get(`/api/vendor-affiliate/v1${path}`).set(headers)).status;
      expect([await ask({ 'X-API-Key': key }), await ask({ 'X-API-Key': reader })]).toEqual([403, 200]);
    }
  });
});
