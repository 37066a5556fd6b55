import type { IncomingMessage } from 'node:http';

/** What a framework knows of a request besides what node:http does. */
export interface SiteRequest {
  /** The framework's own object, which `identify` gets as its second argument. */
  readonly object: unknown;
  /** What a parser of the framework has made of the body; undefined where none has run. */
  body(): unknown;
  /** Where a parser of the framework leaves the files that it has stored; undefined where there are none. */
  files(): unknown;
  /** The client's address and whether it came over TLS, as far as the framework trusts its proxies. */
  address(): string | undefined;
  isSecure(): boolean;
}

/** What this code uses of a request of Fastify, which is not imported. */
export interface FastifyRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
  readonly ip: string;
  readonly protocol: string;
  readonly originalUrl: string;
}

/** What this code uses of a context of Koa, which is not imported. */
export interface KoaContext {
  readonly req: IncomingMessage;
  /** With the `body` and the `files` that a parser has made, where there are some. */
  readonly request: object;
  readonly ip: string;
  readonly secure: boolean;
  readonly originalUrl: string;
}

/** A request as the site's code has it in its hands: node's own, which is Express's too, or a framework's. */
export type AnyRequest = IncomingMessage | FastifyRequest | KoaContext;

/** Node's own request inside, and what the framework knows besides. */
export function unwrap(request: AnyRequest): { readonly node: IncomingMessage; readonly site: SiteRequest | null } {
  // Requests of node are streams; those of frameworks only hold one.
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
