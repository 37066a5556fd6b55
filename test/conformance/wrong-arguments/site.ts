import { Agent } from 'node:http';
import { createTestHost, type TestHost } from 'mortise/testing';
import { type Response, Test } from 'supertest';
import { afterAll, expect } from 'vitest';
import { basic } from '../../support/basic.js';
import { withPath } from '../../support/exact-bytes.js';
import type { PathValues, Target, WrongCall } from '../argument-calls.js';
import { everyPlugin, fillPlugins } from '../every-plugin.js';
import { watchProcess } from '../process-witness.js';
import { type Caller, faultIn } from './answers.js';

/** Reads first, deletions last: an accepted wrong value must leave content for the other calls. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Maximum number of concurrent calls. */
const AT_ONCE = 8;

/** Site with every plugin, for requests that it should reject. */
export interface RefusingSite {
  /** All routes by method, including hidden ones. */
  readonly targets: readonly Target[];
  ask(caller: Caller, method: string, target: string, body?: WrongCall['body']): Promise<Response>;
  /** Sends each call as an administrator and as another caller. @returns the faults of the responses */
  faultsOf(calls: readonly WrongCall[]): Promise<string[]>;
  /** Returns path parameter values of an existing item, read from the list above it. */
  pathValues(target: Target): Promise<PathValues>;
  /** Restores content that requests may have deleted. */
  fill(): Promise<void>;
  expectHealthy(): Promise<void>;
}

/** Opens a site for the tests of a file and closes it after them. */
export async function openSite(): Promise<RefusingSite> {
  const witness = watchProcess();
  // Behind a proxy: each request has its own IP address, so no rate limit by IP address responds instead of the route,
  // and uses HTTPS, where application passwords are accepted.
  const host = await createTestHost({ plugins: everyPlugin(), trustProxy: true });
  const connections = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const url = await host.listen();
  afterAll(async () => {
    connections.destroy();
    await host.close();
    witness.stop();
  });

  const administrator = await host.createUser('administrator');
  const credentials: Record<Caller, Record<string, string>> = {
    anonymous: {},
    subscriber: await credentialsOf(host, await host.createUser('subscriber')),
    administrator: await credentialsOf(host, administrator),
  };
  const fill = (): Promise<void> => fillPlugins(host, administrator.id);
  await fill();
  let requests = 0;
  /** Responses by a rate limit instead of the route. Many of them would hide the behavior under test. */
  let limited = 0;

  const site: RefusingSite = {
    targets: targetsOf(host),
    fill,
    async ask(caller, method, target, body) {
      requests += 1;
      const headers = {
        'X-Forwarded-For': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
        'X-Forwarded-Proto': 'https',
        'Idempotency-Key': `wrong-arguments-${requests}`,
        ...credentials[caller],
      };
      const sent = withPath(new Test(url, method, '/').agent(connections).set(headers), `/api${target}`);
      return body ? sent.type(body.type).send(body.text) : sent;
    },
    async faultsOf(calls) {
      const faults: string[] = [];
      const waiting = calls.flatMap((wrong, index) => {
        const other: Caller = index % 2 === 0 ? 'anonymous' : 'subscriber';
        return [{ wrong, caller: 'administrator' } as const, { wrong, caller: other }];
      });
      const work = async (): Promise<void> => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const { wrong, caller } = next;
          const answer = await site.ask(caller, wrong.method, wrong.target, wrong.body);
          const fault = faultIn(wrong, caller, answer, () => {
            limited += 1;
          });
          if (fault !== null) faults.push(`${wrong.name}, ${caller}: ${fault}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return faults;
    },
    async pathValues({ route, endpoint }) {
      const values: Record<string, string> = {};
      for (const name of Object.keys(endpoint.args)) {
        const place = route.template.indexOf(`/{${name}}`);
        if (place === -1) continue;
        const list = route.template.slice(0, place);
        const { data } = await host.request('GET', list, { as: administrator }).catch(() => ({ data: null }));
        const value = identityIn(data, name, endpoint.args[name]?.type === 'integer');
        if (typeof value === 'number' || typeof value === 'string') values[name] = String(value);
      }
      return values;
    },
    async expectHealthy() {
      expect(witness.complaints).toEqual([]);
      expect(limited).toBeLessThanOrEqual(requests / 10);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect((await site.ask('anonymous', 'GET', '/')).status).toBe(200);
    },
  };
  return site;
}

async function credentialsOf(host: TestHost, user: { id: number; login: string }): Promise<Record<string, string>> {
  const { password } = await host.applicationPasswords.create(user.id, { name: 'Wrong arguments' });
  return basic(user.login, password);
}

function targetsOf(host: TestHost): Target[] {
  const shapeOf = (template: string): string => template.replaceAll(/\{\w+\}/g, '{}');
  const shapes = host.routes().map(({ template }) => shapeOf(template));
  return host
    .routes()
    .flatMap((route) => {
      const isAlone = shapes.filter((shape) => shape === shapeOf(route.template)).length === 1;
      return route.endpoints.flatMap((endpoint) =>
        endpoint.methods.map((method) => ({ route, endpoint, method, isAlone })),
      );
    })
    .sort((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
}

/** Returns the identifier of the first row of a list. */
function identityIn(data: unknown, name: string, isNumber: boolean): unknown {
  const [first] = [data ?? []].flat() as Record<string, unknown>[];
  return first?.[name] ?? (isNumber ? first?.id : undefined);
}
