import { randomUUID } from 'node:crypto';
import type { ActionArguments, ActionName } from '../../hooks/signatures.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { createPublicLookup, type ResolveName } from '../http/public-lookup.js';
import type { OutboxService } from '../outbox/outbox.js';
import type { AnnouncedEvent } from '../outbox/relay.js';
import type { Versions } from '../services/bus/versions.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { Site } from '../site.js';
import { createDeliveries, type WebhookDeliveries } from './deliveries.js';
import { createEndpoints, type WebhookEndpoint, type WebhookEndpoints } from './endpoints.js';
import { privateAddress } from './private-address.js';
import { createSender } from './send.js';
import { createTopics, type RegisteredTopic, TEST_TOPIC, type WebhookTopic } from './topics.js';

/** Sends announced actions to other machines as signed messages, at least once. */
export interface Webhooks {
  readonly endpoints: Omit<WebhookEndpoints, 'isWanted' | 'receiversOf' | 'sealStored' | 'switchOff'>;
  readonly deliveries: Pick<WebhookDeliveries, 'get' | 'latest' | 'list'>;
  topics(): readonly RegisteredTopic[];
  /**
   * Sends a sample message immediately, with a single attempt, even to an endpoint that is switched off.
   * @returns the id of the delivery, which records the outcome
   * @throws HostError 404 `webhook_missing`
   */
  test(endpointId: number): Promise<number>;
  /**
   * Sends a message again under the same id, whether delivered, failed or waiting for a retry.
   * @throws HostError 404 `webhook_missing`, 409 `webhook_switched_off`
   */
  redeliver(deliveryId: number): Promise<void>;
}

/** Webhooks as the host uses them. */
export interface WebhooksService extends Webhooks {
  /** @throws HostError `webhook_topic_invalid`, `webhook_topic_defined_twice` */
  topic<Name extends ActionName>(topic: WebhookTopic<Name>, owner: string): void;
  removeOwner(owner: string): void;
  sealStored(): Promise<void>;
  /** Deletes deliveries older than 30 days. */
  sweep(): Promise<void>;
}

export interface WebhooksParts {
  readonly db: Database;
  readonly outbox: Pick<OutboxService, 'subscribe'>;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly site: Pick<Site, 'url'>;
  readonly versions: Pick<Versions, 'bump' | 'watch'>;
  readonly allowPrivate: boolean;
  readonly secretBox: SecretBox;
  readonly resolve?: ResolveName;
  /** Milliseconds for an endpoint to answer. @default 10000 */
  readonly timeout?: number;
}

/** Maximum attempts per delivery, see section 4 of core.md. */
const ATTEMPTS = 6;
/** Maximum milliseconds before the second attempt, then doubled. The last one starts within two and a quarter hours. */
const BACKOFF = 300_000;
const CONCURRENCY = 4;

interface DeliveryJob {
  readonly delivery: number;
}

export function createWebhooks(parts: WebhooksParts): WebhooksService {
  const { db, outbox, jobs, site, versions, allowPrivate, secretBox, resolve, timeout } = parts;
  const topics = createTopics();
  const isTopic = (name: string): boolean => topics.get(name) !== null;
  const endpoints = createEndpoints({ db, versions, isTopic, allowPrivate, secretBox });
  const deliveries = createDeliveries(db);
  const publicLookup = allowPrivate ? null : createPublicLookup(privateAddress, resolve);
  const send = createSender({ endpoints, deliveries, publicLookup, timeout });
  const queue = jobs.define<DeliveryJob, void>(
    {
      name: 'webhook_delivery',
      title: 'Webhook messages',
      attempts: ATTEMPTS,
      backoff: BACKOFF,
      concurrency: CONCURRENCY,
      run: ({ payload, attempt, signal }) => send(payload.delivery, { isLast: attempt >= ATTEMPTS, signal }),
    },
    'core',
  );

  function bodyOf(id: string, topic: string, at: Date, data: unknown): string {
    return JSON.stringify({ id, topic, site: site.url('/'), created_at: at.toISOString(), data });
  }

  /** Queues an event for every subscribed endpoint, once each, even if the outbox delivers it several times. */
  async function takeUp({ id: eventId, topic, announcedAt }: AnnouncedEvent, data: unknown): Promise<void> {
    const body = bodyOf(eventId, topic, announcedAt, data);
    for (const { id: endpointId } of await endpoints.receiversOf(topic)) {
      await db.transaction(async () => {
        const delivery = await deliveries.add({ endpointId, eventId, topic, body });
        if (delivery !== null) await queue.add({ delivery }, { key: jobKey(delivery, null) });
      });
    }
  }

  async function existing(id: number): Promise<WebhookEndpoint> {
    const endpoint = await endpoints.get(id);
    if (!endpoint) throw webhookMissing();
    return endpoint;
  }

  return {
    endpoints,
    deliveries,
    topics: topics.list,
    topic<Name extends ActionName>(topic: WebhookTopic<Name>, owner: string) {
      const { action } = topic;
      topics.add(topic, owner, () => subscription.remove());
      const subscription = outbox.subscribe(action, {
        isWanted: () => endpoints.isWanted(action),
        async deliver(event, args) {
          // The arguments of an announced action match its name.
          const data = topic.payload(...(args as ActionArguments<Name>));
          if (data !== null && data !== undefined) await takeUp(event, data);
        },
      });
    },
    removeOwner: topics.removeOwner,
    sealStored: endpoints.sealStored,
    sweep: () => deliveries.sweep(),
    async test(endpointId) {
      const endpoint = await existing(endpointId);
      const sampled = endpoint.topics.map(topics.get).find((topic) => topic !== null);
      const eventId = randomUUID();
      const body = bodyOf(eventId, TEST_TOPIC, new Date(), sampled?.sample ?? null);
      const delivery = await deliveries.add({ endpointId, eventId, topic: TEST_TOPIC, body });
      // The event id is new, so the delivery is too.
      if (delivery === null) throw new Error('A random ID occurred twice.');
      try {
        await send(delivery, { isLast: true, signal: new AbortController().signal });
      } catch (error) {
        // A failed delivery is recorded. If it could not be recorded, the error is thrown.
        if ((await deliveries.get(delivery))?.status === 'waiting') throw error;
      }
      return delivery;
    },
    redeliver: (deliveryId) =>
      db.transaction(async () => {
        const delivery = await deliveries.locked(deliveryId);
        if (!delivery) throw webhookMissing();
        const endpoint = await existing(delivery.endpointId);
        if (!endpoint.isActive && delivery.topic !== TEST_TOPIC) throw switchedOff();
        await deliveries.renew(deliveryId);
        await queue.add({ delivery: deliveryId }, { key: jobKey(deliveryId, delivery.attemptedAt) });
      }),
  };
}

/**
 * One job per state of a delivery: two identical requests add one job, and a request made while the last attempt is
 * ending adds a new one.
 */
function jobKey(delivery: number, attemptedAt: Date | null): string {
  return `${delivery}:${attemptedAt?.getTime() ?? 0}`;
}

export function webhookMissing(): HostError {
  return new HostError('webhook_missing', 'This webhook or message no longer exists.', { status: 404 });
}

function switchedOff(): HostError {
  return new HostError('webhook_switched_off', 'The webhook is disabled. Enable it, then send the message again.', {
    status: 409,
  });
}
