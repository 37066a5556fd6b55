import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'mortise';
import { bank } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const GUIDE = 'examples/demo-site/content/bank';
const STATEMENT = 'examples/demo-site/bank/statement-2026-10.xml';

const hasTools = await run('bash', ['-c', 'curl --version && jq --version']).then(
  () => true,
  () => false,
);

/** Shell blocks of an article, and whether they are mortise commands. */
async function blocksOf(article: string): Promise<{ readonly text: string; readonly isCommands: boolean }[]> {
  const blocks = (await readFile(`${GUIDE}/${article}`, 'utf8')).matchAll(/```sh\n([\s\S]*?)```/g);
  return [...blocks].map(([, text = '']) => ({ text: text.trim(), isCommands: text.startsWith('mortise ') }));
}

/** Follows the guide with third-party clients. */
describe.skipIf(!hasTools && !process.env.CI)('bank transaction guide', { timeout: 60_000 }, () => {
  let host: Awaited<ReturnType<typeof createTestHost>>;
  let folder: string;
  let outputs: Readonly<Record<string, string>>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-test-'));
    await copyFile(STATEMENT, path.join(folder, 'statement.xml'));
    host = await createTestHost({ plugins: [bank()] });
    const { id, login } = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(id, { name: 'Script' });
    const API = `${await host.listen()}/api/vendor-bank/v1`;
    outputs = { API, AUTH: `${login}:${password}`, SECRET: await host.plugin('bank').secret.rotate() };
  });
  afterEach(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the shell blocks with the URL and credentials of this site. @returns their output */
  async function follow(article: string): Promise<string> {
    const blocks = (await blocksOf(article)).filter(({ isCommands }) => !isCommands);
    expect(blocks.length).toBeGreaterThan(0);
    const lines = blocks
      .flatMap(({ text }) => text.split('\n'))
      .map((line) => {
        const [, name = ''] = /^([A-Z]+)=/.exec(line) ?? [];
        return outputs[name] === undefined ? line : `${name}='${outputs[name]}'`;
      });
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', lines.join('\n')], { cwd: folder });
    return stdout;
  }

  it('imports a statement and sets up a source and a profile', async () => {
    const printed = await follow('statements.md');
    expect(printed).not.toContain('"code"');
    expect(printed).toContain('"format":"camt"');
    expect(printed).toContain('{"name":"ledger","kind":"http-json","enabled":false}');
    expect(printed).toContain('{"name":"corner-bank","built_in":false}');
    expect(printed.trim().split('\n').at(-1)).toBe('true');
    const file = await readFile(path.join(folder, 'transactions.csv'), 'utf8');
    const { total } = await host.plugin('bank').transactions.list({ page: 1, perPage: 1 });
    expect(total).toBeGreaterThan(10);
    expect(file.trim().split('\r\n')).toHaveLength(total + 1);
  });

  it('creates a receivable and configures rules', async () => {
    const printed = await follow('matching.md');
    expect(printed).not.toContain('"code"');
    expect(printed).toContain('{"reference":"2026-0117","status":"open"');
    expect(printed).toContain('{"name":"known_payer","enabled":false}\n{"name":"known_payer","enabled":true}');
  });

  it('starts runs with the secret and rejects one that starts too soon', async () => {
    const lines = (await follow('operating.md')).trim().split('\n');
    expect(lines[0]).toContain('{"success":true,"totals":{');
    expect(lines[1]).toContain('"code":"vendor_bank_too_soon"');
    expect(lines[2]).toBe('true');
  });

  it('marks the orders of a shop as paid and reverts them', async () => {
    const [, code = ''] =
      /```ts\n(\/\/ acme-shop\.ts\n[\s\S]*?)```/.exec(await readFile(`${GUIDE}/matching.md`, 'utf8')) ?? [];
    const module = path.join(folder, 'acme-shop.ts');
    await writeFile(module, code);
    const { shop } = (await import(/* @vite-ignore */ module)) as { shop: () => Plugin };
    const site = await createTestHost({ plugins: [bank(), shop()] });
    try {
      const { place } = site.plugin('acme-shop' as never) as {
        place(number: string, total: number, currency: string): Promise<number>;
      };
      await place('2026 0101', 125_000, 'EUR');
      const orders = async () =>
        site.db.query
          .selectFrom('acme_orders' as never)
          .selectAll()
          .execute();
      const { importUpload, matching, transactions } = site.plugin('bank');
      const file = { path: path.join(folder, 'statement.xml'), name: 'statement.xml', size: 1 };
      expect((await importUpload(file, { isDryRun: false })).matched).toMatchObject({ matched: 1 });
      expect(await orders()).toMatchObject([{ paid: 125_000, tolerated: 0 }]);
      const { rows } = await transactions.list({ page: 1, perPage: 5, status: 'matched' });
      await matching.unmatch(rows[0]?.id ?? 0, 1);
      expect(await orders()).toMatchObject([{ paid: 0 }]);
    } finally {
      await site.close();
    }
  });

  it('has working commands', async () => {
    const blocks = [...(await blocksOf('statements.md')), ...(await blocksOf('operating.md'))];
    const lines = blocks.filter(({ isCommands }) => isCommands).flatMap(({ text }) => text.split('\n'));
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const args = line.replace('statement.xml', path.join(folder, 'statement.xml')).split(' ').slice(1);
      const { code, stderr } = await host.command(...args);
      expect([line, code, stderr.match(/Error.*/)?.[0]]).toEqual([line, 0, undefined]);
    }
  });
});
