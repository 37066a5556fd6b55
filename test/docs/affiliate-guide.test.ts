import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgrammeSite, type ProgrammeSite } from '../plugins/affiliate/routes/programme-site.js';

const run = promisify(execFile);
const GUIDE = 'examples/demo-site/content/affiliate';

const hasTools = await run('bash', ['-c', 'curl --version && jq --version']).then(
  () => true,
  () => false,
);

/** The lines of an article for a shell, but for the one that starts the server of the forms. */
async function linesOf(article: string): Promise<string[]> {
  const text = await readFile(`${GUIDE}/${article}`, 'utf8');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.trim().split('\n')).filter((line) => !line.includes('order-server.mjs'));
}

const isCommand = (line: string): boolean => line.startsWith('mortise ');

/** The guide as somebody follows it, with clients that nobody here wrote. */
describe.skipIf(!hasTools && !process.env.CI)('the guide to the affiliate programme', { timeout: 60_000 }, () => {
  let site: ProgrammeSite;
  let folder: string;
  let preamble: Readonly<Record<string, string>>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-test-'));
    site = await openProgrammeSite({ url: 'https://example.com' });
    await site.host.settings.save('affiliate', { minimumPayout: 0 });
    const { id, login } = site.admin;
    const { password } = await site.host.applicationPasswords.create(id, { name: 'Script' });
    const api = `${await site.host.listen()}/api/vendor-affiliate/v1`;
    preamble = { API: api, AUTH: `${login}:${password}` };
  });
  afterEach(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs lines as they stand, with the address and the credentials of this site. @returns what they print */
  async function follow(lines: readonly string[]): Promise<string> {
    const script = lines.map((line) => {
      const [, name = ''] = /^([A-Z]+)='?[^']*'?$/.exec(line) ?? [];
      return preamble[name] === undefined ? line : `${name}='${preamble[name]}'`;
    });
    expect(script.join('\n')).not.toMatch(/^\w+=.*abcd efgh/m);
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script.join('\n')], { cwd: folder });
    expect(stdout).not.toMatch(/"code":"(?:rest|vendor_affiliate)_/);
    return stdout;
  }

  async function addEva(): Promise<void> {
    const eva = { email: 'eva@example.net', code: 'eva', status: 'active' } as const;
    const { userId } = await site.programme.affiliates.create(eva);
    const { password } = await site.host.applicationPasswords.create(userId ?? 0, { name: 'Script' });
    preamble = { ...preamble, EVA: `eva:${password}` };
  }
  async function sell(reference: string): Promise<void> {
    await site.programme.ledger.record({ affiliateCode: 'eva', origin: 'manual', amount: 80, externalId: reference });
  }

  it('adds somebody, changes them and reads figures over REST', async () => {
    const printed = await follow(await linesOf('programme.md'));
    expect(printed).toContain('{"code":"eva","rate":12.5}');
    expect(printed).toContain('{"code":"eva","status":"inactive"}\n{"code":"eva","status":"active"}');
    expect(printed).toContain('{"page":1,"per_page":20,"total":1,"total_pages":1}');
    expect(printed).toContain('"conversion_rate"');
  });

  it('makes a link', async () => {
    await addEva();
    const { url, short_url } = JSON.parse(await follow(await linesOf('links.md')));
    expect(url).toBe('https://example.com/shoes?size=7&ref=eva&ref_campaign=winter');
    expect(short_url).toMatch(/^https:\/\/example\.com\/go\/eva\/[0-9a-z]{8}$/);
  });

  it('makes a key, and records a conversion of a form with it once', async () => {
    await addEva();
    const lines = await linesOf('forms.md');
    const printed = await follow([...lines, ...lines.slice(-2)]);
    expect(printed.match(/"commission_amount":8\.05/g)).toHaveLength(2);
    const { total } = await site.programme.ledger.commissions.list({ page: 1, perPage: 10 });
    expect(total).toBe(1);
  });

  it('approves and pays over REST, and takes something back', async () => {
    await addEva();
    await sell('A-1');
    await sell('A-2');
    const printed = await follow((await linesOf('payouts.md')).filter((line) => !isCommand(line)));
    expect(printed).toContain('{"id":1,"success":true,"changed":true,"status":"approved"}');
    expect(printed).toContain('{"status":"completed","amount":16}');
    expect(printed).toContain('"amount":-2');
    expect(await readFile(path.join(folder, 'payments.csv'), 'utf8')).toContain('16.00');
  });

  it('sets rates and reads a month', async () => {
    const lines = (await linesOf('operating.md')).filter((line) => !isCommand(line));
    const printed = await follow(lines);
    expect(printed).toContain('"kind":"tier"');
    expect(printed).toContain('"deleted":true');
    expect(printed).toMatch(/\{"total_clicks":\d+,"unique_clicks":\d+,"conversions":\d+\}/);
  });

  it.each(['payouts.md', 'operating.md'])('has commands in %s that run as they stand there', async (article) => {
    await addEva();
    await sell('A-1');
    await sell('A-2');
    const commands = (await linesOf(article)).filter(isCommand);
    expect(commands.length).toBeGreaterThan(4);
    for (const line of commands) {
      const [, ...argv] = line.split(' ');
      const { code, stderr } = await site.host.command(...argv);
      expect([line, code, /Error.*/.exec(stderr)?.[0]]).toEqual([line, 0, undefined]);
    }
  });
});
