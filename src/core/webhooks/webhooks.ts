import { randomUUID } from 'node:crypto';
import type { Hooks } from '../../hooks/hooks.js';
import type { ActionArguments, ActionName } from '../../hooks/signatures.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { Site } from '../site.js';
import { createDeliveries, type WebhookDeliveries } from './deliveries.js';
import { createEndpoints, type WebhookEndpoint, type WebhookEndpoints } from './endpoints.js';
import { ATTEMPTS, createSender } from './send.js';
import { createTopics, type RegisteredTopic, TEST_TOPIC, type WebhookTopic } from './topics.js';

/** Tells other machines what happens here: announced actions as signed messages, at least once. */
export interface Webhooks {
  readonly endpoints: WebhookEndpoints;
  readonly deliveries: Pick<WebhookDeliveries, 'get' | 'list'>;
  topics(): readonly RegisteredTopic[];
  /**
   * Sends the topic's sample to a receiver, now and once.
   * @returns the id of the delivery, whose row tells what came of it
   * @throws HostError 404 `webhook_missing`
   */
  test(endpointId: number): Promise<number>;
  /** Sends a message again, with the same id. @throws HostError 404 `webhook_missing`, 409 `webhook_delivery_waiting` */
  redeliver(deliveryId: number): Promise<void>;
}

/** In the hands of the host. */
export interface WebhooksService extends Webhooks {
  topic<Name extends ActionName>(topic: WebhookTopic<Name>, owner: string): void;
  removeOwner(owner: string): void;
}

export interface WebhooksParts {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly outbox: Pick<Outbox, 'current'>;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly site: Pick<Site, 'url' | 'name'>;
  readonly allowPrivate: boolean;
}

export function createWebhooks({ db, hooks, outbox, jobs, site, allowPrivate }: WebhooksParts): WebhooksService {
  const topics = createTopics();
  const endpoints = createEndpoints(db, (name) => topics.get(name) !== null);
  const deliveries = createDeliveries(db);
  const send = createSender({ endpoints, deliveries, allowPrivate });
  const queue = jobs.define(
    {
      name: 'webhook_delivery',
      title: 'Messages to other machines',
      attempts: ATTEMPTS,
      backoff: 10_000,
      concurrency: 4,
      run: ({ payload, attempt, signal }: { payload: { delivery: number }; attempt: number; signal: AbortSignal }) =>
        send(payload.delivery, attempt, signal),
    },
    'core',
  );

  function bodyOf(id: string, topic: string, data: unknown): string {
    return JSON.stringify({ id, topic, site: site.url('/'), created_at: new Date().toISOString(), data });
  }

  /** Takes an event up for every receiver that wants it: once each, however often the outbox delivers it. */
  async function takeUp(topic: string, data: unknown): Promise<void> {
    const receivers = (await endpoints.list()).filter(({ isActive, topics: all }) => isActive && all.includes(topic));
    const eventId = outbox.current()?.id ?? randomUUID();
    for (const { id: endpointId } of receivers) {
      await db.transaction(async () => {
        const delivery = await deliveries.add({ endpointId, eventId, topic, body: bodyOf(eventId, topic, data) });
        if (delivery !== null) await queue.add({ delivery }, { key: `webhook:${delivery}` });
      });
    }
  }

  return {
    endpoints,
    deliveries,
    topics: topics.list,
    topic<Name extends ActionName>(topic: WebhookTopic<Name>, owner: string) {
      topics.add(topic, owner);
      const listen = async (...args: ActionArguments<Name>): Promise<void> => {
        const data = topic.payload(...args);
        if (data !== null) await takeUp(topic.action, data);
      };
      // The parameters are those of the action; the compiler cannot follow a name that is a type parameter.
      hooks.forOwner(owner).addAction(topic.action, listen as never, { id: 'webhooks', priority: 1000 });
    },
    removeOwner: topics.removeOwner,
    async test(endpointId) {
      const endpoint = await existing(endpointId);
      const [topic] = endpoint.topics;
      const eventId = randomUUID();
      const data = topic === undefined ? null : (topics.get(topic)?.sample ?? null);
      const delivery = await deliveries.add({
        endpointId,
        eventId,
        topic: TEST_TOPIC,
        body: bodyOf(eventId, TEST_TOPIC, data),
      });
      // The id is new, so the delivery is, too.
      if (delivery === null) throw new Error('A random id came twice.');
      await send(delivery, ATTEMPTS, new AbortController().signal).catch(() => undefined);
      return delivery;
    },
    async redeliver(deliveryId) {
      await db.transaction(async () => {
        const delivery = await deliveries.get(deliveryId);
        if (!delivery) throw missing();
        if (delivery.status === 'waiting') {
          throw new HostError('webhook_delivery_waiting', 'This message is about to be sent anyway.', { status: 409 });
        }
        await deliveries.renew(deliveryId);
        await queue.add({ delivery: deliveryId }, { key: `webhook:${deliveryId}` });
      });
    },
  };

  async function existing(id: number): Promise<WebhookEndpoint> {
    const endpoint = await endpoints.get(id);
    if (!endpoint) throw missing();
    return endpoint;
  }
}

function missing(): HostError {
  return new HostError('webhook_missing', 'There is no such receiver or message any more.', { status: 404 });
}
