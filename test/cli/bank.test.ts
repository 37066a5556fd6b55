import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bank } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Two credits and a debit of one account. */
const STATEMENT = [
  ':20:MARCH',
  ':25:12345678/1234567890',
  ':28C:1/1',
  ':60F:C260301EUR0,00',
  ':61:2603020302C60,00NTRFNONREF//B1',
  ':86:166?00CREDIT?20Invoice 1001?32ADA BYRON',
  ':61:2603020302C25,50NTRFNONREF//B2',
  ':86:166?00CREDIT?20thanks?32EVE MALLORY',
  ':61:2603020302D5,00NTRFNONREF//B3',
  ':86:166?00FEE?20account fee',
  ':62F:C260302EUR80,50',
  '-',
].join('\r\n');

describe('mortise bank', () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(['bank', ...parameters], { cwd: site });
  const json = async (...parameters: string[]) => {
    const { stdout, stderr, code } = await run(...parameters, '--format=json');
    expect([code, stderr.includes('Error')]).toEqual([0, false]);
    return JSON.parse(stdout);
  };

  beforeEach(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-bank-cli-'));
    const config = new URL('fixtures/bank-site.config.mjs', import.meta.url);
    await copyFile(config, path.join(site, 'mortise.config.mjs'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    await mkdir(path.join(site, 'statements/inbox'), { recursive: true });
  });
  afterEach(() => rm(site, { recursive: true, force: true }));

  const drop = (text: string, name = 'march.sta') => writeFile(path.join(site, 'statements/inbox', name), text);

  /** Runs work on a host with the database of the site. */
  async function onSite<T>(work: (host: TestHost) => Promise<T>): Promise<T> {
    const host = await createTestHost({ database: `sqlite:${site}/site.db`, plugins: [bank()] });
    try {
      return await work(host);
    } finally {
      await host.close();
    }
  }

  it('imports, matches, shows and unmatches transactions', async () => {
    expect(await json('receivables', 'create', '100177', '25.50', 'eur', '--customer=eve')).toMatchObject({
      id: 1,
      reference: '100177',
      amount: '25.50',
      left: '25.50',
      currency: 'EUR',
      status: 'open',
    });
    await drop(STATEMENT.replace('thanks', 'order 100177'));
    expect(await json('process', '--dry-run')).toMatchObject({ new: 3, matched: 0 });
    expect(await json('list')).toEqual([]);
    expect(await json('process', '--source=inbox')).toMatchObject({
      status: 'finished',
      sources: 1,
      files: 1,
      new: 3,
      matched: 1,
      unmatched: 1,
      ignored: 1,
      errors: 0,
    });
    expect(await json('list', '--status=matched')).toMatchObject([
      {
        id: 2,
        booked: '2026-03-02',
        direction: 'credit',
        amount: '25.50',
        currency: 'EUR',
        counterparty: 'EVE MALLORY',
      },
    ]);
    expect(await json('list', '--currency=eur', '--min=25.50', '--from=2026-03-01', '--search=ada')).toMatchObject([
      { id: 1, status: 'unmatched' },
    ]);
    expect(await json('show', '2')).toMatchObject({ status: 'matched', matches: [{ order_id: '1', amount: 25.5 }] });
    expect(await json('receivables', 'list', '--status=paid')).toMatchObject([{ reference: '100177', left: '0.00' }]);

    expect(await json('unmatch', '2')).toMatchObject({ id: 2, status: 'unmatched' });
    expect(await json('show', '2')).toMatchObject({ decided_by: 0, matches: [] });
    await json('receivables', 'create', '1001', '60', 'EUR');
    expect(await json('match')).toMatchObject({ looked: 0 });
    expect(await json('match', '--rematch', '--dry-run')).toMatchObject({ looked: 2, review: 1 });
    // Four digits in a text are not conclusive, the debit stays ignored, and a manually unmatched transaction stays
    // unmatched.
    expect(await json('match', '--rematch')).toMatchObject({ looked: 2, matched: 0, review: 1 });
    expect(await json('runs')).toMatchObject([
      { id: 2, trigger: 'command', status: 'finished', dry_run: false, matched: 1 },
      { id: 1, dry_run: true },
    ]);
  });

  it('reports the outcome of a run, including its exit code', async () => {
    await drop('What is this?', 'letter.txt');
    await drop(STATEMENT);
    const partly = await run('process', '--json');
    expect(partly.code).toBe(3);
    expect(JSON.parse(partly.stdout)).toMatchObject({ status: 'finished', errors: [{ file: 'letter.txt' }] });
    expect(partly.stderr).toContain('letter.txt');
    const soon = await run('process');
    expect([soon.code, soon.stderr]).toEqual([2, expect.stringContaining('vendor_bank_too_soon')]);
    const unknown = await run('process', '--force', '--source=nowhere');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('There are: inbox')]);
    expect(await json('runs')).toHaveLength(1);
    await drop('What is that?', 'other.txt');
    expect((await run('process', '--force')).code).toBe(1);
  });

  it('rejects invalid arguments', async () => {
    const wrong: [string[], string][] = [
      [['show', 'x'], '"x" is not an ID'],
      [['show', '9'], 'Transaction 9 does not exist'],
      [['unmatch', '0'], 'is not an ID'],
      [['list', '--from=yesterday'], '"yesterday" is not a day'],
      [['list', '--min=5'], 'Specify the currency'],
      [['list', '--currency=euro'], 'Enter a currency'],
      [['list', '--status=gone'], 'gone'],
      [['receivables', 'create', '7', '12,50', 'EUR'], 'An amount is a number'],
      [['receivables', 'create', '7', '5', 'XQX'], 'Enter a currency'],
      [['receivables', 'create', '7', '5', 'EUR', '--due=soon'], 'Enter a day'],
    ];
    for (const [parameters, message] of wrong) {
      const { code, stderr } = await run(...parameters);
      expect([parameters, code, stderr]).toEqual([parameters, 2, expect.stringContaining(message)]);
    }
  });

  it('prints a new valid secret once, and reports how long the previous one is valid', async () => {
    const { stdout, code } = await run('secret', 'rotate');
    const secret = stdout.trim();
    expect([code, secret]).toEqual([0, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(await onSite((host) => host.plugin('bank').secret.matches(secret))).toBe(true);
    const second = await run('secret', 'rotate');
    expect(second.stderr).toContain('The previous secret is valid until');
    expect(second.stdout.trim()).not.toBe(secret);
  });

  it('breaks the lock of a silent holder, and of no other', async () => {
    expect(await json('unlock')).toEqual({ unlocked: false, silent_seconds: null });
    await onSite(async (host) => {
      const lease = await host.locks.acquire('bank:bank_run', { ttl: 120_000 });
      const alive = await run('unlock');
      expect([alive.code, alive.stderr]).toEqual([2, expect.stringContaining('vendor_bank_locked')]);
      expect((await run('match')).stderr).toContain('vendor_bank_locked');
      // As if its holder had been silent for 70 seconds.
      await host.db.query
        .updateTable('locks')
        .set(({ eb }) => ({ expires_at: eb('expires_at', '-', 70_000) }))
        .where('name', '=', 'bank:bank_run')
        .execute();
      const doctor = await run('doctor', '--format=json');
      expect(doctor.code).toBe(1);
      expect(JSON.parse(doctor.stdout)).toContainEqual(expect.objectContaining({ code: 'lock', severity: 'error' }));
      expect(await json('unlock')).toEqual({ unlocked: true, silent_seconds: expect.any(Number) });
      await expect(lease?.transaction(async () => 'written')).rejects.toMatchObject({ code: 'lock_lost' });
      expect(await json('match')).toMatchObject({ looked: 0 });
    });
  });

  it('doctor passes on a healthy site and suggests creating a secret', async () => {
    const before = await run('doctor');
    expect([before.code, before.stderr]).toEqual([0, expect.stringContaining('mortise bank secret rotate')]);
    await run('secret', 'rotate');
    await run('process');
    expect(await run('doctor')).toMatchObject({ code: 0, stderr: 'No problems found.\n' });
  });
});
