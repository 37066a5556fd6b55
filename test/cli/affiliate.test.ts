import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { affiliate } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('mortise affiliate', () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(['affiliate', ...parameters], { cwd: site });
  const json = async (...parameters: string[]) => {
    const { stdout, stderr, code } = await run(...parameters, '--format=json');
    expect([code, stderr.includes('Error')]).toEqual([0, false]);
    return JSON.parse(stdout);
  };

  beforeEach(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-affiliate-cli-'));
    const config = new URL('fixtures/affiliate-site.config.mjs', import.meta.url);
    await copyFile(config, path.join(site, 'mortise.config.mjs'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
  });
  afterEach(() => rm(site, { recursive: true, force: true }));

  /** Runs work on a host with the database of the site. */
  async function onSite<T>(work: (host: TestHost) => Promise<T>): Promise<T> {
    const host = await createTestHost({ database: `sqlite:${site}/site.db`, plugins: [affiliate()] });
    try {
      return await work(host);
    } finally {
      await host.close();
    }
  }
  const sell = (code: string, amount: number) =>
    onSite((host) => host.plugin('affiliate').ledger.record({ affiliateCode: code, origin: 'manual', amount }));

  it('creates and approves affiliates and commissions, pays them and prints statistics', async () => {
    expect(await json('create', 'ada@example.org', '--first-name=Ada', '--code=Ada')).toMatchObject({
      id: 1,
      code: 'ada',
      status: 'active',
      name: 'Ada',
      email: 'ada@example.org',
    });
    expect(await json('create', 'bob@example.org', '--status=pending')).toMatchObject({
      code: 'bob',
      status: 'pending',
    });
    expect(await json('approve', '2')).toMatchObject([{ code: 'bob', status: 'active' }]);
    await sell('ada', 1200.5);
    await sell('bob', 10);

    expect(await json('list', '--orderby=conversions')).toMatchObject([
      { code: 'bob', conversions: 1, pending: '1.00', balance: '0.00', currency: 'EUR' },
      { code: 'ada', conversions: 1, pending: '120.05', balance: '0.00' },
    ]);
    expect(await json('commission', 'approve', '1', '2')).toMatchObject([
      { status: 'approved' },
      { status: 'approved' },
    ]);
    expect(await json('payout', 'create', '--method=manual')).toMatchObject([{ code: 'ada', amount: '120.05' }]);
    expect(await json('stats', 'ADA')).toMatchObject({ code: 'ada', conversions: 1, revenue: 1200.5, balance: 120.05 });
    expect(await json('stats', '1', '--monthly')).toHaveLength(12);
    expect(await json('list', '--search=bo', '--status=active')).toMatchObject([{ code: 'bob', balance: '1.00' }]);
  });

  it('reports errors and continues with the others', async () => {
    await json('create', 'ada@example.org', '--code=ada');
    const duplicate = await run('create', 'eve@example.org', '--code=ADA');
    expect([duplicate.code, duplicate.stderr]).toEqual([2, expect.stringContaining('vendor_affiliate_code_taken')]);
    const bad = await run('create', 'nobody');
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('valid email address')]);
    const some = await run('approve', '1', '7', 'x', '--format=json');
    expect(some.code).toBe(3);
    expect(some.stderr).toContain('Affiliate "7" does not exist');
    expect(some.stderr).toContain('"x" is not an ID');
    expect((await run('approve', '7')).code).toBe(2);
    const missing = await run('stats', 'nobody');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('nobody')]);
    expect((await run('list', '--status=gone')).code).toBe(2);
  });
});
