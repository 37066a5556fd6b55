import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fio } from '../../../../src/plugins/bank/formats/fio/fio.js';
import { fioSource } from '../../../../src/plugins/bank/sources/fio.js';
import { createOutbound } from '../../../../src/plugins/bank/sources/outbound/outbound.js';
import type { Source } from '../../../../src/plugins/bank/sources/source.js';
import { describeDatabases } from '../../../support/databases.js';
import { openRuns, type RunSite } from '../runs/run-site.js';
import { type FioServer, startFio, TOKEN } from './fio-server.js';

/** Milliseconds, instead of 30 seconds. */
const PAUSE = 60;
const DAY = new Date().toISOString().slice(0, 10);

let server: FioServer;
beforeEach(async () => {
  server = await startFio(PAUSE);
});
afterEach(() => server.close());

function account(more: Partial<Parameters<typeof fioSource>[0]> = {}): Source {
  const outbound = createOutbound({ allowPrivate: true });
  const now = (): Date => new Date();
  // Slightly longer than the bank requires, because timers can be early by less than a millisecond.
  return fioSource({ name: 'fio', token: TOKEN, outbound, now, api: server.url, pause: PAUSE + 15, ...more });
}

const book = (...ids: number[]): void => {
  for (const id of ids) server.movements.push({ id, day: DAY, amount: id });
};

async function open(site: Promise<RunSite>, source = account()): Promise<RunSite> {
  const opened = await site;
  opened.hooks.addFilter('vendor_bank_parsers', () => [fio]);
  opened.sources.push(source);
  return opened;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE + 30));
const cursorOf = async ({ db }: RunSite) =>
  (await db.query.selectFrom('bank_sources').select('cursor').executeTakeFirst())?.cursor;

describeDatabases('Fio account', (database) => {
  it('is fetched by date range the first time, and then only for new movements', async () => {
    const site = await open(openRuns(await database()));
    book(11, 12);
    expect(await site.process()).toMatchObject({ totals: { new: 2 }, sources: [{ status: 'ok', format: 'fio' }] });
    expect(await cursorOf(site)).toBe('12');
    // The mark of the bank is at the last request of this site.
    server.mark = 12;
    book(13);
    await pause();
    expect(await site.process({ isForced: true })).toMatchObject({ totals: { fetched: 1, new: 1 } });
    await pause();
    expect(await site.process({ isForced: true })).toMatchObject({
      totals: { fetched: 0 },
      sources: [{ status: 'ok' }],
    });
    expect(await cursorOf(site)).toBe('13');
    expect(server.requests.map((path) => path.split('/')[1])).toEqual(['periods', 'last', 'last']);
  });

  it('loses nothing that the bank returned and the site did not store', async () => {
    const site = await open(openRuns(await database()));
    book(11);
    await site.process();
    book(12, 13);
    // Killed between the response and storing it: the bank counts both as fetched.
    server.mark = 13;
    await pause();
    expect(await site.process({ isForced: true })).toMatchObject({ totals: { new: 2 } });
    expect(server.requests.map((path) => path.split('/')[1])).toEqual(['periods', 'last', 'set-last-id', 'last']);
    expect(await cursorOf(site)).toBe('13');
  });

  it('is skipped without a failure until the pause is over', async () => {
    const site = await open(openRuns(await database()), account({ pause: 60_000 }));
    book(11);
    await site.process();
    const early = await site.process({ isForced: true });
    expect(early).toMatchObject({ status: 'finished', totals: { errors: 0 }, sources: [{ status: 'skipped' }] });
    expect(early.sources[0]?.error).toMatchObject({ code: 'too_soon' });
    expect(server.requests.length).toBe(1);
  });

  it('is skipped when the bank returns 409, because the token is used elsewhere', async () => {
    const site = await open(openRuns(await database()));
    server.answer = (_request, response) => response.writeHead(409).end();
    expect(await site.process()).toMatchObject({ sources: [{ status: 'skipped', error: { code: 'too_soon' } }] });
  });

  it('keeps the mark of the bank in a dry run', async () => {
    const site = await open(openRuns(await database()));
    book(11);
    expect(await site.process({ isDryRun: true })).toMatchObject({ totals: { new: 1 } });
    expect([server.mark, await site.rows()]).toEqual([null, []]);
  });
});

describe('Fio error response', () => {
  const failure = async (status: number, body = ''): Promise<Error> => {
    server.answer = (_request, response) => response.writeHead(status).end(body);
    const { signal } = new AbortController();
    const files = account().fetch({ cursor: '', lastAsked: null, isDryRun: false, signal });
    return files[Symbol.asyncIterator]()
      .next()
      .then(
        () => new Error('It was taken.'),
        (error: Error) => error,
      );
  };

  it.each([
    [500, '', 'rejected the token'],
    [422, '', 'older than 90 days'],
    [413, '', 'more transactions than it returns'],
    [404, '', 'responded with 404'],
    [200, '<html>Outage</html>', 'not a statement'],
    [200, '{"accountStatement":{"info":{},"transactionList":{"transaction":[{"column', 'not a statement'],
  ])('%i reports what to do, and never contains the token: %s', async (status, body, words) => {
    const { message } = await failure(status, body);
    expect(message).toContain(words);
    expect(message).not.toContain(TOKEN);
  });
});
