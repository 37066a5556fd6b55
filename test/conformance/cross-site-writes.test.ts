import { createTestHost, type TestHost } from 'mortise/testing';
import request, { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { rightCall, targetsOf } from './argument-calls.js';
import { everyPlugin, fillPlugins } from './every-plugin.js';

const SHOP = 'https://shop.example';
const EVIL = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };
const REFUSED = { status: 403, body: { code: 'rest_cross_site_request' } };

describe('cross-site request', () => {
  let host: TestHost;
  let site: string;
  let user: { login: string; password: string };

  beforeAll(async () => {
    host = await createTestHost({ plugins: everyPlugin(), cors: { origins: [SHOP] } });
    site = await host.listen();
    const administrator = await host.createUser('administrator');
    await fillPlugins(host, administrator.id);
    const { password } = await host.applicationPasswords.create(administrator.id, { name: 'Script' });
    user = { login: administrator.login, password };
  });
  afterAll(() => host.close());

  it('is rejected on every write route without credentials', async () => {
    const writes = targetsOf(host).filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(100);
    for (const target of writes) {
      const { target: path, body } = rightCall(target, { id: '1' });
      const answer = await new Test(site, target.method, `/api${path}`).set(EVIL).send(body);
      expect([target.method, path, answer.status, answer.body], path).toEqual([
        target.method,
        path,
        403,
        expect.objectContaining(REFUSED.body),
      ]);
    }
  }, 120_000);

  it('is rejected in a batch', async () => {
    const body = { requests: [{ method: 'POST', path: '/vendor-kb/v1/rating', body: { article_id: 1, value: 1 } }] };
    expect(await request(site).post('/api/batch/v1').set(EVIL).send(body)).toMatchObject(REFUSED);
  });

  it('is accepted from an origin that CORS allows', async () => {
    const headers = { ...EVIL, Origin: SHOP };
    const answer = await request(site).post('/api/vendor-affiliate/v1/register').set(headers).send({});
    expect(answer).toMatchObject({ status: 400, body: { code: 'vendor_affiliate_invalid_param' } });
  });

  it('is accepted with explicit credentials', async () => {
    const headers = { ...EVIL, ...basic(user.login, user.password) };
    const answer = await request(site).post('/api/vendor-affiliate/v1/register').set(headers).send({});
    expect(answer.body).not.toMatchObject({ code: 'rest_cross_site_request' });
  });

  it.each(['/affiliates', '/admin/login'])('cannot send a form to %s', async (path) => {
    const answer = await request(site)
      .post(path)
      .set(EVIL)
      .set('Sec-Fetch-Mode', 'navigate')
      .type('form')
      .send('email=visitor@example.net&login=visitor&password=secret');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This form was submitted from another site.');
  });
});
