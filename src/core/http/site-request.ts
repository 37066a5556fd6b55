import type { IncomingMessage } from 'node:http';

/** Request details from a framework, beyond node:http. */
export interface SiteRequest {
  /** Framework's own request object, the second argument of `identify`. */
  readonly object: unknown;
  /** Returns the body parsed by the framework; undefined if no parser has run. */
  body(): unknown;
  /** Returns the files stored by a parser of the framework; undefined if there are none. */
  files(): unknown;
  /** Returns the client's IP address, from proxies the framework trusts; `isSecure` likewise for TLS. */
  address(): string | undefined;
  isSecure(): boolean;
}

/** Used members of a Fastify request; Fastify is not imported. */
export interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
  readonly ip: string;
  readonly protocol: string;
  readonly originalUrl: string;
}

/** Used members of a Koa context; Koa is not imported. */
export interface KoaContext {
  readonly req: IncomingMessage;
  /** Koa's request, with `body` and `files` if a parser has set them. */
  readonly request: object;
  readonly ip: string;
  readonly secure: boolean;
  readonly originalUrl: string;
}

/** Request object of the site's code: node's own (also Express's), or a framework's. */
export type AnyRequest = IncomingMessage | FastifyRequest | KoaContext;

/** Returns node's own request, and the details from the framework. */
export function unwrap(request: AnyRequest): { readonly node: IncomingMessage; readonly site: SiteRequest | null } {
  // Node requests are streams; framework requests wrap one.
  if ('on' in request) return { node: request, site: null };
  if ('raw' in request) return { node: request.raw, site: ofFastify(request) };
  return { node: request.req, site: ofKoa(request) };
}

function ofFastify(request: FastifyRequest): SiteRequest {
  return {
    object: request,
    body: () => request.body,
    files: () => undefined,
    address: () => request.ip,
    isSecure: () => request.protocol === 'https',
  };
}

function ofKoa(context: KoaContext): SiteRequest {
  return {
    object: context,
    body: () => ('body' in context.request ? context.request.body : undefined),
    files: () => ('files' in context.request ? context.request.files : undefined),
    address: () => context.ip,
    isSecure: () => context.secure,
  };
}
