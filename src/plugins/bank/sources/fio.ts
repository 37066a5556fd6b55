import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '../../../calendar.js';
import type { HostError } from '../../../index.js';
import type { TemporaryFile } from '../../../utilities.js';
import { pathOf } from '../formats/json/read-json.js';
import { fioProfile } from '../profiles/built-in/fio.js';
import { retryAfter } from '../retry-after.js';
import { type JsonList, readJsonList } from './json-list.js';
import { askedTooSoon, sourceFailed } from './outbound/errors.js';
import { type Outbound, type OutboundResponse, statementOf } from './outbound/outbound.js';
import type { FetchContext, Source } from './source.js';

/** Fio banka API (API Bankovnictví). Each account has its own token. */
const FIO_API = 'https://fioapi.fio.cz/v1/rest';

/** Milliseconds between two calls with the same token; the bank answers earlier ones with 409. */
const PAUSE = 30_000;
/** Milliseconds for a response. */
const TIME_LIMIT = 120_000;
/** The bank returns older movements only after a confirmation in its internet banking. */
const MAX_AGE_DAYS = 89;
/** Days fetched by a dry run. */
const REHEARSED_DAYS = 30;

export interface FioOptions {
  readonly name: string;
  readonly token: string;
  /**
   * `YYYY-MM-DD`: first day of the initial fetch.
   * @default the oldest day the bank allows
   */
  readonly since?: string | undefined;
  readonly outbound: Outbound;
  readonly now: () => Date;
  /**
   * Base URL of the API.
   * @default the bank's own
   */
  readonly api?: string | undefined;
  /**
   * Milliseconds between two calls.
   * @default 30 s
   */
  readonly pause?: number | undefined;
}

/**
 * Creates a source that fetches the new movements of an account.
 * The bank moves its own marker when it returns movements, before they are stored here. If a crash loses some, the
 * marker no longer equals the cursor and is reset. The initial fetch and dry runs request a period, which does not move
 * it.
 */
export function fioSource(options: FioOptions): Source {
  const { name, token, outbound, now, api = FIO_API, pause = PAUSE } = options;

  async function ask(call: string, signal: AbortSignal): Promise<OutboundResponse> {
    const url = new URL(`${api}/${call}`);
    const response = await outbound.get({ url, timeLimit: TIME_LIMIT, signal });
    if (response.status !== 200) throw refused(response.status, pause);
    return response;
  }

  async function download(call: string, signal: AbortSignal): Promise<Download> {
    const { file } = await ask(`${call}/transactions.json`, signal);
    if (!file) throw sourceFailed('Fio banka returned no file.');
    try {
      const list = await readJsonList(statementOf(file, name), pathOf(fioProfile), signal);
      if (list) return { file, list };
      throw sourceFailed('The response of Fio banka is not a statement. The next run tries again.');
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  function period(days: number, since?: string): string {
    const today = now().toISOString().slice(0, 10);
    return `periods/${token}/${since ?? addDays(today, -days)}/${today}`;
  }

  async function fetchNew({ cursor, isDryRun, signal }: FetchContext): Promise<Download> {
    if (isDryRun) return download(period(REHEARSED_DAYS), signal);
    if (cursor === '') return download(period(MAX_AGE_DAYS, options.since), signal);
    const last = await download(`last/${token}`, signal);
    const lastId = saidOf(last.list, 'idLastDownload');
    if (lastId === '' || lastId === cursor) return last;
    // The bank returned movements that were not stored, or another client uses the token.
    await last.file.close();
    await sleep(pause, undefined, { signal });
    await (await ask(`set-last-id/${token}/${cursor}/`, signal)).file?.close();
    await sleep(pause, undefined, { signal });
    return download(`last/${token}`, signal);
  }

  return {
    name,
    kind: 'fio',
    async *fetch(context) {
      const waited = context.lastAsked ? now().getTime() - context.lastAsked.getTime() : pause;
      if (waited >= 0 && waited < pause) throw tooSoon(pause - waited);
      const { file, list } = await fetchNew(context);
      try {
        const to = saidOf(list, 'idTo');
        yield { file: statementOf(file, `${name}.json`), format: 'fio', cursor: to === '' ? undefined : to };
      } finally {
        await file.close();
      }
    },
  };
}

interface Download {
  readonly file: TemporaryFile;
  readonly list: JsonList;
}

function saidOf({ about }: JsonList, member: 'idLastDownload' | 'idTo'): string {
  return about.at(`accountStatement.info.${member}`);
}

function refused(status: number, pause: number): HostError {
  if (status === 409) return tooSoon(pause);
  if (status === 413) {
    return sourceFailed('Fio banka has more transactions than it returns in one response. Set a later day in "since".');
  }
  if (status === 422) {
    const message =
      'Fio banka returns transactions older than 90 days only after confirmation in its API settings. Confirm it, or set a later day in "since".';
    return sourceFailed(message);
  }
  if (status === 500) {
    return sourceFailed('Fio banka rejected the token. It may be expired or invalid. Create a new one.');
  }
  return sourceFailed(`Fio banka responded with ${status}. The next run tries again.`);
}

function tooSoon(ms: number): HostError {
  const message = 'Fio banka allows one request per token in 30 seconds. The next run tries again.';
  return askedTooSoon(message, retryAfter(ms));
}
