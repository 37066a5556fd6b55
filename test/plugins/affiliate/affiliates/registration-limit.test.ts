import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgrammeSite, type ProgrammeSite } from '../routes/programme-site.js';

describe('POST /register', () => {
  let site: ProgrammeSite;
  beforeEach(async () => {
    site = await openProgrammeSite();
  });
  afterEach(() => site.close());

  it('accepts five applications per IP address in ten minutes, and rejects the sixth', async () => {
    const apply = (index: number) =>
      site.send('POST', '/api/vendor-affiliate/v1/register', { json: { email: `n${index}@example.org` } });
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await apply(index)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    const { status, headers, data } = await apply(5);
    expect([status, data]).toMatchObject([429, { code: 'rest_too_many_requests', data: { limit: 5 } }]);
    expect(headers['ratelimit-policy']).toBe('"register";q=5;w=600');
    expect(Number(headers['retry-after'])).toBeGreaterThan(540);
    expect(await site.programme.affiliates.byEmail('n5@example.org')).toBeNull();
  });
});
