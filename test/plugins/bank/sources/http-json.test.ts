import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJsonFormat } from '../../../../src/plugins/bank/formats/json/json.js';
import type { JsonProfile } from '../../../../src/plugins/bank/profiles/profile.js';
import { type HttpJsonOptions, httpJsonSource } from '../../../../src/plugins/bank/sources/http-json.js';
import { createOutbound } from '../../../../src/plugins/bank/sources/outbound/outbound.js';
import { describeDatabases } from '../../../support/databases.js';
import { openRuns, type RunSite } from '../runs/run-site.js';
import { type BankServer, type Handle, sendJson, startBank } from './bank-server.js';

const PROFILE: JsonProfile = {
  kind: 'json',
  name: 'our-bank',
  label: 'Our bank',
  entries: 'data.list',
  dates: ['YYYY-MM-DD'],
  decimal: '.',
  currency: 'EUR',
  isReferenceUnique: true,
  fields: { bookedOn: 'day', amount: 'amount', reference: 'id', remittance: 'text' },
};

let server: BankServer;
beforeEach(async () => {
  server = await startBank((_request, response) => sendJson(response, page(['1'])));
});
afterEach(() => server.close());

function page(ids: readonly string[], next?: string) {
  return { data: { list: ids.map((id) => ({ id, day: '2026-03-02', amount: `${id}.00`, text: 'A' })) }, next };
}

function source(more: Partial<HttpJsonOptions> = {}) {
  return httpJsonSource({
    name: 'ours',
    url: `${server.url}/list?from={from}&to={to}`,
    headers: {},
    account: 'DE02100100109307118603',
    overlapDays: 7,
    next: '',
    timeLimit: 5_000,
    profiles: async () => [PROFILE],
    outbound: createOutbound({ allowPrivate: true }),
    now: () => new Date('2026-03-20T10:00:00Z'),
    ...more,
  });
}

async function open(site: Promise<RunSite>, more: Partial<HttpJsonOptions> = {}): Promise<RunSite> {
  const opened = await site;
  opened.hooks.addFilter('vendor_bank_parsers', () => [createJsonFormat([PROFILE])]);
  opened.sources.push(source(more));
  return opened;
}

const cursorOf = async ({ db }: RunSite) =>
  (await db.query.selectFrom('bank_sources').select('cursor').executeTakeFirst())?.cursor;

describeDatabases('HTTP JSON source', (database) => {
  it('requests overlapping dates from the last fetch on', async () => {
    const site = await open(openRuns(await database()));
    expect(await site.process()).toMatchObject({ totals: { files: 1, new: 1 } });
    expect(await cursorOf(site)).toBe('2026-03-20');
    expect(await site.process({ isForced: true })).toMatchObject({ totals: { new: 0 } });
    expect(server.requests).toEqual(['/list?from=2025-12-20&to=2026-03-20', '/list?from=2026-03-13&to=2026-03-20']);
  });

  it('follows the links to its pages, and moves the cursor with the last one', async () => {
    const site = await open(openRuns(await database()), { next: 'next' });
    server.answer = ({ url }, response) =>
      url?.startsWith('/list') ? sendJson(response, page(['1'], '/more?page=2')) : response.writeHead(503).end();
    const failed = await site.refusal();
    expect(failed).toMatchObject({ code: 'vendor_bank_source_failed', data: { totals: { new: 1 } } });
    expect(await cursorOf(site)).toBe('');

    server.answer = ({ url }, response) =>
      sendJson(response, url?.startsWith('/list') ? page(['1'], '/more?page=2') : page(['2']));
    expect(await site.process({ isForced: true })).toMatchObject({ totals: { files: 2, new: 1 } });
    expect(await cursorOf(site)).toBe('2026-03-20');
  });

  it('requests numbered pages until one is empty', async () => {
    const site = await open(openRuns(await database()), { url: `${server.url}/list?page={page}` });
    server.answer = ({ url }, response) =>
      sendJson(response, page({ '/list?page=1': ['1', '2'], '/list?page=2': ['3'] }[url ?? ''] ?? []));
    expect(await site.process()).toMatchObject({ totals: { files: 3, new: 3 }, sources: [{ status: 'ok' }] });
    expect(server.requests.length).toBe(3);
  });

  it('fails without stopping the others', async () => {
    const site = await open(openRuns(await database()), { name: 'first' });
    site.sources.push(source({ url: `${server.url}/other` }));
    server.answer = ({ url }, response) =>
      url === '/other' ? sendJson(response, page(['1'])) : response.writeHead(500).end();
    expect(await site.process()).toMatchObject({
      status: 'finished',
      totals: { new: 1, errors: 1 },
      sources: [
        { id: 'first', status: 'failed' },
        { id: 'ours', status: 'ok' },
      ],
    });
  });
});

/** Returns the error that a run would get. */
async function failure(
  answer: Handle,
  more: Partial<HttpJsonOptions> = {},
): Promise<{ code: string; message: string }> {
  server.answer = answer;
  const { signal } = new AbortController();
  try {
    for await (const { file } of source(more).fetch({ cursor: '', lastAsked: null, isDryRun: false, signal })) {
      file.open().destroy();
    }
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error('Nothing failed.');
}

const ofThisProcess = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('mortise-bank-'));

describe('HTTP JSON source errors', () => {
  const failed = 'vendor_bank_source_failed';

  it.each<[string, Handle, string]>([
    ['an error', (_request, response) => response.writeHead(500).end(), 'responded with 500'],
    ['no right', (_request, response) => response.writeHead(401).end(), "rejected the source's secrets"],
    ['a page for people', (_request, response) => response.end('<html>Log in</html>'), 'No profile matches'],
    [
      'half an answer',
      (_request, response) => response.end('{"data":{"list":[{"id":"1","day":"2026'),
      'list of entries',
    ],
    [
      'a broken connection',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"data":');
        setTimeout(() => response.destroy(), 20);
      },
      'is unreachable',
    ],
    [
      'a redirect into the network of the site',
      (_request, response) => response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end(),
      'Redirects are not followed',
    ],
  ])('report %s, and what to do', async (_name, answer, message) => {
    const error = await failure(answer);
    expect(error.code).toBe(failed);
    expect(error.message).toContain(message);
  });

  it('end a hanging and an endless response at the time limit', async () => {
    const startedAt = performance.now();
    const hanging = await failure(() => undefined, { timeLimit: 200 });
    const dripping = await failure(
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
      { timeLimit: 200 },
    );
    for (const { code, message } of [hanging, dripping]) {
      expect([code, message]).toEqual([failed, expect.stringContaining('did not respond in time')]);
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('refuse a response that is too large, and leave no file behind', async () => {
    const before = await ofThisProcess();
    const answer: Handle = (_request, response) => response.end('x'.repeat(5_000));
    const outbound = createOutbound({ allowPrivate: true, largestFile: 1_000 });
    expect((await failure(answer, { outbound })).message).toContain('more than 1000 bytes');
    expect(await ofThisProcess()).toEqual(before);
  });

  it('contain the wait of a Retry-After header', async () => {
    const error = await failure((_request, response) => response.writeHead(429, { 'Retry-After': '90' }).end());
    expect(error).toMatchObject({ code: 'vendor_bank_too_soon', data: { retryAfter: 90 } });
  });

  it('prevent sending secrets to another server', async () => {
    const elsewhere = await failure((_request, response) => sendJson(response, page(['1'], 'https://else.example/2')), {
      next: 'next',
    });
    expect(elsewhere.message).toContain('secrets are only sent to 127.0.0.1');
    const headers: unknown[] = [];
    await failure(
      (request, response) => {
        headers.push(request.headers.authorization);
        response.writeHead(500).end();
      },
      { headers: { Authorization: 'Bearer s3cret' } },
    );
    expect(headers).toEqual(['Bearer s3cret']);
  });

  it('end a circle of pages', async () => {
    const circle = await failure((_request, response) => sendJson(response, page([], '/list')), {
      next: 'next',
      timeLimit: 300_000,
    });
    expect(circle.message).toContain('more than 1000 pages');
  });

  it.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]:9/',
    'http://169.254.169.254/',
    'http://10.0.0.1/',
  ])('prevent connections to the private network of the site: %s', async (url) => {
    const error = await failure(() => undefined, { url, outbound: createOutbound() });
    expect(error).toMatchObject({ code: 'vendor_bank_address_private', status: 422 });
    expect(server.requests).toEqual([]);
  });
});
