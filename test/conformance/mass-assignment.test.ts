import { Agent } from 'node:http';
import { sql } from 'kysely';
import { createTestHost, type TestHost } from 'mortise/testing';
import { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rightCall, type Target } from './argument-calls.js';
import { everyPlugin, fillPlugins } from './every-plugin.js';

/** Appears in the database only if a route writes a field that it does not accept. */
const MARK = 'written by a field that nobody asked for';

describe('request body with a field for every column of every table', () => {
  let host: TestHost;
  let site: string;
  let columns: readonly string[];
  let tables: readonly string[];
  const connections = new Agent({ keepAlive: true });

  beforeAll(async () => {
    host = await createTestHost({ plugins: everyPlugin(), trustProxy: true });
    site = await host.listen();
    const found = await sql<{ name: string; column: string }>`
      select m.name as name, c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'sqlite_%'`.execute(host.db.query);
    tables = [...new Set(found.rows.map(({ name }) => name))];
    columns = [...new Set(found.rows.map(({ column }) => column))];
  });
  afterAll(async () => {
    connections.destroy();
    await host.close();
  });

  async function tablesWithMark(): Promise<string[]> {
    const marked: string[] = [];
    for (const table of tables) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(host.db.query);
      if (JSON.stringify(rows).includes(MARK)) marked.push(table);
    }
    return marked;
  }

  const writing = (): Target[] =>
    host
      .routes()
      .flatMap((route) =>
        route.endpoints.flatMap((endpoint) =>
          endpoint.methods
            .filter((method) => /^(?:POST|PUT|PATCH)$/.test(method))
            .map((method) => ({ route, endpoint, method, isAlone: true })),
        ),
      );

  it('writes only the fields that the route accepts, and changes no other user', async () => {
    expect(columns).toEqual(expect.arrayContaining(['password_hash', 'role', 'user_id', 'key_hash', 'token_hash']));
    const administrator = await host.createUser('administrator');
    const other = await host.createUser('administrator');
    await fillPlugins(host, administrator.id);
    const { password } = await host.applicationPasswords.create(administrator.id, { name: 'Writer' });
    let reached = 0;
    for (const [index, target] of writing().entries()) {
      const { target: path, body } = rightCall(target, { user: 'me', id: '1' });
      const extra = Object.fromEntries(
        [...columns, 'password', 'passwordHash', 'owner', 'isAdmin', 'capabilities', 'constructor']
          .filter((name) => !(name in target.endpoint.args))
          .map((name) => [name, MARK]),
      );
      const { status } = await new Test(site, target.method, `/api${path}`)
        .auth(administrator.login, password)
        .set({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': `10.0.0.${index}`, 'Idempotency-Key': `mass-${index}` })
        .agent(connections)
        .send({ ...body, ...extra });
      if (status < 300) reached += 1;
      expect([target.method, target.route.template, status < 500, await tablesWithMark()]).toEqual([
        target.method,
        target.route.template,
        true,
        [],
      ]);
    }
    expect(reached).toBeGreaterThan(5);
    expect(await host.users.get(other.id)).toEqual(expect.objectContaining({ login: other.login, roles: other.roles }));
    expect((await host.users.verifyPassword(other.login, other.password))?.id).toBe(other.id);
  });
});
