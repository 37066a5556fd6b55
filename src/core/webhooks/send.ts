import type { LookupFunction } from 'node:net';
import { HostError, messageOf } from '../errors.js';
import { packageVersion } from '../package-version.js';
import type { DeliveryOutcome, WebhookDeliveries, WebhookDelivery } from './deliveries.js';
import type { WebhookEndpoint, WebhookEndpoints } from './endpoints.js';
import { postWebhook, type WebhookResponse } from './post.js';
import { signWebhook, WEBHOOK_HEADERS } from './signature.js';
import { TEST_TOPIC } from './topics.js';

/** Milliseconds for an endpoint to answer. It should respond first and process the message afterwards. */
const TIMEOUT = 10_000;

/** HTTP status with which an endpoint unsubscribes. */
const HTTP_GONE = 410;

export interface SenderParts {
  readonly endpoints: Pick<WebhookEndpoints, 'get' | 'switchOff'>;
  readonly deliveries: Pick<WebhookDeliveries, 'get' | 'settle'>;
  /** Null also allows private addresses. */
  readonly publicLookup: LookupFunction | null;
  /** Milliseconds. @default 10000 */
  readonly timeout?: number | undefined;
}

export interface Attempt {
  /** Whether no further attempt follows. */
  readonly isLast: boolean;
  readonly signal: AbortSignal;
}

/**
 * Makes one attempt at a delivery and records its result. An endpoint that answers 410 is switched off.
 * @throws HostError `webhook_refused`, or the error that prevented the delivery, so that the job is retried
 */
export function createSender({ endpoints, deliveries, publicLookup, timeout = TIMEOUT }: SenderParts) {
  function post(endpoint: WebhookEndpoint, delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookResponse> {
    const timestamp = Math.floor(Date.now() / 1000);
    const { eventId, topic, body } = delivery;
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': `Mortise/${packageVersion()}`,
      [WEBHOOK_HEADERS.id]: eventId,
      [WEBHOOK_HEADERS.topic]: topic,
      [WEBHOOK_HEADERS.timestamp]: String(timestamp),
      [WEBHOOK_HEADERS.signature]: signWebhook(endpoint.secret, timestamp, body),
    };
    return postWebhook({ url: endpoint.url, headers, body, timeout, publicLookup, signal });
  }

  return async function send(deliveryId: number, { isLast, signal }: Attempt): Promise<void> {
    const delivery = await deliveries.get(deliveryId);
    // Skips deliveries that a crashed worker had already settled.
    if (delivery?.status !== 'waiting') return;
    const endpoint = await endpoints.get(delivery.endpointId);
    if (!endpoint) return;
    const startedAt = performance.now();
    const settle = (status: WebhookDelivery['status'], found: Partial<DeliveryOutcome>): Promise<void> =>
      deliveries.settle(deliveryId, {
        responseStatus: null,
        responseBody: null,
        error: null,
        duration: Math.round(performance.now() - startedAt),
        ...found,
        attempts: delivery.attempts + 1,
        status,
      });
    if (endpoint.secret === '') return settle('failed', { error: NO_SECRET });
    if (!endpoint.isActive && delivery.topic !== TEST_TOPIC) return settle('failed', { error: SWITCHED_OFF });

    let response: WebhookResponse;
    try {
      response = await post(endpoint, delivery, signal);
    } catch (error) {
      if (isInterrupted(signal)) throw error;
      const isOver = isLast || signal.aborted;
      await settle(isOver ? 'failed' : 'waiting', { error: messageOf(error) });
      throw error;
    }
    const { status } = response;
    const outcome = { responseStatus: status, responseBody: response.body };
    if (status >= 200 && status < 300) return settle('delivered', outcome);
    if (status === HTTP_GONE) {
      await endpoints.switchOff(endpoint.id);
      return settle('failed', { ...outcome, error: WAS_GONE });
    }
    await settle(isLast ? 'failed' : 'waiting', outcome);
    throw new HostError('webhook_refused', `The receiver responded with status ${status}.`);
  };
}

const SWITCHED_OFF = 'The webhook was disabled before the message was sent.';
const NO_SECRET =
  "The secret of this webhook cannot be decrypted with the site's secret. Replace it, or add the former secret to previousSecrets.";
const WAS_GONE = 'The receiver responded with 410 Gone and was disabled.';

/** Whether the worker was stopped, rather than the job canceled: another worker then repeats this attempt. */
function isInterrupted({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof HostError && reason.code === 'job_cancelled');
}
