import { addDays } from '../../../calendar.js';
import { HostError } from '../../../index.js';
import { createJsonFormat } from '../formats/json/json.js';
import { pathOf } from '../formats/json/read-json.js';
import type { StatementFile } from '../formats/statement-format.js';
import type { JsonProfile } from '../profiles/profile.js';
import { fillAddress } from './address-template.js';
import { type JsonList, readJsonList } from './json-list.js';
import { askedTooSoon, sourceFailed } from './outbound/errors.js';
import { type Outbound, type OutboundResponse, statementOf } from './outbound/outbound.js';
import type { Source } from './source.js';

export interface HttpJsonOptions {
  readonly name: string;
  /** Template with `{from}`, `{to}` and `{page}`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly profile?: string | undefined;
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  /**
   * `YYYY-MM-DD`: first day of the initial fetch.
   * @default 90 days ago
   */
  readonly since?: string | undefined;
  /** Days before the last fetch that are fetched again, because banks book late. */
  readonly overlapDays: number;
  /** Path of the URL of the next page in the response; empty for none. */
  readonly next: string;
  /** Milliseconds for all responses of a run. */
  readonly timeLimit: number;
  readonly profiles: () => Promise<readonly JsonProfile[]>;
  readonly outbound: Outbound;
  readonly now: () => Date;
}

const FIRST_DAYS = 90;
/** Guards against a server whose pages loop. */
const MAX_PAGES = 1000;

/**
 * Creates a source that fetches JSON page by page.
 * The cursor is the last day requested. It moves with the last page, so an interrupted fetch is repeated.
 */
export function httpJsonSource(options: HttpJsonOptions): Source {
  const { name, headers, outbound, now, account, currency } = options;
  const isCounted = options.url.includes('{page}');

  async function download(url: URL, timeLimit: number, signal: AbortSignal) {
    const response = await outbound.get({ url, headers, timeLimit, signal });
    if (!response.file) throw refused(url.hostname, response);
    return response.file;
  }

  /**
   * Finds the profile and the list of a response.
   * @throws HostError 502 if the response is no list of entries as defined by the profile
   */
  async function look(file: StatementFile, signal: AbortSignal): Promise<{ profile: string; list: JsonList }> {
    const profiles = await options.profiles();
    try {
      const looked = await createJsonFormat(profiles).look?.(file, { profile: options.profile, currency, signal });
      const profile = profiles.find((profile) => profile.name === looked?.profile?.name);
      const list = profile ? await readJsonList(file, pathOf(profile), signal) : null;
      if (profile && list) return { profile: profile.name, list };
    } catch (error) {
      // It may be an error page: treated like any server failure, so the next run retries.
      if (error instanceof HostError) throw sourceFailed(error.message);
      throw error;
    }
    throw sourceFailed(
      "The response is not a complete list of entries in the profile's format. Test the source for details.",
    );
  }

  function nextOf(url: URL, page: number, list: JsonList, days: Days): URL | null {
    if (isCounted) return list.entries === 0 ? null : fillAddress(options.url, { ...days, page: page + 1 });
    const next = options.next === '' ? '' : list.about.at(options.next);
    if (next === '') return null;
    if (!URL.canParse(next, url)) throw sourceFailed(`The URL of page ${page + 1} is invalid.`);
    const following = new URL(next, url);
    if (following.origin !== url.origin) {
      throw sourceFailed(`Page ${page + 1} is on ${following.host}, but secrets are only sent to ${url.host}.`);
    }
    return following;
  }

  return {
    name,
    kind: 'http-json',
    async *fetch({ cursor, signal }) {
      const to = now().toISOString().slice(0, 10);
      const from = cursor === '' ? (options.since ?? addDays(to, -FIRST_DAYS)) : addDays(cursor, -options.overlapDays);
      const days = { from, to };
      let left = options.timeLimit;
      let isWhole = true;
      let url: URL | null = fillAddress(options.url, { ...days, page: 1 });
      for (let page = 1; url; page += 1) {
        if (page > MAX_PAGES) throw sourceFailed(`There are more than ${MAX_PAGES} pages. Choose a shorter period.`);
        const startedAt = performance.now();
        const file = await download(url, left, signal);
        left -= performance.now() - startedAt;
        try {
          const statement = statementOf(file, `${name}-${from}-${page}.json`);
          const { profile, list } = await look(statement, signal);
          const following = nextOf(url, page, list, days);
          const read = { profile, account, currency };
          yield {
            file: statement,
            format: 'json',
            options: read,
            cursor: following || !isWhole ? undefined : to,
            // Keeps the cursor, so that rejected files are fetched again.
            refused: async () => {
              isWhole = false;
            },
          };
          url = following;
        } finally {
          await file.close();
        }
      }
    },
  };
}

interface Days {
  readonly from: string;
  readonly to: string;
}

function refused(hostname: string, { status, location, retryAfter }: OutboundResponse): HostError {
  if (status === 429) {
    const seconds = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 60;
    return askedTooSoon(`${hostname} asks to wait. A run after ${seconds} seconds tries again.`, seconds);
  }
  if (status >= 300 && status < 400 && location !== '') {
    const message = `${hostname} redirects to another URL. Redirects are not followed because they would receive the secrets. Use the target URL in the source.`;
    return sourceFailed(message);
  }
  if (status === 401 || status === 403) {
    return sourceFailed(`${hostname} responded with ${status}: it rejected the source's secrets. Renew them.`);
  }
  return sourceFailed(`${hostname} responded with ${status}. The next run tries again.`);
}
