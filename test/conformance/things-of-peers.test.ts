import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rightCall, type Target } from './argument-calls.js';
import { everyPlugin } from './every-plugin.js';

type Person = Awaited<ReturnType<TestHost['createUser']>>;

/** Two users with the same role. Knowing or guessing an ID must not give access to items of the other user. */
describe('item of another user with the same role', () => {
  let host: TestHost;
  let owner: Person;
  let other: Person;
  /** Path parameter values by prefix of the route template. */
  const things = new Map<string, Readonly<Record<string, string>>>();

  beforeAll(async () => {
    host = await createTestHost({ plugins: everyPlugin() });
    owner = await host.createUser('author');
    other = await host.createUser('author');
    const user = String(owner.id);
    const create = async (path: string, body: object): Promise<string> => {
      const { data } = await host.request('POST', path, { as: owner, body });
      return String((data as { id: number }).id);
    };
    const { record } = await host.applicationPasswords.create(owner.id, { name: 'Phone' });
    const { record: key } = await host.apiKeys.create({ name: 'Printer', scopes: ['read'], userId: owner.id });
    await host.sessions.create({ userId: owner.id });
    const [session] = await host.sessions.list(owner.id);
    things.set('/mortise/v1/posts/{id}', { id: await create('/mortise/v1/posts', { title: 'A draft' }) });
    things.set('/vendor-kb/v1/articles/{id}', { id: await create('/vendor-kb/v1/articles', { title: 'A draft' }) });
    things.set('/mortise/v1/users/{user}/application-passwords', { user, uuid: record.id });
    things.set('/mortise/v1/users/{user}/sessions', { user, id: String(session?.id) });
    things.set('/mortise/v1/users/{user}', { user });
    things.set('/mortise/v1/api-keys/{id}', { id: key.id });
  });
  afterAll(() => host.close());

  function targets(): (Target & { readonly values: Readonly<Record<string, string>> })[] {
    return host.routes().flatMap((route) => {
      const [, values] = [...things].find(([prefix]) => route.template.startsWith(prefix)) ?? [];
      if (!values) return [];
      return route.endpoints.flatMap((endpoint) =>
        endpoint.methods.map((method) => ({ route, endpoint, method, isAlone: true, values })),
      );
    });
  }

  const statusFor = async (as: Person, target: ReturnType<typeof targets>[number]): Promise<number> => {
    const { target: path, body } = rightCall(target, target.values);
    return (await host.request(target.method, path, { as, ...(body ? { body } : {}) })).status;
  };

  it('is not read, updated or deleted through any route', async () => {
    const all = targets();
    expect(new Set(all.map(({ values }) => values)).size).toBe(things.size);
    const reached: string[] = [];
    for (const target of all) {
      const status = await statusFor(other, target);
      if (status !== 403 && status !== 404) reached.push(`${target.method} ${target.route.template}: ${status}`);
    }
    expect(reached).toEqual([]);
  });

  it('remains available to its owner', async () => {
    for (const target of targets().filter(({ method }) => method === 'GET')) {
      expect([target.route.template, await statusFor(owner, target)]).toEqual([target.route.template, 200]);
    }
    expect(await host.sessions.list(owner.id)).toHaveLength(1);
    expect(await host.applicationPasswords.list(owner.id)).toHaveLength(1);
    expect((await host.users.get(owner.id))?.name).toBe(owner.name);
  });
});
