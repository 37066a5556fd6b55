import { sql } from 'kysely';
import { definePlugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PREFIX } from '../../../src/core/database/table-names.js';
import { basic } from '../../support/basic.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { newsletter } from './newsletter-plugin.js';
import { contentsOf, personInAllTables, TABLES } from './person-in-all-tables.js';

describe.each(dialects)('personal data on $name', (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let host: TestHost;

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect));
    host = await createTestHost({ database: url, plugins: [newsletter()] });
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  const eraseByName = async (text: string, options = {}) => host.privacy.erase(await host.privacy.find(text), options);
  const subscribe = (email: string) => host.db.insertOne('news_subscribers', { email });

  describe('find', () => {
    it('accepts an email, a username, an id and an id of the site’s own login', async () => {
      const ada = await host.users.create({ login: 'ada', email: 'ada@example.com', emailVerified: true });
      const external = await host.users.linkExternal('site', 'a:42', { name: 'Grace' });
      for (const text of ['ADA@example.com', 'ada', String(ada.id)]) {
        expect(await host.privacy.find(text)).toEqual({ email: 'ada@example.com', user: ada });
      }
      expect(await host.privacy.find('site:a:42')).toEqual({ email: '', user: external });
    });

    it('finds an account with an unverified email by username only, without data of that email', async () => {
      const eve = await host.users.create({ login: 'eve', email: 'ada@example.com' });
      expect(await host.privacy.find('eve')).toEqual({ email: '', user: eve });
      expect(await host.privacy.find('ada@example.com')).toEqual({ email: 'ada@example.com', user: null });
      await subscribe('ada@example.com');
      const groups = await host.privacy.export(await host.privacy.find('eve'));
      expect(groups.map(({ name }) => name)).toEqual(['core/account']);
      await eraseByName('eve');
      expect(await host.privacy.export(await host.privacy.find('ada@example.com'))).toHaveLength(1);
    });

    it('accepts an email without an account and rejects an unknown person', async () => {
      expect(await host.privacy.find('Guest@Example.com')).toEqual({ email: 'guest@example.com', user: null });
      for (const text of ['nobody', '4711', 'site:4711', '']) {
        await expect(host.privacy.find(text)).rejects.toMatchObject({ code: 'user_not_found', status: 404 });
      }
    });
  });

  describe('export', () => {
    it('contains the data of all parts and plugins, and no secret or digest', async () => {
      const { user, secrets } = await personInAllTables(host);
      await subscribe('ada@example.com');
      const groups = await host.privacy.export(await host.privacy.find('ada'));
      const counts = groups.map(({ name, records }) => [name, records.length]);
      expect(Object.fromEntries(counts)).toEqual({
        'core/account': 1,
        'core/sessions': 1,
        'core/application-passwords': 1,
        'core/api-keys': 2,
        'core/password-resets': 1,
        'core/pending-email': 1,
        'core/oauth-grants': 1,
        'core/oauth-clients': 1,
        'core/auth-events': 2,
        'core/posts': 2,
        'core/attachments': 1,
        'news/subscriptions': 1,
      });
      const text = JSON.stringify(groups);
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(groups.find(({ name }) => name === 'core/account')?.records).toEqual([
        expect.objectContaining({ id: user.id, email: 'ada@example.com', roles: ['editor'], provider: null }),
      ]);
      expect(text).toContain('Notes on the engine');
      expect(text).not.toMatch(/\d{4}-\d\d-\d\d \d\d:/);
    });

    it('contains no data of others, and for a guest only the data of plugins', async () => {
      await personInAllTables(host);
      await host.createUser('editor');
      await subscribe('guest@example.com');
      const groups = await host.privacy.export(await host.privacy.find('guest@example.com'));
      expect(groups.map(({ name }) => name)).toEqual(['news/subscriptions']);
      expect(JSON.stringify(groups)).not.toContain('ada');
    });

    it('fails instead of omitting data', async () => {
      const failing = await createTestHost({
        plugins: [
          definePlugin({
            name: 'shop',
            version: '1.0.0',
            setup({ hooks }) {
              hooks.addFilter('privacy_export', () => {
                throw new Error('The shop is closed');
              });
            },
          }),
        ],
      });
      await failing.users.create({ login: 'ada', email: 'ada@example.com' });
      await expect(failing.privacy.export(await failing.privacy.find('ada'))).rejects.toThrow('The shop is closed');
      await failing.close();
    });
  });

  describe('erase', () => {
    it('leaves no trace in any table, detaches written content and leaves other data unchanged', async () => {
      const other = await host.createUser('administrator');
      const { user, traces } = await personInAllTables(host);
      await subscribe('ada@example.com');
      await subscribe('guest@example.com');
      const erasures = await eraseByName('ada@example.com');
      expect(erasures.map(({ name, outcome, count }) => `${name} ${outcome} ${count}`)).toEqual([
        'news/subscriptions erased 1',
        'core/posts detached 2',
        'core/attachments detached 1',
        'core/sessions erased 1',
        'core/application-passwords erased 1',
        'core/api-keys erased 2',
        'core/password-resets erased 1',
        'core/pending-email erased 1',
        'core/oauth-grants erased 1',
        'core/oauth-clients detached 2',
        'core/auth-events detached 2',
        'core/account erased 1',
      ]);
      for (const { outcome, reason } of erasures) if (outcome !== 'erased') expect(reason).not.toBeNull();
      const left = await contentsOf(host);
      for (const trace of traces) expect(left.toLowerCase()).not.toContain(trace.toLowerCase());
      const posts = await host.db.query.selectFrom('posts').select(['title', 'status', 'author_id']).execute();
      expect(posts).toEqual([
        { title: 'Notes on the engine', status: 'publish', author_id: 0 },
        { title: 'A draft', status: 'draft', author_id: 0 },
      ]);
      expect(await host.db.query.selectFrom('api_keys').select(['key_id', 'created_by']).execute()).toEqual([
        { key_id: 'robot-key', created_by: null },
      ]);
      expect(await host.users.get(other.id)).toMatchObject({ login: other.login });
      expect(await host.db.query.selectFrom('news_subscribers').select('email').execute()).toEqual([
        { email: 'guest@example.com' },
      ]);
      const { events } = await host.authEvents.list({ event: 'user_deleted' });
      expect(events).toMatchObject([{ userId: user.id, login: '', ip: '' }]);
    });

    it('ends sessions and application passwords immediately, including cached ones', async () => {
      const { user } = await personInAllTables(host);
      const { password } = await host.applicationPasswords.create(user.id, { name: 'Script' });
      const address = await host.listen();
      const headers = basic('ada', password);
      const { token } = await host.sessions.create({ userId: user.id });
      const cookie = { cookie: `cms_session=${token}` };
      expect((await fetch(`${address}/api/`, { headers })).status).toBe(200);
      expect(await (await fetch(`${address}/admin`, { headers: cookie })).text()).toContain('Ada Lovelace');
      await eraseByName('ada');
      expect((await fetch(`${address}/api/`, { headers })).status).toBe(401);
      expect(await (await fetch(`${address}/admin`, { headers: cookie })).text()).not.toContain('Ada Lovelace');
    });

    it('can be repeated: finds no account and no data for the email', async () => {
      await personInAllTables(host);
      await eraseByName('ada@example.com');
      await expect(eraseByName('ada')).rejects.toMatchObject({ code: 'user_not_found' });
      expect(await eraseByName('ada@example.com')).toEqual([]);
    });

    it('erases the data of a guest and failed logins with the email', async () => {
      await subscribe('guest@example.com');
      await host.authEvents.record({ event: 'login_failed', login: 'guest@example.com', ip: '192.0.2.9' });
      expect((await eraseByName('guest@example.com')).map(({ name }) => name)).toEqual([
        'news/subscriptions',
        'core/auth-events',
      ]);
      expect(await contentsOf(host)).not.toMatch(/guest|192\.0\.2\.9/);
    });

    it('erases an account of the site’s own login and warns that it may be created again', async () => {
      await host.users.linkExternal('site', '42', { name: 'Grace', roles: ['author'] });
      expect(await eraseByName('site:42')).toEqual([
        expect.objectContaining({ name: 'core/account', count: 1, reason: expect.stringContaining('"site"') }),
      ]);
      expect(await contentsOf(host)).not.toContain('Grace');
    });

    it('reports the exact plan in a dry run and changes nothing', async () => {
      await personInAllTables(host);
      await subscribe('ada@example.com');
      const before = await contentsOf(host);
      const planned = await eraseByName('ada', { dryRun: true });
      expect(await contentsOf(host)).toBe(before);
      expect(await host.db.query.selectFrom('news_subscribers').selectAll().execute()).toHaveLength(1);
      expect(await eraseByName('ada')).toEqual(planned);
    });

    it('rejects the last administrator before a plugin erases data, unless forced', async () => {
      const { email } = await host.createUser('administrator');
      await subscribe(email);
      for (const dryRun of [true, false]) {
        await expect(eraseByName(email, { dryRun })).rejects.toMatchObject({
          code: 'privacy_last_administrator',
          status: 409,
        });
      }
      expect(await host.db.query.selectFrom('news_subscribers').selectAll().execute()).toHaveLength(1);
      await eraseByName(email, { force: true });
      expect(await contentsOf(host)).not.toContain(email);
    });

    it('keeps one of two administrators who are erased concurrently', async () => {
      const second = await createTestHost({ database: url, plugins: [newsletter()] });
      try {
        const [one, other] = [await host.createUser('administrator'), await host.createUser('administrator')];
        const people = [await host.privacy.find(one.login), await second.privacy.find(other.login)] as const;
        const outcomes = await Promise.allSettled([host.privacy.erase(people[0]), second.privacy.erase(people[1])]);
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        expect((await host.users.list({ role: 'administrator' })).total).toBe(1);
      } finally {
        await second.close();
      }
    });

    it('keeps the account when a plugin fails, so that it can be retried', async () => {
      const failing = await createTestHost({
        database: url,
        plugins: [
          definePlugin({
            name: 'shop',
            version: '1.0.0',
            setup({ hooks }) {
              hooks.addFilter('privacy_erase', () => {
                throw new Error('The shop is closed');
              });
            },
          }),
        ],
      });
      await personInAllTables(failing);
      const before = await contentsOf(failing);
      const person = await failing.privacy.find('ada');
      await expect(failing.privacy.erase(person)).rejects.toThrow('The shop is closed');
      expect(await contentsOf(failing)).toBe(before);
      await failing.close();
    });
  });
});

/** Names of columns with personal data. */
const PERSONAL = /\b(?:user_id|author_id|actor_id|created_by|owner_id|login|email|ip|last_ip|user_agent|customer_id)\b/;

it('every core table with personal data is covered: a new one needs an entry in core-data.ts', async () => {
  const host = await createTestHost();
  const { rows } = await sql<{ name: string; sql: string }>`
    select substr(name, ${DEFAULT_PREFIX.length + 1}) as name, sql
    from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(host.db.query);
  await host.close();
  const personal = rows.filter(({ sql: statement }) => PERSONAL.test(statement)).map(({ name }) => name);
  // The plugin that defines a type of run says what its runs tell about people.
  expect(personal.toSorted()).toEqual([...TABLES, 'runs'].toSorted());
});
