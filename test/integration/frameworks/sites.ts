import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { bodyParser } from '@koa/bodyparser';
import express, { type NextFunction, type Request, type Response } from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import type { TestHost } from 'mortise/testing';

const load = createRequire(import.meta.url);
/** Express 4 has no types here. The parts used in this file are identical. */
const express4: typeof express = load('express4');
const koaMount: (path: string, middleware: Koa.Middleware) => Koa.Middleware = load('koa-mount');

export interface RunningSite {
  readonly address: string;
  /** Stops gracefully as the framework does: rejects new requests and completes running ones. */
  stop(): Promise<void>;
  /** Stops without waiting for clients. Node does not treat a connection without a request as idle. */
  end(): Promise<void>;
}

export interface SiteOptions {
  /** Path of the host. Default: `/help`. */
  readonly mount?: string;
  /** Reads the start of bodies and leaves the rest. */
  readonly nibbles?: boolean;
  /** Enables the framework's proxy trust option. */
  readonly trustsProxy?: boolean;
}

/**
 * Opens a site: pages `/` and `/who`, a route `/echo` with a parsed body, a cookie and two headers on every response,
 * its own 404 and error responses, and the host at `/help`. Body parsers run before the host if the framework puts them
 * there.
 */
export type OpenSite = (host: TestHost, options?: SiteOptions) => Promise<RunningSite>;

const OF_SITE = {
  'X-Site': 'shop',
  'Set-Cookie': 'seen=1',
  Vary: 'Origin',
  'Content-Security-Policy': "default-src 'self'",
};

async function listen(server: Server): Promise<RunningSite> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      server.closeIdleConnections();
    });
  return running(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, stop);
}

function running(address: string, server: Server, stop: () => Promise<void>): RunningSite {
  return {
    address,
    stop,
    async end() {
      const stopped = stop();
      server.closeAllConnections();
      await stopped;
    },
  };
}

/** Starts reading and pauses after the first chunk. */
async function nibble(request: IncomingMessage): Promise<void> {
  if (request.method !== 'POST') return;
  await new Promise<void>((resolve) => {
    request.once('data', () => {
      request.pause();
      resolve();
    });
  });
}

function openExpress(framework: typeof express): OpenSite {
  return (host, { mount = '/help', nibbles, trustsProxy } = {}) => {
    const app = framework();
    if (trustsProxy) app.set('trust proxy', true);
    app.use((request: Request, response: Response, next: NextFunction) => {
      response.set(OF_SITE);
      if (nibbles) nibble(request).then(() => next());
      else next();
    });
    if (!nibbles) app.use(framework.json(), framework.urlencoded({ extended: false }));
    app.use(mount, host.handler());
    app.get('/', (_request: Request, response: Response) => void response.send('my shop'));
    app.get('/who', (request: Request, response: Response, next: NextFunction) => {
      host
        .of(request)
        .user()
        .then((user) => response.json(user?.login ?? null), next);
    });
    app.post('/echo', (request: Request, response: Response) => void response.json(request.body));
    app.use((_request: Request, response: Response) => void response.status(404).send('my own 404'));
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(503).send(`the site says: ${error.message}`);
    });
    return listen(createServer(app));
  };
}

const openNode: OpenSite = (host, { mount = '/help', nibbles } = {}) => {
  const handler = host.handler({ mount });

  async function own(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?');
    if (path === '/') response.end('my shop');
    else if (path === '/who') {
      const user = await host.of(request).user();
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(user?.login ?? null));
    } else if (path === '/echo') {
      let text = '';
      for await (const chunk of request) text += chunk;
      response.setHeader('Content-Type', 'application/json');
      response.end(text);
    } else {
      response.statusCode = 404;
      response.end('my own 404');
    }
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(OF_SITE)) response.setHeader(name, value);
    if (nibbles) await nibble(request);
    handler(request, response, (error) => {
      if (!error) return void own(request, response);
      response.statusCode = 503;
      response.end(`the site says: ${(error as Error).message}`);
    });
  }
  return listen(createServer((request, response) => void answer(request, response)));
};

const openFastify: OpenSite = async (host, { mount = '/help', nibbles, trustsProxy = false } = {}) => {
  const app = Fastify({ trustProxy: trustsProxy, forceCloseConnections: 'idle' });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(OF_SITE);
    if (nibbles) await nibble(request.raw);
  });
  app.register(host.fastify(), { prefix: mount });
  app.get('/', () => 'my shop');
  app.get('/who', async (request, reply) =>
    reply.type('application/json').send(JSON.stringify((await host.of(request).user())?.login ?? null)),
  );
  app.post('/echo', (request, reply) => reply.send(request.body));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('my own 404'));
  app.setErrorHandler((error, _request, reply) => {
    reply.code(503).send(`the site says: ${error instanceof Error ? error.message : ''}`);
  });
  return running(await app.listen({ host: '127.0.0.1', port: 0 }), app.server, () => app.close());
};

function openKoa(place: (host: TestHost, mount: string) => Koa.Middleware): OpenSite {
  return (host, { mount = '/help', nibbles, trustsProxy = false } = {}) => {
    const app = new Koa({ proxy: trustsProxy });
    app.silent = true;
    app.use(async (context, next) => {
      context.set(OF_SITE);
      try {
        if (nibbles) await nibble(context.req);
        await next();
      } catch (error) {
        context.status = 503;
        context.body = `the site says: ${(error as Error).message}`;
      }
      if (context.status === 404 && !context.body) {
        context.status = 404;
        context.body = 'my own 404';
      }
    });
    if (!nibbles) app.use(bodyParser());
    app.use(place(host, mount));
    app.use(async (context) => {
      if (context.path === '/') context.body = 'my shop';
      else if (context.path === '/who') {
        context.body = JSON.stringify((await host.of(context).user())?.login ?? null);
        context.type = 'json';
      } else if (context.path === '/echo') context.body = context.request.body;
    });
    return listen(createServer(app.callback()));
  };
}

export const SITES: readonly (readonly [name: string, open: OpenSite])[] = [
  ['Express 5', openExpress(express)],
  ['Express 4', openExpress(express4)],
  ['node:http', openNode],
  ['Fastify', openFastify],
  ['Koa', openKoa((host, mount) => host.koa({ mount }))],
  ['Koa with koa-mount', openKoa((host, mount) => (mount === '/' ? host.koa() : koaMount(mount, host.koa())))],
];
