// REST pipeline: CPU time per request vs a bare Express route and a fastify route with schemas, then its parts
// separately: matching, validation, nonces.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { createHostHooks } from '../build/core/host/hooks.js';
import { parseQuery } from '../build/core/http/query.js';
import { createNonces } from '../build/core/identity/nonces.js';
import { createResolveArguments, PARAMETER_ORDER } from '../build/core/rest/arguments.js';
import { createRegistry } from '../build/core/rest/registry.js';
import { createValidators } from '../build/core/schema/validate.js';
import { ARGUMENTS, PATH } from './rest-subjects.mjs';
import { median, round } from './statistics.mjs';

/** Our side, and the peer its CPU time per request is compared with. */
const COMPARED = [
  ['host-in-express', 'express'],
  ['host', 'fastify'],
];

export async function run({ quick }) {
  const perRequest = await measureServers(quick);
  const ratios = {};
  const rows = [];
  for (const [ours, peer] of COMPARED) {
    const ratio = round(perRequest[ours] / perRequest[peer]);
    ratios[`${ours.replaceAll('-', '_')}_cpu_vs_${peer}`] = ratio;
    rows.push({
      what: `${ours} vs ${peer}, us CPU per request`,
      mortise: round(perRequest[ours]),
      peer: round(perRequest[peer]),
      ratio,
    });
  }
  const parts = measureParts(quick);
  for (const [what, microseconds] of Object.entries(parts))
    rows.push({ what: `${what}, us`, mortise: round(microseconds) });
  const counts = Object.fromEntries(
    Object.entries(parts).map(([what, value]) => [`${what.replaceAll(' ', '_')}_ns`, Math.round(value * 1000)]),
  );
  return { rows, ratios, counts };
}

/** Measures all servers in turn. The median of several rounds counts. */
async function measureServers(quick) {
  const names = [...new Set(COMPARED.flat())];
  const started = await Promise.all(names.map(startServer));
  // Every side gets the same request. The cookie and nonce have the length the host checks.
  const { headers } = started.find(({ name }) => name === 'host');
  const servers = started.map((server) => ({ ...server, headers: { ...headers, ...server.headers } }));
  const rounds = Object.fromEntries(names.map((name) => [name, []]));
  for (const server of servers) await load(server, quick ? 1 : 2);
  for (let index = 0; index < (quick ? 3 : 7); index += 1) {
    for (const server of servers) rounds[server.name].push(await load(server, quick ? 1.5 : 3));
  }
  for (const { child } of servers) child.disconnect();
  return Object.fromEntries(names.map((name) => [name, median(rounds[name])]));
}

async function startServer(name) {
  const child = fork(fileURLToPath(new URL('rest-server.mjs', import.meta.url)), [name], {
    // In development the host also validates each response against the route's schema. No peer does.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [facts] = await once(child, 'message');
  return { name, child, ...facts };
}

/** Sends requests. @returns microseconds of the server's CPU time per request */
async function load({ name, child, port, headers, path }, duration) {
  const before = await cpuOf(child);
  const { requests, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    headers,
    connections: 10,
    duration,
  });
  const after = await cpuOf(child);
  if (non2xx > 0) throw new Error(`${name} answered ${non2xx} times with an error`);
  return (after - before) / requests.total;
}

async function cpuOf(child) {
  child.send('cpu');
  const [{ cpu }] = await once(child, 'message');
  return cpu.user + cpu.system;
}

function measureParts(quick) {
  const rounds = quick ? 5 : 15;
  const registry = createRegistry();
  const open = { method: 'GET', summary: 'x', permission: 'public', handler: () => 1 };
  for (let plugin = 0; plugin < 20; plugin += 1) {
    for (let index = 0; index < 25; index += 1) {
      registry.route(`plugin-${plugin}/v1`, { ...open, path: `/things-${index}` }, 'bench');
      registry.route(
        `plugin-${plugin}/v1`,
        { ...open, path: `/things-${index}/{id}`, args: { id: { type: 'integer' } } },
        'bench',
      );
    }
  }
  const paths = registry.routes().map(({ template }) => template.replace('{id}', '12345'));
  let at = 0;

  const endpoint = { ...open, methods: ['GET'], owner: 'bench', args: ARGUMENTS };
  const resolve = createResolveArguments(createValidators());
  const query = parseQuery(PATH.split('?')[1]);
  const invalid = { ...query, per_page: '1000', order: 'sideways' };
  const sources = (values) => ({ path: {}, json: {}, form: {}, query: values });

  const nonces = createNonces({
    secret: 'only for this benchmark, no secret at all',
    previousSecrets: [],
    hooks: createHostHooks({ debug: false, log: { warn() {} } }),
  });
  const nonce = nonces.create('rest', 7, 'session');

  return {
    'match in 1000 routes': timed(rounds, () => {
      at += 1;
      return registry.match(paths[at % paths.length], 'GET');
    }),
    'query of 8 parsed': timed(rounds, () => parseQuery(PATH.split('?')[1])),
    'arguments valid': timed(rounds, () => resolve(endpoint, sources(query), PARAMETER_ORDER, {})),
    'arguments invalid': timed(rounds, () => {
      try {
        return resolve(endpoint, sources(invalid), PARAMETER_ORDER, {});
      } catch {
        return null;
      }
    }),
    'nonce verified': timed(rounds, () => nonces.verify(nonce, 'rest', 7, 'session')),
  };
}

/** Times the work. @returns microseconds per call, the median of the rounds after the warm-up */
function timed(rounds, work) {
  const calls = 20_000;
  const times = [];
  for (let index = 0; index < rounds + 2; index += 1) {
    const start = performance.now();
    for (let call = 0; call < calls; call += 1) work();
    times.push(((performance.now() - start) * 1000) / calls);
  }
  return median(times.slice(2));
}
