import type { ActionArguments, ActionName } from '../../hooks/signatures.js';
import { HostError } from '../errors.js';
import type { Outbox } from '../outbox/outbox.js';
import type { LocalText } from '../templates/strings.js';

/** An event that webhooks can subscribe to: an announced action, and the data sent for it. */
export interface WebhookTopic<Name extends ActionName = ActionName> {
  /** Name of the action and the topic. The action must be announced through the outbox. */
  readonly action: Name;
  /** Label for people. */
  readonly title: LocalText;
  /**
   * Returns the data to send. Leave out anything confidential: the receiver is a third-party machine.
   * @returns a JSON value; null sends nothing
   */
  payload(...args: ActionArguments<Name>): unknown;
  /** Example payload for the test button and the documentation. */
  readonly sample: unknown;
}

/** Topic of test messages. */
export const TEST_TOPIC = 'webhook_test';

/** Topic registration for one plugin. */
export interface OwnedWebhooks {
  /**
   * Registers an action as a topic. The action must be announced with {@link Outbox.announce}; merely firing it sends
   * nothing.
   *
   * ```ts
   * webhooks.topic({
   *   action: 'acme_recipe_cooked',
   *   title: 'A recipe was cooked',
   *   payload: ({ id, title }) => ({ id, title }),
   *   sample: { id: 1, title: 'Soup' },
   * });
   * ```
   * @throws HostError `webhook_topic_invalid`, `webhook_topic_defined_twice`
   */
  topic<Name extends ActionName>(topic: WebhookTopic<Name>): void;
}

export interface RegisteredTopic {
  readonly name: string;
  readonly title: LocalText;
  readonly owner: string;
  readonly sample: unknown;
}

interface TopicMembers extends Pick<WebhookTopic, 'action' | 'title' | 'sample'> {
  readonly payload: unknown;
}

/** Creates the registry of topics of all plugins. */
export function createTopics() {
  const topics = new Map<string, RegisteredTopic & { readonly remove: () => void }>();
  return {
    /** @param remove runs when the topic is removed with its owner */
    add({ action, title, payload, sample }: TopicMembers, owner: string, remove: () => void): void {
      if (typeof action !== 'string' || String(action) === TEST_TOPIC || typeof payload !== 'function') {
        throw new HostError(
          'webhook_topic_invalid',
          `The topic "${action}" of "${owner}" needs the name of an action and a function payload.`,
        );
      }
      const other = topics.get(action);
      if (other) {
        throw new HostError(
          'webhook_topic_defined_twice',
          `"${owner}" cannot register the topic "${action}": it belongs to "${other.owner}".`,
        );
      }
      topics.set(action, { name: action, title, owner, sample, remove });
    },
    get: (name: string): RegisteredTopic | null => topics.get(name) ?? null,
    list: (): RegisteredTopic[] =>
      [...topics.values()].map(({ remove: _, ...topic }) => topic).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    removeOwner(owner: string): void {
      for (const [name, topic] of topics) {
        if (topic.owner !== owner) continue;
        topic.remove();
        topics.delete(name);
      }
    },
  };
}
