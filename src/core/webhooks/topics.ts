import type { ActionArguments, ActionName } from '../../hooks/signatures.js';
import { HostError } from '../errors.js';
import type { Outbox } from '../outbox/outbox.js';
import type { LocalText } from '../templates/strings.js';

/** Something that receivers can be told of: an action that is announced, and what of it leaves the site. */
export interface WebhookTopic<Name extends ActionName = ActionName> {
  /** The action, which must be announced through the outbox; also the topic's name. */
  readonly action: Name;
  /** What people choose it by. */
  readonly title: LocalText;
  /**
   * What is sent. Leave out what a receiver must not know: it is somebody else's machine.
   * @returns what JSON can say; null sends nothing
   */
  payload(...args: ActionArguments<Name>): unknown;
  /** For the test button and the documentation. */
  readonly sample: unknown;
}

/** The topic of messages that try a receiver out. */
export const TEST_TOPIC = 'webhook_test';

/** Topics, in the hands of a plugin. */
export interface OwnedWebhooks {
  /**
   * Offers an action to receivers. It has to be announced with {@link Outbox.announce}: one that is merely fired reaches none.
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

/** The topics of all plugins. */
export function createTopics() {
  const topics = new Map<string, RegisteredTopic & { readonly remove: () => void }>();
  return {
    /** @param remove runs when the topic goes with its owner */
    add({ action, title, payload, sample }: TopicMembers, owner: string, remove: () => void): void {
      if (typeof action !== 'string' || String(action) === TEST_TOPIC || typeof payload !== 'function') {
        throw new HostError(
          'webhook_topic_invalid',
          `"${owner}" registers a topic "${action}", which needs the name of an action and a function payload.`,
        );
      }
      const other = topics.get(action);
      if (other) {
        throw new HostError(
          'webhook_topic_defined_twice',
          `"${owner}" wants to register the topic "${action}", which "${other.owner}" has registered.`,
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
