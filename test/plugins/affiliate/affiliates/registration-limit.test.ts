import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

describe('POST /register', () => {
  let site: ProgramSite;
  beforeEach(async () => {
    site = await openProgramSite();
  });
  afterEach(() => site.close());

  it('accepts five applications per IP address in ten minutes, and rejects the sixth', async () => {
    const apply = (index: number) =>
      site.http.post('/api/vendor-affiliate/v1/register').send({ email: `n${index}@example.org` });
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await apply(index)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    const { status, headers, body: data } = await apply(5);
    expect([status, data]).toMatchObject([429, { code: 'rest_too_many_requests', data: { limit: 5 } }]);
    expect(headers['ratelimit-policy']).toBe('"register";q=5;w=600');
    expect(Number(headers['retry-after'])).toBeGreaterThan(540);
    expect(await site.program.affiliates.byEmail('n5@example.org')).toBeNull();
  });

  it('accepts 200 applications by visitors an hour, whatever their IP addresses', async () => {
    const register = (index: number) =>
      site.program.register({ email: `v${index}@example.org` }, { user: null, address: `192.0.2.${index}` });
    for (let index = 0; index < 200; index += 1) await register(index);
    await expect(register(200)).rejects.toMatchObject({ code: 'rest_too_many_requests', status: 429 });
    expect(await site.program.affiliates.byEmail('v200@example.org')).toBeNull();
  });
});
