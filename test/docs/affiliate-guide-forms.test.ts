import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite } from '../plugins/affiliate/routes/program-site.js';
import { describeInBrowser, openVisitor } from '../support/browser.js';

const GUIDE = 'examples/demo-site/content/affiliate/forms.md';

async function sample(language: string): Promise<string> {
  const [, code] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(await readFile(GUIDE, 'utf8')) ?? [];
  if (code === undefined) throw new Error(`There is no ${language} in the article.`);
  return code;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(listener: Listener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe('order server of the affiliate forms guide', { timeout: 60_000 }, () => {
  let site: ProgramSite;
  let folder: string;
  let key: string;
  let closing: (() => Promise<unknown>)[];
  /** Outcomes of the next calls to the affiliate API. An empty list lets all calls through. */
  let fates: ('lost answer' | 'refused' | 'unavailable')[];
  let program: string;

  beforeEach(async () => {
    closing = [];
    fates = [];
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-test-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    await writeFile(path.join(folder, 'order-server.mjs'), await sample('js'));
    site = await openProgramSite();
    closing.push(site.close);
    await site.add('eva');
    const created = await site.call('POST', '/api-keys', { as: site.admin.id, body: { label: 'Orders' } });
    key = String(created.data.key);
    const real = new URL(await site.host.listen());
    const way = await serve((request, response) => {
      const fate = fates.shift();
      if (fate === 'unavailable') return void response.writeHead(503).end();
      if (fate === 'refused') return void response.destroy();
      const { method, url, headers } = request;
      const onward = send({ hostname: real.hostname, port: real.port, method, path: url, headers }, (answer) => {
        if (fate === 'lost answer') response.destroy();
        else answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      });
      request.pipe(onward);
    });
    closing.push(way.close);
    program = `${way.address}/api/vendor-affiliate/v1`;
  });
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
  });

  /** Starts the server as described in the article. */
  async function start(apiKey = key) {
    const env = { ...process.env, PROGRAM_URL: program, AFFILIATE_KEY: apiKey, PORT: '0' };
    const child: ChildProcess = spawn(process.execPath, ['order-server.mjs'], { cwd: folder, env });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
    }
    const stop = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
    };
    closing.push(stop);
    await expect.poll(() => lines.join('\n'), { timeout: 10_000 }).toMatch(/^ready \d+$/m);
    const [, port] = /^ready (\d+)$/m.exec(lines.join('\n')) ?? [];
    const order = (fields: Record<string, string>): Promise<number> =>
      fetch(`http://127.0.0.1:${port}/order`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }).then(({ status }) => status);
    return { order, said: lines, stop };
  }

  const recorded = async () => {
    const { rows } = await site.program.ledger.commissions.list({ page: 1, perPage: 100 });
    return rows;
  };

  it('records an order once despite a lost response, a refused connection and a temporary outage', async () => {
    fates = ['lost answer', 'refused', 'unavailable'];
    const { order, said: lines } = await start();
    expect(await order({ email: 'jane@example.net', ref: 'eva', ref_campaign: 'winter' })).toBe(303);
    await expect.poll(() => lines.join('\n'), { timeout: 30_000 }).toContain('"duplicate":');
    expect(fates).toEqual([]);
    const rows = await recorded();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ amount: 805, baseAmount: 8050, formId: 'orders', campaign: 'winter' });
    expect(rows[0]?.customerEmail).toBe('jane@example.net');
  });

  it('delivers pending orders after a restart, including those rejected for a wrong key', async () => {
    const first = await start('vk_wrong');
    expect(await first.order({ email: 'jane@example.net', ref: 'eva' })).toBe(303);
    await first.stop();
    expect(await recorded()).toEqual([]);
    const second = await start();
    await expect.poll(() => second.said.join('\n'), { timeout: 20_000 }).toContain('"success":true');
    await second.stop();
    const third = await start();
    expect(await third.order({ email: 'joe@example.net', ref: '' })).toBe(303);
    expect(await recorded()).toHaveLength(1);
    expect(third.said.filter((line) => line.startsWith('order '))).toEqual([]);
  });

  it('drops unknown codes and ignores amounts sent by the browser', async () => {
    const { order, said: lines } = await start();
    await order({ email: 'jane@example.net', ref: 'nobody' });
    await expect.poll(() => lines.join('\n'), { timeout: 10_000 }).toContain('404');
    await order({ email: 'jane@example.net', ref: 'eva', amount: '999999' });
    await expect.poll(recorded, { timeout: 10_000 }).toHaveLength(1);
    expect((await recorded())[0]?.baseAmount).toBe(8050);
    expect(await order({ email: 'x'.repeat(20_000) })).toBe(500);
  });
});

describeInBrowser('order page of the affiliate forms guide', (browser) => {
  it('sends the referral code of the first page to its own server', async () => {
    const html = `<!doctype html><html lang="en"><title>Order</title><body>${await sample('html')}</body></html>`;
    const sent: URLSearchParams[] = [];
    const site = await serve((request, response) => {
      if (request.method !== 'POST') return void response.setHeader('Content-Type', 'text/html').end(html);
      let text = '';
      request.on('data', (chunk) => {
        text += String(chunk);
      });
      request.on('end', () => {
        sent.push(new URLSearchParams(text));
        response.end('thanks');
      });
    });
    const visitor = await openVisitor(browser(), site.address);
    try {
      const { page } = visitor;
      await page.goto('/?ref=eva&ref_campaign=winter');
      await page.goto('/order-page?ref=<script>');
      await page.getByLabel('Email').fill('jane@example.net');
      await page.getByRole('button', { name: 'Order' }).click();
      await expect.poll(() => sent.length).toBe(1);
      expect(Object.fromEntries(sent[0] ?? [])).toEqual({
        email: 'jane@example.net',
        ref: 'eva',
        ref_campaign: 'winter',
      });
    } finally {
      await visitor.close();
      await site.close();
    }
  });
});
