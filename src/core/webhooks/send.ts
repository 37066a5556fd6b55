import { HostError } from '../errors.js';
import { packageVersion } from '../package-version.js';
import type { DeliveryOutcome, WebhookDeliveries } from './deliveries.js';
import type { WebhookEndpoints } from './endpoints.js';
import { postWebhook } from './post.js';
import { signWebhook, WEBHOOK_HEADERS } from './signature.js';
import { TEST_TOPIC } from './topics.js';

/** The first and five more (core.md section 4). */
export const ATTEMPTS = 6;
/** Milliseconds that a receiver has; it should answer first and work later. */
const TIMEOUT = 10_000;

export interface SenderParts {
  readonly endpoints: Pick<WebhookEndpoints, 'get'>;
  readonly deliveries: Pick<WebhookDeliveries, 'get' | 'settle'>;
  readonly allowPrivate: boolean;
}

/**
 * Makes one attempt at a delivery and writes down what came of it.
 * @throws HostError `webhook_refused`, or what kept the message from arriving, so that the job is run again
 */
export function createSender({ endpoints, deliveries, allowPrivate }: SenderParts) {
  return async function send(deliveryId: number, attempt: number, signal: AbortSignal): Promise<void> {
    const delivery = await deliveries.get(deliveryId);
    // A worker that died after the answer had settled nothing; one that died later had.
    if (!delivery || delivery.status !== 'waiting') return;
    const endpoint = await endpoints.get(delivery.endpointId);
    const begun = performance.now();
    const outcome = (changes: Partial<DeliveryOutcome>): DeliveryOutcome => ({
      status: attempt >= ATTEMPTS ? 'failed' : 'waiting',
      attempts: delivery.attempts + 1,
      responseStatus: null,
      responseBody: null,
      error: null,
      duration: Math.round(performance.now() - begun),
      ...changes,
    });
    if (!endpoint) return;
    if (!endpoint.isActive && delivery.topic !== TEST_TOPIC) {
      const error = 'The receiver was switched off before the message was sent.';
      return deliveries.settle(deliveryId, outcome({ status: 'failed', error }));
    }
    const { eventId, topic, body } = delivery;
    try {
      const timestamp = Math.floor(Date.now() / 1000);
      const answer = await postWebhook({
        url: endpoint.url,
        body,
        timeout: TIMEOUT,
        allowPrivate,
        signal,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': `Mortise/${packageVersion()}`,
          [WEBHOOK_HEADERS.id]: eventId,
          [WEBHOOK_HEADERS.topic]: topic,
          [WEBHOOK_HEADERS.timestamp]: String(timestamp),
          [WEBHOOK_HEADERS.signature]: signWebhook(endpoint.secret, timestamp, body),
        },
      });
      const response = { responseStatus: answer.status, responseBody: answer.body };
      const isTaken = answer.status >= 200 && answer.status < 300;
      await deliveries.settle(deliveryId, outcome(isTaken ? { ...response, status: 'delivered' } : response));
      if (!isTaken) throw refused(answer.status);
    } catch (error) {
      if (!(error instanceof HostError && error.code === 'webhook_refused')) {
        const reason = error instanceof Error ? error.message : String(error);
        await deliveries.settle(deliveryId, outcome({ error: reason }));
      }
      throw error;
    }
  };
}

function refused(status: number): HostError {
  return new HostError('webhook_refused', `The receiver answered with the status ${status}.`);
}
