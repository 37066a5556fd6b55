import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { assertPublicHost, createPublicLookup, HostError, messageOf } from '../../../../index.js';
import { LARGEST_FILE } from '../refusals.js';
import { privateAddress, sourceFailed } from './errors.js';
import { type UnnamedFile, unnamedFile } from './unnamed-file.js';

export interface Question {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds until the whole answer has to be there. */
  readonly timeLimit: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** Empty where nothing is said. */
  readonly location: string;
  readonly retryAfter: string;
  /** Only of 200; whoever asked closes it. */
  readonly file: UnnamedFile | null;
}

/** Asks servers of banks. */
export interface Outbound {
  /**
   * Fetches an address, whose answer goes to a file without a name. Redirects are not followed: they would carry secrets
   * to somebody else, or lead into the site's own network.
   * @throws HostError 422 `vendor_bank_address_private`; 502 `vendor_bank_source_failed` for a server that cannot be
   *   reached, breaks off, writes more than 200 MiB or takes longer than it has
   */
  get(question: Question): Promise<Answer>;
}

export interface OutboundOptions {
  /** Whether servers of the site's own network may be asked; default false. */
  readonly allowPrivate?: boolean | undefined;
  /** Bytes; default 200 MiB. */
  readonly largestFile?: number | undefined;
}

export function createOutbound({ allowPrivate = false, largestFile = LARGEST_FILE }: OutboundOptions = {}): Outbound {
  const lookup = allowPrivate ? null : createPublicLookup(privateAddress);

  async function ask({ url, headers, signal }: Pick<Question, 'headers' | 'signal' | 'url'>): Promise<IncomingMessage> {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    return new Promise((resolve, reject) => {
      const request = send(
        url,
        {
          headers: { 'User-Agent': 'Mortise', Accept: 'application/json', ...headers, 'Accept-Encoding': 'identity' },
          signal,
          // No connection is kept: a pool would outlive the check of the address.
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
        throw sourceFailed(`${hostname} wrote more than ${largestFile} bytes. Ask it for a shorter period.`);
      }
      yield bytes;
    }
    if (!response.complete) throw sourceFailed(`${hostname} broke off its answer.`);
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
          return { status, location, retryAfter, file: await unnamedFile(bodyOf(response, url.hostname)) };
        }
        response.destroy();
        return { status, location, retryAfter, file: null };
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted) throw tooLate(url.hostname);
        if (error instanceof HostError) throw error;
        // Words of Node name hosts and ports; addresses with secrets in them they do not.
        throw sourceFailed(`${url.hostname} could not be asked: ${messageOf(error)}. The next run tries it again.`);
      }
    },
  };
}

function tooLate(hostname: string): HostError {
  const message = `${hostname} has not answered in the time that it has. The next run tries it again; a server that is slow needs more time.`;
  return sourceFailed(message);
}
