import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SERVER = fileURLToPath(new URL('../../examples/existing-express-site/server.js', import.meta.url));

describe('the example of an existing Express site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-example-'));
  let server: ChildProcess;
  let site: string;
  let ada: string;

  beforeAll(async () => {
    server = spawn(process.execPath, [SERVER], {
      env: { ...process.env, PORT: '0', MORTISE_URL: 'http://127.0.0.1/help', MORTISE_DATA: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    site = await readyAddress(server);
    const answer = await fetch(`${site}/login`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'ada' }),
      redirect: 'manual',
    });
    ada = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  });
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the pages of the shop as they were', async () => {
    expect(await (await fetch(site)).text()).toContain('<h1>Pots and Pans</h1>');
    const missing = await fetch(`${site}/nowhere`);
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('We have no such page')]);
  });

  it('shows the knowledge base in the frame of the shop', async () => {
    const html = await (await fetch(`${site}/help/kb`)).text();
    expect(html).toContain('Pots and Pans, since 1974');
    const stylesheet = /href="(\/help\/_mortise\/\w+\/kb\/kb\.css)"/.exec(html)?.[1] ?? '';
    expect((await fetch(site + stylesheet)).status).toBe(200);
  });

  it('lets customers of the shop write, with its own login and a nonce', async () => {
    const nonce = await (await fetch(`${site}/help/api/nonce`, { headers: { cookie: ada } })).text();
    const write = (headers: Record<string, string>) =>
      fetch(`${site}/help/api/vendor-kb/v1/articles`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ title: 'Care of pans', content: 'No soap.', status: 'publish' }),
      });
    expect((await write({ cookie: ada })).status).toBe(401);
    expect((await write({ cookie: ada, 'X-CMS-Nonce': nonce })).status).toBe(201);
    expect(await (await fetch(`${site}/help/kb/care-of-pans`)).text()).toContain('No soap.');
  });

  it('ends when it is told to', async () => {
    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number | null];
    expect(code).toBe(0);
  });
});

/** Waits for the line `ready http://...`. */
async function readyAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout) {
    for await (const line of createInterface({ input: stdout })) {
      const [, address] = /^ready (\S+)$/.exec(line) ?? [];
      if (address !== undefined) {
        stdout.resume();
        return address;
      }
    }
  }
  throw new Error('The example ended before it was ready. Was the package built?');
}
