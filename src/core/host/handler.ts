import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { belowMount, originForm } from '../http/mount.js';
import type { Handler } from '../http/send.js';
import { nodeWayOut } from '../http/way-out.js';
import type { Callers, RequestCms } from './callers.js';
import type { ObservePages } from './observe-pages.js';
import { type Serve, sendPlain } from './serve.js';

/** Options of `host.handler()`. */
export interface HandlerOptions {
  /**
   * Path the host is mounted at, such as `/help`, for plain node:http, which does not strip it. Express strips it for
   * `app.use('/help', host.handler())`. @default ''
   */
  readonly mount?: string;
}

/** Frameworks that strip the mount path keep the full URL in `originalUrl`. The site's own routes use `cms`. */
type SiteRequest = IncomingMessage & { readonly originalUrl?: string; cms?: RequestCms };

/**
 * Creates a request listener for everything. Requests that are not the host's go to `next`, or get a plain 404 without
 * one (node:http). So do errors on our side, which get a plain 500 there.
 * @throws HostError `config_invalid` for an invalid mount path
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
        else sendPlain({ out }, 500, 'Internal server error.');
      },
    );
  };
}

/** Creates middleware for the site's own routes: it sets `request.cms` and runs the page observers of plugins. */
export function createContext({ callers, observe }: { callers: Callers; observe: ObservePages }): Handler {
  return (request: SiteRequest, response, next) => {
    request.cms = callers.of(request);
    const observed = observe(request, request.originalUrl ?? originForm(request.url), response);
    if (observed) void observed.then(() => next?.());
    else next?.();
  };
}
