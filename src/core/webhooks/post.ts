import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { HostError } from '../errors.js';
import { assertPublicHost } from '../http/public-lookup.js';
import { privateAddress } from './private-address.js';

/** Response of an endpoint. */
export interface WebhookResponse {
  readonly status: number;
  /** Beginning of the body, as text. */
  readonly body: string;
}

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  /** Resolves host names and rejects private addresses. Null allows any address. */
  readonly publicLookup: LookupFunction | null;
  readonly signal: AbortSignal;
}

/** Maximum characters of a response that are stored, enough to see its error message. */
const ANSWER_LENGTH = 2000;

/**
 * Posts a message. Redirects are not followed, since they would send it to another host. A response that is cut off
 * counts as none.
 * @throws Node.js errors for an unreachable host; HostError `webhook_address_private`, `webhook_no_answer`,
 * `webhook_timeout`
 */
export async function postWebhook({
  url,
  headers,
  body,
  timeout,
  publicLookup,
  signal,
}: WebhookPost): Promise<WebhookResponse> {
  const target = new URL(url);
  if (publicLookup) assertPublicHost(target, privateAddress);
  const late = AbortSignal.timeout(timeout);
  const send = target.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        signal: AbortSignal.any([signal, late]),
        // Connections are not reused: deliveries are rare, and a pool would outlive the address check.
        agent: false,
        ...(publicLookup ? { lookup: publicLookup } : {}),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        const finish = (): void => resolve({ status: response.statusCode ?? 0, body: text.slice(0, ANSWER_LENGTH) });
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length < ANSWER_LENGTH) return;
          finish();
          response.destroy();
        });
        response.on('end', finish).on('error', fail);
      },
    );
    request.on('error', fail);
    // After a protocol upgrade, no other event follows.
    request.on('close', () => fail(noResponse()));
    request.end(body);

    function fail(error: Error): void {
      reject(late.aborted ? tooLate(timeout) : error);
    }
  });
}

function noResponse(): HostError {
  return new HostError('webhook_no_answer', 'The receiver closed the connection before its response was complete.');
}

function tooLate(timeout: number): HostError {
  return new HostError('webhook_timeout', `The receiver did not respond within ${timeout / 1000} seconds.`);
}
