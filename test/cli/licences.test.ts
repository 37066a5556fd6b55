import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

describe('mortise license', { timeout: 120_000 }, () => {
  let site: string;
  let publicKey: string;
  const run = (...parameters: string[]) => mortise(['license', ...parameters], { cwd: site });
  const issue = (...parameters: string[]) =>
    run('issue', '--product=watermark', '--customer=Ada', '--private-key=issuer.pem', '--kid=2026', ...parameters);

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-licence-'));
    await configure('{}');
    publicKey = (await run('keygen', '--out=issuer.pem', '--field=public_key')).stdout.trim();
    await configure(JSON.stringify({ 2026: publicKey }));
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  async function configure(keys: string): Promise<void> {
    const options = `secret: 'a secret for tests, long enough to be accepted', database: 'sqlite::memory:', url: 'https://example.com'`;
    await writeFile(
      path.join(site, 'mortise.config.mjs'),
      `export default { ${options}, licences: { keys: ${keys} } };\n`,
    );
  }

  it('writes the private key for its owner only, and never overwrites another file', async () => {
    const file = path.join(site, 'issuer.pem');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file, 'utf8');
    expect(before).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(publicKey).toMatch(/^[\w-]{43}$/);
    expect(await run('keygen', '--out=issuer.pem')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('cli_file_exists'),
    });
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('prints a key pair when no file is given, whose signatures the configured key rejects', async () => {
    const { stdout } = await run('keygen', '--format=json');
    const pair = JSON.parse(stdout);
    await writeFile(path.join(site, 'printed.pem'), pair.private_key);
    const { stdout: key } = await issue('--private-key=printed.pem');
    expect(await run('verify', key.trim())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('license_signature_invalid'),
    });
    expect((await run('keygen')).stdout).toMatch(/^public_key [\w-]{43}\n\n-----BEGIN PRIVATE KEY-----\n/);
  });

  it('issues a key that is valid on its site', async () => {
    const { stdout, code } = await issue(
      '--domain=www.example.com,shop.example.org',
      '--expires=2999-12-31',
      '--features=tiles,qr',
    );
    expect(code).toBe(0);
    const verified = await run('verify', stdout.trim(), '--product=watermark', '--format=json');
    expect(verified.code).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      status: 'valid',
      domains: ['example.com', 'example.org'],
      features: ['tiles', 'qr'],
      expires_at: '2999-12-31T23:59:59.000Z',
      updates_until: '2999-12-31T23:59:59.000Z',
      license_key_masked: `mortise1.****${stdout.trim().slice(-4)}`,
    });
    expect(verified.stdout).not.toContain(stdout.trim());
  });

  it.each([
    ['license_expired', ['--expires=2020-01-31'], []],
    ['license_wrong_product', [], ['--product=affiliate']],
  ])('reports %s with exit code 2', async (code, issued, requestedProduct) => {
    const { stdout: key } = await issue(...issued);
    expect(await run('verify', key.trim(), ...requestedProduct)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(code),
    });
  });

  it('reports malformed keys', async () => {
    for (const parameters of [['nonsense'], ['nonsense', '--product=watermark']]) {
      expect(await run('verify', ...parameters)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('license_malformed'),
      });
    }
  });

  it.each([
    [['--domain=co.uk']],
    [['--expires=2027-02-30']],
    [['--private-key=mortise.config.mjs']],
    [['--site-limit=1', '--domain=a.example,b.example']],
  ])('refuses to issue with %j', async (parameters) => {
    expect(await issue(...parameters)).toMatchObject({ code: 2, stdout: '' });
  });
});
