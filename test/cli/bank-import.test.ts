import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIO = JSON.stringify({
  accountStatement: {
    info: { accountId: '2900000001', bankId: '2010', currency: 'CZK', iban: 'CZ9520100000002900000001' },
    transactionList: {
      transaction: [
        { column22: { value: 11 }, column0: { value: '2026-03-02+0100' }, column1: { value: 150.5 } },
        { column22: { value: 12 }, column0: { value: '2026-03-03+0100' }, column1: { value: -20 } },
        { column22: { value: 13 }, column0: { value: 'soon' }, column1: { value: 1 } },
      ],
    },
  },
});

describe('mortise bank import', () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(['bank', ...parameters], { cwd: site });

  beforeEach(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-bank-cli-'));
    await copyFile(new URL('fixtures/bank-site.config.mjs', import.meta.url), path.join(site, 'mortise.config.mjs'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    await writeFile(path.join(site, 'march.json'), FIO);
  });
  afterEach(() => rm(site, { recursive: true, force: true }));

  it('detects a file, imports it with and without --dry-run, and reports unreadable entries', async () => {
    const detected = await run('detect', 'march.json', '--format=json');
    expect([detected.code, JSON.parse(detected.stdout)]).toMatchObject([
      0,
      { format: 'fio', profile: 'fio', accounts: 'CZ9520100000002900000001', entries: 2, credits: '150.50 CZK' },
    ]);
    const rehearsed = await run('import', 'march.json', '--dry-run', '--format=json');
    expect(JSON.parse(rehearsed.stdout)).toMatchObject({ dry_run: true, new: 2 });
    for (const expected of [
      { new: 2, duplicates: 0 },
      { new: 0, duplicates: 2 },
    ]) {
      const { code, stdout, stderr } = await run('import', 'march.json', '--format=json');
      expect([code, JSON.parse(stdout)]).toMatchObject([3, expected]);
      expect(stderr).toContain('entry 3');
    }
    expect((await run('sources', '--format=json')).stdout.trim()).toBe('[]');
  });

  it('rejects missing files and files that are not statements', async () => {
    await writeFile(path.join(site, 'letter.txt'), 'Dear bank');
    const missing = await run('import', 'april.json');
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('The file "april.json" does not exist'),
    ]);
    const letter = await run('import', 'letter.txt');
    expect([letter.code, letter.stderr]).toEqual([2, expect.stringContaining('is not a supported statement')]);
  });
});
