import type { ActionArguments, ActionName } from '../../hooks/signatures.js';
import { HostError } from '../errors.js';
import type { LocalText } from '../pages/strings.js';

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
  /** @throws HostError `webhook_topic_defined_twice` */
  topic<Name extends ActionName>(topic: WebhookTopic<Name>): void;
}

export interface RegisteredTopic {
  readonly name: string;
  readonly title: LocalText;
  readonly owner: string;
  readonly sample: unknown;
}

/** The topics of all plugins. */
export function createTopics() {
  const topics = new Map<string, RegisteredTopic>();
  return {
    add({ action, title, sample }: Pick<WebhookTopic, 'action' | 'title' | 'sample'>, owner: string): void {
      const other = topics.get(action);
      if (other) {
        throw new HostError(
          'webhook_topic_defined_twice',
          `"${owner}" wants to register the topic "${action}", which "${other.owner}" has registered.`,
        );
      }
      topics.set(action, { name: action, title, owner, sample });
    },
    get: (name: string): RegisteredTopic | null => topics.get(name) ?? null,
    list: (): RegisteredTopic[] => [...topics.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    removeOwner(owner: string): void {
      for (const [name, topic] of topics) if (topic.owner === owner) topics.delete(name);
    },
  };
}

export type Topics = ReturnType<typeof createTopics>;
