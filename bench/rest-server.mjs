// One side of the comparison in its own process: our full pipeline, or a peer that only responds.
import { createServer } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import { createHost, definePlugin } from 'mortise';
import { pino } from 'pino';
import { ARGUMENTS, ARTICLE, PATH, SCHEMA } from './rest-subjects.mjs';

const [side] = process.argv.slice(2);
const headers = {};

/**
 * Route with the full pipeline: session, nonce, eight arguments, a permission, four filters with three callbacks each.
 */
async function openHost() {
  const plugin = definePlugin({
    name: 'bench',
    version: '1.0.0',
    setup({ rest, hooks }) {
      rest.route('bench/v1', {
        method: 'GET',
        path: '/things/{id}',
        summary: 'A thing',
        args: { id: { type: 'integer' }, ...ARGUMENTS },
        permission: 'edit_posts',
        returns: SCHEMA,
        handler: () => ARTICLE,
      });
      for (const name of ['rest_pre_dispatch', 'rest_request_before_callbacks', 'rest_request_after_callbacks']) {
        for (let index = 0; index < 3; index += 1) hooks.addFilter(name, (value) => value);
      }
      for (let index = 0; index < 3; index += 1) hooks.addFilter('rest_post_dispatch', (value) => value);
    },
  });
  const host = await createHost({
    secret: 'only for this benchmark, no secret at all',
    url: 'http://127.0.0.1',
    database: 'sqlite::memory:',
    plugins: [plugin],
    log: pino({ level: 'silent' }),
  });
  const user = await host.users.create({ login: 'bench', email: 'bench@example.com', roles: ['editor'] });
  const { token, session } = await host.sessions.create({ userId: user.id });
  headers.cookie = `cms_session=${token}`;
  headers['x-cms-nonce'] = host.nonces.create('rest', user.id, session);
  return host;
}

const sides = {
  express() {
    const app = express();
    app.get('/api/bench/v1/things/:id', (_request, response) => response.json(ARTICLE));
    return createServer(app);
  },
  async 'host-in-express'() {
    const app = express();
    app.use((await openHost()).handler());
    return createServer(app);
  },
  async host() {
    return createServer((await openHost()).handler());
  },
  async fastify() {
    const app = fastify();
    app.get(
      '/api/bench/v1/things/:id',
      {
        schema: {
          params: { type: 'object', properties: { id: { type: 'integer' } } },
          querystring: { type: 'object', properties: ARGUMENTS },
          response: { 200: SCHEMA },
        },
      },
      async () => ARTICLE,
    );
    await app.ready();
    return app.server;
  },
};

const server = await sides[side]();
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port, headers, path: PATH }));
process.on('message', () => process.send({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
