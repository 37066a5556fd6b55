import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { HostError } from '../../../../index.js';
import {
  assertPublicHost,
  createPublicLookup,
  createTemporaryFile,
  messageOf,
  type TemporaryFile,
} from '../../../../utilities.js';
import type { StatementFile } from '../../formats/statement-format.js';
import { MAX_FILE_BYTES } from '../refusals.js';
import { privateAddress, sourceFailed } from './errors.js';

export interface Question {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds for the complete response. */
  readonly timeLimit: number;
  readonly signal: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** Empty if missing. */
  readonly location: string;
  readonly retryAfter: string;
  /** Only for status 200; the caller closes it. */
  readonly file: TemporaryFile | null;
}

/** HTTP client for requests to banks. */
export interface Outbound {
  /**
   * Fetches a URL into an unnamed file. Redirects are not followed, because they could leak secrets or reach a private
   * network.
   * @throws HostError 422 `vendor_bank_address_private`; 502 `vendor_bank_source_failed` if the server is unreachable,
   *   disconnects, sends more than 200 MiB or exceeds the time limit
   */
  get(question: Question): Promise<OutboundResponse>;
}

export interface OutboundOptions {
  /**
   * Whether private networks may be reached.
   * @default false
   */
  readonly allowPrivate?: boolean | undefined;
  /**
   * Bytes.
   * @default 200 MiB
   */
  readonly largestFile?: number | undefined;
}

export function createOutbound({ allowPrivate = false, largestFile = MAX_FILE_BYTES }: OutboundOptions = {}): Outbound {
  const lookup = allowPrivate ? null : createPublicLookup(privateAddress);

  async function ask({ url, headers, signal }: Pick<Question, 'headers' | 'signal' | 'url'>): Promise<IncomingMessage> {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    return new Promise((resolve, reject) => {
      const request = send(
        url,
        {
          headers: { 'User-Agent': 'Mortise', Accept: 'application/json', ...headers, 'Accept-Encoding': 'identity' },
          signal,
          // No keep-alive: a pooled connection would bypass the address check.
          agent: false,
          ...(lookup ? { lookup } : {}),
        },
        resolve,
      );
      request.on('error', reject).end();
    });
  }

  async function* bodyOf(response: IncomingMessage, hostname: string): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of response) {
      const bytes = piece as Uint8Array;
      size += bytes.length;
      if (size > largestFile) {
        throw sourceFailed(`${hostname} sent more than ${largestFile} bytes. Choose a shorter period.`);
      }
      yield bytes;
    }
    if (!response.complete) throw sourceFailed(`${hostname} closed the connection during its response.`);
  }

  return {
    async get({ url, headers, timeLimit, signal }) {
      if (!allowPrivate) assertPublicHost(url, privateAddress);
      signal.throwIfAborted();
      const late = AbortSignal.timeout(Math.max(1, Math.ceil(timeLimit)));
      try {
        const response = await ask({ url, headers, signal: AbortSignal.any([signal, late]) });
        const status = response.statusCode ?? 0;
        const { location = '', 'retry-after': retryAfter = '' } = response.headers;
        if (status === 200) {
          return { status, location, retryAfter, file: await createTemporaryFile(bodyOf(response, url.hostname)) };
        }
        response.destroy();
        return { status, location, retryAfter, file: null };
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted) throw tooLate(url.hostname);
        if (error instanceof HostError) throw error;
        // Messages of Node contain hosts and ports, never URLs with secrets.
        throw sourceFailed(`${url.hostname} is unreachable: ${messageOf(error)}. The next run tries again.`);
      }
    },
  };
}

/** Returns a downloaded file as a statement with this name. */
export function statementOf({ size, open }: TemporaryFile, name: string): StatementFile {
  return { name, size, open };
}

function tooLate(hostname: string): HostError {
  const message = `${hostname} did not respond in time. The next run tries again. Raise the time limit for a slow server.`;
  return sourceFailed(message);
}
