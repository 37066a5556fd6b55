import type { Selectable } from 'kysely';
import { randomToken } from '../crypto/random-text.js';
import { bool, json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/tables.js';
import { HostError } from '../errors.js';
import { assertPublicHost } from './public-lookup.js';
import './tables.js';

/** A receiver of events. */
export interface WebhookEndpoint {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  /** What its messages are signed with. */
  readonly secret: string;
  /** Names of the topics that it gets. */
  readonly topics: readonly string[];
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export type EndpointInput = Pick<WebhookEndpoint, 'url' | 'topics'> &
  Partial<{ readonly [Name in 'description' | 'isActive']: WebhookEndpoint[Name] | undefined }>;

/** What is absent or undefined stays. */
export type EndpointChanges = { readonly [Name in keyof EndpointInput]?: EndpointInput[Name] | undefined };

export interface WebhookEndpoints {
  list(): Promise<WebhookEndpoint[]>;
  get(id: number): Promise<WebhookEndpoint | null>;
  /** Those that are switched on and want to be told of this. */
  receiversOf(topic: string): Promise<WebhookEndpoint[]>;
  /**
   * @throws HostError 400 `webhook_url_invalid`, `webhook_topic_unknown`, `webhook_topics_missing`; 422
   *   `webhook_address_private` for an IP address of the site's own network, which a name may still turn out to have
   */
  create(input: EndpointInput): Promise<WebhookEndpoint>;
  /** @throws HostError as `create`; 404 `webhook_missing` */
  update(id: number, changes: EndpointChanges): Promise<WebhookEndpoint>;
  /** Stops sending to it until somebody switches it on again. */
  switchOff(id: number): Promise<void>;
  /** Gives it another secret; what is sent from now on is signed with that. @throws HostError 404 `webhook_missing` */
  rotateSecret(id: number): Promise<WebhookEndpoint>;
  /** Removes it with its deliveries. @throws HostError 404 `webhook_missing` */
  delete(id: number): Promise<void>;
}

const LONGEST_URL = 2000;

export interface EndpointsParts {
  readonly db: Database;
  /** Whether there is a topic of that name. */
  readonly isTopic: (name: string) => boolean;
  readonly allowPrivate: boolean;
}

export function createEndpoints({ db, isTopic, allowPrivate }: EndpointsParts): WebhookEndpoints {
  const newSecret = (): string => `whsec_${randomToken()}`;

  function check({ url, topics }: EndpointChanges, before: readonly string[]): void {
    if (url !== undefined) assertUrl(url, allowPrivate);
    if (topics?.length === 0) {
      throw invalid('webhook_topics_missing', 'Choose what this receiver is told: at least one topic.');
    }
    // What it had before may be of a plugin that is not active now.
    const unknown = topics?.find((topic) => !isTopic(topic) && !before.includes(topic));
    if (unknown !== undefined) {
      throw invalid('webhook_topic_unknown', `There is no topic "${unknown}". GET webhooks/topics lists them.`);
    }
  }

  const endpoints: WebhookEndpoints = {
    async list() {
      const rows = await db.query.selectFrom('webhook_endpoints').selectAll().orderBy('id').execute();
      return rows.map(toEndpoint);
    },
    async receiversOf(topic) {
      return (await endpoints.list()).filter(({ isActive, topics }) => isActive && topics.includes(topic));
    },
    async get(id) {
      const row = await db.query.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toEndpoint(row) : null;
    },
    async create(input) {
      check(input, []);
      const now = utc.encode(new Date());
      const row = await db.insertOne('webhook_endpoints', {
        url: input.url,
        description: input.description ?? '',
        secret: newSecret(),
        topics: json.encode([...new Set(input.topics)]),
        is_active: bool.encode(input.isActive ?? true),
        created_at: now,
        modified_at: now,
      });
      return toEndpoint(row);
    },
    update: (id, { url, description, topics, isActive }) =>
      db.transaction(async () => {
        const before = await mustGet(id);
        check({ url, topics }, before.topics);
        await save(id, {
          url,
          description,
          topics: topics && json.encode([...new Set(topics)]),
          is_active: isActive === undefined ? undefined : bool.encode(isActive),
        });
        return mustGet(id);
      }),
    switchOff: (id) => save(id, { is_active: bool.encode(false) }),
    rotateSecret: (id) =>
      db.transaction(async () => {
        await mustGet(id);
        await save(id, { secret: newSecret() });
        return mustGet(id);
      }),
    delete: (id) =>
      db.transaction(async () => {
        await mustGet(id);
        await db.query.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute();
        await db.query.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
      }),
  };

  async function mustGet(id: number): Promise<WebhookEndpoint> {
    const endpoint = await endpoints.get(id);
    if (endpoint) return endpoint;
    throw new HostError('webhook_missing', 'There is no such receiver any more.', { status: 404 });
  }

  async function save(
    id: number,
    changes: Partial<Record<'url' | 'description' | 'topics' | 'secret', string | undefined>> & {
      is_active?: number | undefined;
    },
  ): Promise<void> {
    await db.query
      .updateTable('webhook_endpoints')
      .set({ ...changes, modified_at: utc.encode(new Date()) })
      .where('id', '=', id)
      .execute();
  }

  return endpoints;
}

function assertUrl(url: string, allowPrivate: boolean): void {
  const parsed = url.length <= LONGEST_URL && URL.canParse(url) ? new URL(url) : null;
  if (parsed && /^https?:$/.test(parsed.protocol) && `${parsed.username}${parsed.password}${parsed.hash}` === '') {
    if (!allowPrivate) assertPublicHost(parsed);
    return;
  }
  throw invalid(
    'webhook_url_invalid',
    `"${url.slice(0, 100)}" cannot receive messages. Write an address like https://example.com/hooks, without a name, password or #.`,
  );
}

function invalid(code: string, message: string): HostError {
  return new HostError(code, message, { status: 400 });
}

function toEndpoint(row: Selectable<Tables['webhook_endpoints']>): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    secret: row.secret,
    topics: json.decode(row.topics) as string[],
    isActive: bool.decode(row.is_active),
    createdAt: utc.decode(row.created_at),
    modifiedAt: utc.decode(row.modified_at),
  };
}
