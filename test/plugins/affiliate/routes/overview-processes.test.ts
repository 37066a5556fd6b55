import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';

describe.each(dialects)('overview of two processes without a shared cache, on $name', (dialect) => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  it('is computed once for two hundred concurrent requests', async () => {
    const { url, drop } = await migratedDatabase(dialect, [affiliate()]);
    ends.push(drop);
    let computed = 0;
    const open = async (): Promise<TestHost> => {
      const host = await createTestHost({ plugins: [affiliate()], database: url });
      ends.push(host.close);
      host.hooks.addFilter('vendor_affiliate_stats_overview', (overview) => {
        computed += 1;
        return overview;
      });
      return host;
    };
    const hosts = [await open(), await open()];
    const [first] = hosts;
    const admin = await first?.createUser('administrator');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        hosts.map((host) => host.request('GET', '/vendor-affiliate/v1/stats/overview', { as: admin?.id ?? 0 })),
      ).flat(),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
    expect(computed).toBe(1);
    const moments = answers.map(({ data }) => (data as { generated_at: string }).generated_at);
    expect(new Set(moments).size).toBe(1);
  });
});
