// Cost of authentication: each credential vs the single indexed query it needs, and nonces, which need none.

import { secretDigest } from '../build/core/crypto/secret-digest.js';
import { createAuthenticators, inOrder } from '../build/core/identity/authenticate.js';
import { createUserCache } from '../build/core/identity/user-cache.js';
import { createVersions } from '../build/core/services/bus/versions.js';
import { createHost } from '../build/index.js';
import { median, round } from './statistics.mjs';

const SECRET = 'a secret for benchmarks, long enough to be accepted';

export async function run({ quick }) {
  const host = await createHost({ secret: SECRET, database: 'sqlite::memory:', url: 'https://example.com' });
  const versions = createVersions(host.db, console, { interval: 2 ** 30 });
  try {
    const { requests, queryRow } = await prepare(host, versions);
    const authenticators = createAuthenticators({
      ...host,
      users: { ...host.users, ...createUserCache({ users: host.users, versions }) },
      tokens: { verify: async () => null },
      signedIn: { byToken: () => null },
      apiKeyHeaders: () => [],
      resourceMetadata: '',
      secure: true,
    });
    const authenticate = inOrder(authenticators);
    const subjects = {
      'indexed query': () => queryRow(),
      'application password': () => authenticate(requests.password),
      'API key': () => authenticate(requests.key),
    };
    const perCall = await measure(subjects, quick);
    const nonce = measureNonces(host.nonces, quick);
    const query = perCall['indexed query'];
    const ratios = {};
    const counts = {};
    const rows = [{ what: 'indexed query', us: round(query) }];
    for (const name of ['application password', 'API key']) {
      const key = name.toLowerCase().replaceAll(' ', '_');
      ratios[`${key}_vs_indexed_query`] = round(perCall[name] / query);
      counts[`${key}_beyond_query_ns`] = Math.round((perCall[name] - query) * 1000);
      rows.push({ what: name, us: round(perCall[name]), 'beyond the query': round(perCall[name] - query) });
    }
    for (const [name, us] of Object.entries(nonce)) {
      counts[`${name.replaceAll(' ', '_')}_ns`] = Math.round(us * 1000);
      rows.push({ what: name, us: round(us) });
    }
    return { rows, ratios, counts };
  } finally {
    versions.close();
    await host.close();
  }
}

/** Creates a user with both credential types, and the bare query that looks one of them up. */
async function prepare(host, versions) {
  const user = await host.users.create({ login: 'ada', email: 'ada@example.com', roles: ['editor'] });
  for (let index = 0; index < 1_000; index += 1) await host.applicationPasswords.create(user.id, { name: 'Other' });
  const { password } = await host.applicationPasswords.create(user.id, { name: 'Script' });
  const { key } = await host.apiKeys.create({ name: 'Script', scopes: ['read'], userId: user.id });
  const digest = secretDigest(password.replaceAll(' ', ''));
  const shared = { method: 'GET', secure: true, remoteAddress: '192.0.2.1' };
  const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  await versions.poll();
  return {
    requests: {
      password: { ...shared, headers: { authorization } },
      key: { ...shared, headers: { 'x-api-key': key } },
    },
    queryRow: () =>
      host.db.query
        .selectFrom('application_passwords')
        .selectAll()
        .where('password_hash', '=', digest)
        .executeTakeFirst(),
  };
}

/** Microseconds per call: all subjects in turn, several rounds, the median round. */
async function measure(subjects, quick) {
  const rounds = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  const calls = quick ? 2_000 : 10_000;
  for (let index = 0; index < (quick ? 7 : 15); index += 1) {
    for (const [name, call] of Object.entries(subjects)) {
      const start = performance.now();
      for (let count = 0; count < calls; count += 1) await call();
      rounds[name].push(((performance.now() - start) / calls) * 1000);
    }
  }
  return Object.fromEntries(Object.entries(rounds).map(([name, values]) => [name, median(values)]));
}

/** Nonces of one session with a cached signature, and of new sessions without one. */
function measureNonces(nonces, quick) {
  const calls = quick ? 50_000 : 200_000;
  const time = (work) => {
    const start = performance.now();
    for (let count = 0; count < calls; count += 1) work(count);
    return ((performance.now() - start) / calls) * 1000;
  };
  const nonce = nonces.create('rest', 7, 'session');
  time(() => nonces.verify(nonce, 'rest', 7, 'session'));
  return {
    'nonce verified': time(() => nonces.verify(nonce, 'rest', 7, 'session')),
    'nonce made of a new session': time((count) => nonces.create('rest', count, 'session')),
  };
}
