import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { belowMount, originForm } from '../http/mount.js';
import type { Handler } from '../http/send.js';
import { nodeWayOut } from '../http/way-out.js';
import type { Callers, RequestCms } from './callers.js';
import type { ObservePages } from './observe-pages.js';
import { type Serve, sendPlain } from './serve.js';

export interface HandlerOptions {
  /**
   * The path at which the host is mounted, such as `/help`, where nobody cuts it off: in plain node:http. Express does
   * that for `app.use('/help', host.handler())`. Default: the top.
   */
  readonly mount?: string;
}

/** Frameworks that cut off what the host is mounted below keep the whole address here; their own routes find `cms`. */
type SiteRequest = IncomingMessage & { readonly originalUrl?: string; cms?: RequestCms };

/**
 * One listener for everything. What is not the host's goes to `next`, or is a plain 404 where there is no next
 * (node:http); so do errors that are our fault, which are a plain 500 there.
 * @throws HostError `config_invalid` for a mount that is no path
 */
export function createHandler(
  { serve, callers, log }: { serve: Serve; callers: Callers; log: Logger },
  { mount = '' }: HandlerOptions = {},
): Handler {
  const below = belowMount(mount);
  return (request: SiteRequest, response, next) => {
    const out = nodeWayOut(request, response, log);
    const address = originForm(request.url);
    const target = below(address);
    const pass = (): void => {
      if (next) {
        request.cms = callers.of(request);
        next();
      } else sendPlain({ out }, 404, 'Not found');
    };
    if (target === null) return pass();
    serve({ request, target, original: request.originalUrl ?? address, out }).then(
      (answered) => {
        if (!answered) pass();
      },
      (error: unknown) => {
        if (next) next(error);
        else sendPlain({ out }, 500, 'The server failed to answer.');
      },
    );
  };
}

/**
 * Tells a request who is behind it before it comes to the handler, and has plugins look at pages: middleware for the
 * site's own routes.
 */
export function createContext({ callers, observe }: { callers: Callers; observe: ObservePages }): Handler {
  return (request: SiteRequest, response, next) => {
    request.cms = callers.of(request);
    const observed = observe(request, request.originalUrl ?? originForm(request.url), response);
    if (observed) void observed.then(() => next?.());
    else next?.();
  };
}
