import type { Selectable } from 'kysely';
import { randomToken } from '../crypto/random-text.js';
import type { SecretBox } from '../crypto/secret-box.js';
import { bool, json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { HostError } from '../errors.js';
import { assertPublicHost } from '../http/public-lookup.js';
import type { Versions } from '../services/bus/versions.js';
import { privateAddress } from './private-address.js';
import './tables.js';

/** A receiver of webhook messages. */
export interface WebhookEndpoint {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  /** Signing secret. Empty if none of the site's secrets can decrypt it. */
  readonly secret: string;
  /** Names of its topics. */
  readonly topics: readonly string[];
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export type EndpointInput = Pick<WebhookEndpoint, 'url' | 'topics'> &
  Partial<{ readonly [Name in 'description' | 'isActive']: WebhookEndpoint[Name] | undefined }>;

/** Absent and undefined members stay unchanged. */
export type EndpointChanges = { readonly [Name in keyof EndpointInput]?: EndpointInput[Name] | undefined };

export interface WebhookEndpoints {
  list(): Promise<WebhookEndpoint[]>;
  get(id: number): Promise<WebhookEndpoint | null>;
  /** Lists the active endpoints subscribed to a topic. */
  receiversOf(topic: string): Promise<WebhookEndpoint[]>;
  /** Whether any endpoint subscribes to a topic. Cached; changes by other processes are noticed within a second. */
  isWanted(topic: string): Promise<boolean>;
  /**
   * @throws HostError 400 `webhook_url_invalid`, `webhook_topic_unknown`, `webhook_topics_missing`; 422
   * `webhook_address_private` for an IP address of the local network, which a host name may still resolve to
   */
  create(input: EndpointInput): Promise<WebhookEndpoint>;
  /** @throws HostError like `create`; 404 `webhook_missing` */
  update(id: number, changes: EndpointChanges): Promise<WebhookEndpoint>;
  /** Stops sending to an endpoint until it is switched on again. */
  switchOff(id: number): Promise<void>;
  /** Replaces the secret. New messages are signed with the new one. @throws HostError 404 `webhook_missing` */
  rotateSecret(id: number): Promise<WebhookEndpoint>;
  /** Encrypts secrets that are stored in plain text or under a previous secret of the site. */
  sealStored(): Promise<void>;
  /** Deletes an endpoint with its deliveries. @returns the deleted endpoint @throws HostError 404 `webhook_missing` */
  delete(id: number): Promise<WebhookEndpoint>;
}

const MAX_URL_LENGTH = 2000;
/** Purpose under which the secrets are encrypted. */
const ABOUT = 'webhook';

export interface EndpointsParts {
  readonly db: Database;
  /** Whether a topic of that name exists. */
  readonly isTopic: (name: string) => boolean;
  readonly allowPrivate: boolean;
  readonly versions: Pick<Versions, 'bump' | 'watch'>;
  readonly secretBox: SecretBox;
}

/** Version row that is bumped when endpoints change. */
const VERSION = 'webhooks';

export function createEndpoints({ db, isTopic, allowPrivate, versions, secretBox }: EndpointsParts): WebhookEndpoints {
  let subscribed: ReadonlySet<string> | null = null;
  let readings = 0;
  versions.watch(VERSION, refresh);

  /** Must not run in a transaction, whose snapshot may be outdated and whose writes may be rolled back. */
  async function refresh(): Promise<void> {
    subscribed = null;
    readings += 1;
    const reading = readings;
    const read = await readWanted();
    if (reading === readings) subscribed = read;
  }

  async function readWanted(): Promise<ReadonlySet<string>> {
    const active = await db.query
      .selectFrom('webhook_endpoints')
      .select('topics')
      .where('is_active', '=', bool.encode(true))
      .execute();
    return new Set(active.flatMap(({ topics }) => json.decode(topics) as string[]));
  }

  const newSecret = (): string => seal(`whsec_${randomToken()}`);
  const seal = (secret: string): string => secretBox.seal(secret, ABOUT);

  function toEndpoint(row: Selectable<Tables['webhook_endpoints']>): WebhookEndpoint {
    return {
      id: row.id,
      url: row.url,
      description: row.description,
      secret: secretBox.open(row.secret, ABOUT) ?? '',
      topics: json.decode(row.topics) as string[],
      isActive: bool.decode(row.is_active),
      createdAt: utc.decode(row.created_at),
      modifiedAt: utc.decode(row.modified_at),
    };
  }

  function check({ url, topics }: EndpointChanges, before: readonly string[]): void {
    if (url !== undefined) assertUrl(url, allowPrivate);
    if (topics?.length === 0) {
      throw invalid('webhook_topics_missing', 'Choose at least one topic.');
    }
    // Topics it already has may belong to a plugin that is inactive now.
    const unknown = topics?.find((topic) => !isTopic(topic) && !before.includes(topic));
    if (unknown !== undefined) {
      throw invalid('webhook_topic_unknown', `There is no topic "${unknown}". GET webhooks/topics lists all topics.`);
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
    async isWanted(topic) {
      if (subscribed) return subscribed.has(topic);
      db.afterCommit(refresh);
      return (await readWanted()).has(topic);
    },
    async get(id) {
      const row = await db.query.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toEndpoint(row) : null;
    },
    create: (input) =>
      changing(async () => {
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
      }),
    update: (id, { url, description, topics, isActive }) =>
      changing(async () => {
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
    switchOff: (id) => changing(() => save(id, { is_active: bool.encode(false) })),
    rotateSecret: (id) =>
      db.transaction(async () => {
        await mustGet(id);
        await save(id, { secret: newSecret() });
        return mustGet(id);
      }),
    async sealStored() {
      const rows = await db.query.selectFrom('webhook_endpoints').select(['id', 'secret']).execute();
      for (const { id, secret } of rows) {
        const open = secretBox.isCurrent(secret) ? null : secretBox.open(secret, ABOUT);
        if (open === null) continue;
        // Unless the secret was replaced in the meantime.
        await db.query
          .updateTable('webhook_endpoints')
          .set({ secret: seal(open) })
          .where('id', '=', id)
          .where('secret', '=', secret)
          .execute();
      }
    },
    delete: (id) =>
      changing(async () => {
        const before = await mustGet(id);
        await db.query.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute();
        await db.query.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
        return before;
      }),
  };

  function changing<T>(work: () => Promise<T>): Promise<T> {
    return db.transaction(async () => {
      const result = await work();
      await versions.bump(VERSION);
      return result;
    });
  }

  async function mustGet(id: number): Promise<WebhookEndpoint> {
    const endpoint = await endpoints.get(id);
    if (endpoint) return endpoint;
    throw new HostError('webhook_missing', 'This webhook no longer exists.', { status: 404 });
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
  const parsed = url.length <= MAX_URL_LENGTH && URL.canParse(url) ? new URL(url) : null;
  if (parsed && /^https?:$/.test(parsed.protocol) && `${parsed.username}${parsed.password}${parsed.hash}` === '') {
    if (!allowPrivate) assertPublicHost(parsed, privateAddress);
    return;
  }
  throw invalid(
    'webhook_url_invalid',
    `"${url.slice(0, 100)}" cannot receive messages. Use a URL such as https://example.com/hooks, without a user name, password or #.`,
  );
}

function invalid(code: string, message: string): HostError {
  return new HostError(code, message, { status: 400 });
}
