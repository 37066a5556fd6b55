import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite } from '../plugins/affiliate/routes/program-site.js';

const run = promisify(execFile);
const GUIDE = 'examples/demo-site/content/affiliate';

const hasTools = await run('bash', ['-c', 'curl --version && jq --version']).then(
  () => true,
  () => false,
);

/** Shell lines of an article, except the one that starts the order server. */
async function linesOf(article: string): Promise<string[]> {
  const text = await readFile(`${GUIDE}/${article}`, 'utf8');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.trim().split('\n')).filter((line) => !line.includes('order-server.mjs'));
}

const isCommand = (line: string): boolean => line.startsWith('mortise ');

/** Follows the guide with third-party clients. */
describe.skipIf(!hasTools && !process.env.CI)('affiliate program guide', { timeout: 60_000 }, () => {
  let site: ProgramSite;
  let folder: string;
  let preamble: Readonly<Record<string, string>>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-test-'));
    site = await openProgramSite({ url: 'https://example.com' });
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

  /** Runs lines with the URL and credentials of this site. @returns their output */
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
    const { userId } = await site.program.affiliates.create(eva);
    const { password } = await site.host.applicationPasswords.create(userId ?? 0, { name: 'Script' });
    preamble = { ...preamble, EVA: `eva:${password}` };
  }
  async function sell(reference: string): Promise<void> {
    await site.program.ledger.record({ affiliateCode: 'eva', origin: 'manual', amount: 80, externalId: reference });
  }

  it('adds and edits an affiliate and reads statistics over REST', async () => {
    const printed = await follow(await linesOf('program.md'));
    expect(printed).toContain('{"code":"eva","rate":12.5}');
    expect(printed).toContain('{"code":"eva","status":"inactive"}\n{"code":"eva","status":"active"}');
    expect(printed).toContain('{"page":1,"per_page":20,"total":1,"total_pages":1}');
    expect(printed).toContain('"conversion_rate"');
  });

  it('creates a link', async () => {
    await addEva();
    const { url, short_url } = JSON.parse(await follow(await linesOf('links.md')));
    expect(url).toBe('https://example.com/shoes?size=7&ref=eva&ref_campaign=winter');
    expect(short_url).toMatch(/^https:\/\/example\.com\/go\/eva\/[0-9a-z]{8}$/);
  });

  it('creates a key and records a form conversion with it once', async () => {
    await addEva();
    const lines = await linesOf('forms.md');
    const printed = await follow([...lines, ...lines.slice(-2)]);
    expect(printed.match(/"commission_amount":8\.05/g)).toHaveLength(2);
    const { total } = await site.program.ledger.commissions.list({ page: 1, perPage: 10 });
    expect(total).toBe(1);
  });

  it('approves, pays and refunds over REST', async () => {
    await addEva();
    await sell('A-1');
    await sell('A-2');
    const printed = await follow((await linesOf('payouts.md')).filter((line) => !isCommand(line)));
    expect(printed).toContain('{"id":1,"success":true,"changed":true,"status":"approved"}');
    expect(printed).toContain('{"status":"completed","amount":16}');
    expect(printed).toContain('"amount":-2');
    expect(await readFile(path.join(folder, 'payments.csv'), 'utf8')).toContain('16.00');
  });

  it('sets rates and reads the statistics of a month', async () => {
    const lines = (await linesOf('operating.md')).filter((line) => !isCommand(line));
    const printed = await follow(lines);
    expect(printed).toContain('"kind":"tier"');
    expect(printed).toContain('"deleted":true');
    expect(printed).toMatch(/\{"total_clicks":\d+,"unique_clicks":\d+,"conversions":\d+\}/);
  });

  it.each(['payouts.md', 'operating.md'])('has working commands in %s', async (article) => {
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
