import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, privateAddress, publicLookup } from './public-lookup.js';

/** What a receiver answered. */
export interface WebhookAnswer {
  readonly status: number;
  /** The beginning of its body, as text. */
  readonly body: string;
}

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for the whole exchange. */
  readonly timeout: number;
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
}

/** Enough to see what a receiver has against a message. */
const ANSWER_LENGTH = 2000;

/**
 * Posts a message. Redirects are not followed: they would carry it to somebody else.
 * @throws Error of Node for what is not reached in time; HostError `webhook_address_private`
 */
export function postWebhook({
  url,
  headers,
  body,
  timeout,
  allowPrivate,
  signal,
}: WebhookPost): Promise<WebhookAnswer> {
  const target = new URL(url);
  const hostname = target.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(hostname) !== 0 && !isPublicAddress(hostname)) throw privateAddress(hostname);
  const send = target.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        // No connection is kept: deliveries are rare, and a pool would outlive the check of the address.
        agent: false,
        ...(allowPrivate ? {} : { lookup: publicLookup }),
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
        response.on('end', finish).on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
