import { utc } from '../../../src/core/database/codec.js';
import type { User } from '../../../src/core/user.js';
import type { TestHost } from '../../../src/testing.js';

/** Core tables that must contain no data of an erased person. */
export const TABLES = [
  'users',
  'user_roles',
  'sessions',
  'application_passwords',
  'api_keys',
  'password_resets',
  'email_confirmations',
  'oauth_clients',
  'oauth_consents',
  'oauth_codes',
  'oauth_tokens',
  'auth_events',
  'posts',
  'attachments',
] as const;

export interface StoredPerson {
  readonly user: User;
  /** Texts that must not be found afterwards. */
  readonly traces: readonly string[];
  /** Values that must not be exported either. */
  readonly secrets: readonly string[];
}

/** Creates a person with data in every part of the core. */
export async function personInAllTables(host: TestHost): Promise<StoredPerson> {
  const user = await host.users.create({
    login: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada Lovelace',
    password: 'engine-of-analysis',
    roles: ['editor'],
  });
  const { token, session } = await host.sessions.create({ userId: user.id, userAgent: 'Ada-Browser', ip: '192.0.2.7' });
  const { password } = await host.applicationPasswords.create(user.id, { name: 'Ada-Script' });
  await host.db.query
    .insertInto('password_resets')
    .values({
      user_id: user.id,
      token_hash: 'd'.repeat(64),
      account_hash: 'e'.repeat(64),
      expires_at: utc.encode(new Date(Date.now() + 60_000)),
    })
    .execute();
  const now = utc.encode(new Date());
  await host.db.query
    .insertInto('email_confirmations')
    .values({
      kind: 'account',
      subject_id: user.id,
      email: 'Ada-new@example.com',
      token_hash: 'd'.repeat(64),
      expires_at: now,
      requested_at: now,
    })
    .execute();
  const key = { key_hash: 'f'.repeat(64), previous_hash: null, previous_expires_at: null, allowed_ips: null };
  const times = { expires_at: null, created_at: now, rotated_at: null, last_used_at: now };
  const apiKey = { ...key, ...times, scopes: '["read"]', last_ip: '192.0.2.7' };
  await host.db.insertOne('api_keys', {
    ...apiKey,
    key_id: 'ada-key-1',
    name: 'Ada-Key',
    user_id: user.id,
    created_by: user.id,
  });
  await host.db.insertOne('api_keys', {
    ...apiKey,
    key_id: 'robot-key',
    name: 'Robot',
    user_id: null,
    created_by: user.id,
    last_ip: null,
  });
  const { client, secret } = await host.oauth.clients.create({
    name: 'Recipe printer',
    scopes: ['read'],
    userId: user.id,
    createdBy: user.id,
  });
  await host.oauth.grants.remember(user.id, client.id, ['read']);
  const oauth = {
    family: 'f',
    client_id: client.id,
    user_id: user.id,
    scopes: '["read"]',
    expires_at: now,
    used_at: null,
  };
  await host.db.insertOne('oauth_codes', {
    ...oauth,
    code_hash: 'd'.repeat(64),
    redirect_uri: 'https://Ada-App.example/',
    code_challenge: 'c'.repeat(43),
  });
  await host.db.insertOne('oauth_tokens', {
    ...oauth,
    token_hash: 'e'.repeat(64),
    kind: 'access',
    created_at: now,
    last_used_at: now,
  });
  await host.authEvents.record({
    event: 'login',
    userId: user.id,
    login: 'ada',
    ip: '192.0.2.7',
    userAgent: 'Ada-Browser',
    detail: { device: 'Ada-Phone' },
  });
  await host.authEvents.record({ event: 'login_failed', login: ' ADA@example.com ', ip: '192.0.2.7' });
  await host.content.posts.create({
    type: 'post',
    status: 'publish',
    title: 'Notes on the engine',
    slug: 'notes',
    authorId: user.id,
    locale: 'en',
  });
  await host.content.posts.create({
    type: 'kb_article',
    status: 'draft',
    title: 'A draft',
    slug: 'draft',
    authorId: user.id,
    locale: 'en',
  });
  await host.db.insertOne('attachments', {
    post_id: 0,
    title: 'The engine',
    alt_text: '',
    caption: '',
    description: '',
    filename: 'engine.png',
    mime_type: 'image/png',
    bytes: 1,
    width: 1,
    height: 1,
    sha256: 'a'.repeat(64),
    sizes: '{}',
    sizes_recipe: '',
    version: 1,
    token: 'b'.repeat(32),
    salt: 'c'.repeat(32),
    author_id: user.id,
    focal_point: null,
    created_at: now,
    modified_at: now,
  });
  const { password_hash } = await host.db.query
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return {
    user,
    traces: ['ada@example.com', 'Ada-', '192.0.2.7', 'Lovelace'],
    secrets: [
      token,
      session,
      password,
      password.replaceAll(' ', ''),
      password_hash ?? '',
      secret ?? '',
      'd'.repeat(64),
      'e'.repeat(64),
      'f'.repeat(64),
    ],
  };
}

/** Returns the contents of all core tables as one string. */
export async function contentsOf(host: TestHost): Promise<string> {
  const tables = await Promise.all(TABLES.map((table) => host.db.query.selectFrom(table).selectAll().execute()));
  return JSON.stringify(tables);
}
