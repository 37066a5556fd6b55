import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';
import { belowMount, originForm } from '../http/mount.js';
import { bodyLength, mayKeepConnection, send } from '../http/send.js';
import type { FastifyRequest } from '../http/site-request.js';
import { bodyToShow, carriedHeaders, leaveBody, type WayOut } from '../http/way-out.js';
import type { Callers } from './callers.js';
import type { Serve } from './serve.js';

/** The parts of a Fastify reply used here. Fastify is not imported. */
export interface FastifyReply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  code(status: number): unknown;
  header(name: string, value: unknown): unknown;
  removeHeader(name: string): unknown;
  getHeader(name: string): number | string | string[] | undefined;
  getHeaders(): Record<string, number | string | string[] | undefined>;
  send(payload?: unknown): unknown;
  hijack(): unknown;
}

type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** The parts of a Fastify instance used here. */
export interface FastifyInstance {
  addHook(name: 'onRequest', hook: OnRequest): unknown;
}

/** Plugin for `app.register(host.fastify(), { prefix: '/help' })`. */
export type FastifyPlugin = (instance: FastifyInstance, options: { readonly prefix?: string }) => Promise<void>;

/** Fastify's metadata: the plugin adds its hooks to the instance it is registered on, under this name. */
const MARKS = { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: 'mortise' };

/**
 * Creates the host's Fastify plugin: a hook that runs before routing and body parsing, like Express middleware.
 * Responses go through the reply, so that the site's headers, hooks and log apply to them as to its own routes.
 */
export function createFastifyPlugin({
  serve,
  callers,
  log,
}: {
  serve: Serve;
  callers: Callers;
  log: Logger;
}): FastifyPlugin {
  const plugin: FastifyPlugin = async (instance, { prefix = '' }) => {
    if (!isRoot(instance)) throw notRoot();
    const below = belowMount(prefix);
    instance.addHook('onRequest', (request, reply, next) => {
      const node = callers.introduce(request);
      const target = below(originForm(node.url));
      if (target === null) return next();
      const out = fastifyWayOut(request, reply, log);
      serve({ request: node, target, original: request.originalUrl, out }).then(
        (answered) => {
          if (!answered) next();
        },
        (error: unknown) => next(error instanceof Error ? error : new Error(String(error))),
      );
    });
  };
  return Object.assign(plugin, MARKS);
}

/** Nested instances inherit from their parent. Their hooks only see requests to routes registered there. */
function isRoot(instance: FastifyInstance): boolean {
  return Object.hasOwn(instance, 'addHook');
}

function notRoot(): HostError {
  return new HostError(
    'fastify_plugin_encapsulated',
    'host.fastify() was registered inside another plugin, where it sees only the routes of that plugin. Register it on the app: app.register(host.fastify(), { prefix: "/help" }).',
  );
}

function fastifyWayOut(request: FastifyRequest, reply: FastifyReply, log: Logger): WayOut {
  const { raw: node } = request;
  function open(): ServerResponse {
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    return reply.raw;
  }
  return {
    response: reply.raw,
    header: (name) => reply.getHeader(name),
    open,
    handOver: () => reply.hijack(),
    send(wireResponse) {
      if (!mayKeepConnection(node, wireResponse.status)) {
        // The rest of a rejected body can only be handled on the raw Node.js response.
        reply.hijack();
        send(node, open(), wireResponse, log);
        return;
      }
      leaveBody(node);
      reply.code(wireResponse.status);
      for (const [name, value] of carriedHeaders(wireResponse.headers, log)) {
        // These headers already include the site's cookies. The reply would add them a second time.
        reply.removeHeader(name);
        reply.header(name, value);
      }
      const length = bodyLength(wireResponse);
      if (length !== undefined) reply.header('Content-Length', length);
      reply.send(bodyToShow(node, wireResponse.body) ?? undefined);
    },
  };
}
