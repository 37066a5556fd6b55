import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { belowMount, originForm } from '../http/mount.js';
import { bodyLength, mayKeepConnection, send } from '../http/send.js';
import type { KoaContext } from '../http/site-request.js';
import { bodyToShow, carriedHeaders, leaveBody, type WayOut } from '../http/way-out.js';
import type { Callers } from './callers.js';
import type { HandlerOptions } from './handler.js';
import type { Serve } from './serve.js';

/** The parts of a Koa context used here. */
export interface KoaExchange extends KoaContext {
  readonly res: ServerResponse;
  status: number;
  body: unknown;
  respond?: boolean;
  set(name: string, value: string | string[]): unknown;
}

/** Middleware for `app.use(host.koa())`. */
export type KoaMiddleware = (context: KoaExchange, next: () => Promise<unknown>) => Promise<void>;

/**
 * Creates Koa middleware. Answers set the context's status, headers and body, so that outer middleware sees them like
 * those of the site's own routes. Requests that are not the host's go to `next`; errors are thrown.
 */
export function createKoaMiddleware(
  { serve, callers, log }: { serve: Serve; callers: Callers; log: Logger },
  { mount = '' }: HandlerOptions = {},
): KoaMiddleware {
  const below = belowMount(mount);
  return async (context, next) => {
    const request = callers.introduce(context);
    const target = below(originForm(request.url));
    const answered =
      target !== null &&
      (await serve({ request, target, original: context.originalUrl, out: koaWayOut(context, log) }));
    if (!answered) await next();
  };
}

function koaWayOut(context: KoaExchange, log: Logger): WayOut {
  const { req: request, res: response } = context;
  return {
    response,
    header: (name) => response.getHeader(name),
    open: () => response,
    handOver() {
      context.respond = false;
    },
    send(wireResponse) {
      if (!mayKeepConnection(request, wireResponse.status)) {
        // The rest of a rejected body can only be handled on the raw Node.js response.
        context.respond = false;
        send(request, response, wireResponse, log);
        return;
      }
      leaveBody(request);
      const visibleBody = bodyToShow(request, wireResponse.body);
      // Koa sets status and headers with the body, so ours must follow.
      context.body =
        visibleBody instanceof Uint8Array
          ? Buffer.from(visibleBody.buffer, visibleBody.byteOffset, visibleBody.length)
          : visibleBody;
      context.status = wireResponse.status;
      for (const [name, value] of carriedHeaders(wireResponse.headers, log)) context.set(name, value);
      const length = bodyLength(wireResponse);
      if (length !== undefined) context.set('Content-Length', String(length));
    },
  };
}
