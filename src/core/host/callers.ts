import type { IncomingMessage } from 'node:http';
import type { Access } from '../access/capabilities.js';
import { createMappingMemory } from '../access/mapping-memory.js';
import type { Ask } from '../access/names.js';
import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import type { Clients } from '../http/client-address.js';
import type { Query } from '../http/query.js';
import { requestHeader } from '../http/request-header.js';
import { type AnyRequest, type SiteRequest, unwrap } from '../http/site-request.js';
import type { AuthAttempt, Authenticate, ExplainAuthentication } from '../identity/authenticate.js';
import type { Identity } from '../identity/authenticator.js';
import { checkNonce, nonceAge } from '../identity/nonce-check.js';
import type { Nonces } from '../identity/nonces.js';
import type { CallerIdentity } from '../rest/call.js';
import type { User } from '../user.js';

/**
 * Identity and permissions of a request, for the site's own code.
 * Available as `request.cms` behind the handler, or through `host.of(request)` anywhere. Authentication runs on first
 * use, once for the site and the host together.
 */
export interface RequestCms {
  /** Returns the authenticated user, or null for visitors. @throws HostError 401 for wrong credentials */
  user(): Promise<User | null>;
  /**
   * Checks a capability, within the scopes of the credential. This does not protect against CSRF: requests that change
   * something also need a nonce.
   */
  readonly can: Ask<boolean>;
  /** Creates a nonce for a form of the site, bound to the action and the visitor's session. */
  nonce(action: string): Promise<string>;
  /** Whether a posted nonce is valid. Only strings can be. */
  verifyNonce(nonce: unknown, action: string): Promise<boolean>;
}

/** Permissions and nonces of an identity. */
export interface Rights {
  readonly can: Ask<boolean>;
  readonly reader: User | null;
  nonce(action: string): string;
  verifyNonce(nonce: unknown, action: string): boolean;
}

/** Identifies the caller of each request. */
export interface Callers {
  /** Converts the request for authenticators. */
  auth(request: IncomingMessage): AuthRequest;
  /** Runs the authenticators once per request. @throws errors of the authenticators */
  identify(request: IncomingMessage): Identity | null | Promise<Identity | null>;
  /**
   * Returns the identity that REST accepts.
   * @param credentials names of credentials that the route judges itself, for which this does not throw
   * @throws errors of the authenticators and of the nonce check
   */
  identifyForRest(
    request: IncomingMessage,
    query: Query,
    credentials?: readonly string[] | 'all',
  ): CallerIdentity | Promise<CallerIdentity>;
  rightsOf(identity: Identity | null): Rights;
  of(request: AnyRequest): RequestCms;
  /** Links a framework's request to its Node.js request. @returns the Node.js request */
  introduce(request: AnyRequest): IncomingMessage;
  /** Returns what the framework knows about a request. Null in Express and node:http, which use Node.js' own object. */
  siteOf(request: IncomingMessage): SiteRequest | null;
}

export interface CallersOptions {
  readonly clients: Clients;
  readonly authenticate: Authenticate;
  readonly explainAuthentication: ExplainAuthentication;
  readonly compat: 'wp' | 'off';
  readonly access: Access;
  readonly nonces: Nonces;
  /** Whether X-CMS-Authorization is accepted if there is no Authorization header. */
  readonly authorizationHeader?: boolean | undefined;
}

/** Cached results for one request. */
interface Caller {
  readonly auth: AuthRequest;
  identity?: Identity | null | Promise<Identity | null>;
  cms?: RequestCms;
}

export function createCallers(options: CallersOptions): Callers {
  const { clients, authenticate, access, nonces, compat, authorizationHeader = false } = options;
  const callers = new WeakMap<IncomingMessage, Caller>();
  const sites = new WeakMap<IncomingMessage, SiteRequest>();
  const siteOf = (request: IncomingMessage): SiteRequest | null => sites.get(request) ?? null;

  function introduce(request: AnyRequest): IncomingMessage {
    const { node, site } = unwrap(request);
    if (site && !sites.has(node)) sites.set(node, site);
    return node;
  }

  function callerOf(request: IncomingMessage): Caller {
    let caller = callers.get(request);
    if (!caller) {
      const site = siteOf(request);
      const address = clients.address(request, site);
      caller = {
        auth: {
          method: request.method ?? 'GET',
          headers: authorizationHeader ? withFallback(request.headers) : request.headers,
          secure: clients.isSecure(request, site),
          ...(address === undefined ? {} : { remoteAddress: address }),
          raw: request,
          site: site?.object ?? request,
        },
      };
      callers.set(request, caller);
    }
    return caller;
  }

  function identify(request: IncomingMessage): Identity | null | Promise<Identity | null> {
    const caller = callerOf(request);
    if (caller.identity === undefined) caller.identity = authenticate(caller.auth);
    return caller.identity;
  }

  function rightsOf(identity: Identity | null): Rights {
    const { user = null, session = '', scopes } = identity ?? {};
    const userId = user?.id ?? 0;
    const memory = createMappingMemory();
    return {
      reader: access.reader(user, scopes),
      can: (capability, ...[object]) => access.can(user, capability, object, scopes, memory),
      nonce: (action) => nonces.create(action, userId, session),
      verifyNonce(nonce, action) {
        if (typeof nonce !== 'string') return false;
        if (identity?.via === 'ambient') return nonceAge(nonces, nonce, action, identity) !== 0;
        return nonces.verify(nonce, action, userId, session) !== 0;
      },
    };
  }

  function createCms(request: IncomingMessage): RequestCms {
    let cachedRights: Rights | undefined;
    const rights = async (): Promise<Rights> => {
      const identity = await identify(request);
      cachedRights ??= rightsOf(identity);
      return cachedRights;
    };
    return {
      user: async () => (await identify(request))?.user ?? null,
      can: async (capability, ...object) => (await rights()).can(capability, ...object),
      nonce: async (action) => (await rights()).nonce(action),
      verifyNonce: async (nonce, action) => (await rights()).verifyNonce(nonce, action),
    };
  }

  return {
    auth: (request) => callerOf(request).auth,
    identify,
    identifyForRest(request, query, credentials) {
      const caller = { request: callerOf(request).auth, query, nonces, compat };
      if (credentials) return explainToRest(caller, options.explainAuthentication, credentials);
      const found = identify(request);
      return found instanceof Promise
        ? found.then((identity) => worthToRest(caller, identity))
        : worthToRest(caller, found);
    },
    rightsOf,
    of(request) {
      const node = introduce(request);
      const caller = callerOf(node);
      caller.cms ??= createCms(node);
      return caller.cms;
    },
    introduce,
    siteOf,
  };
}

/** Some servers strip Authorization but pass other headers through. */
function withFallback(headers: IncomingMessage['headers']): AuthRequest['headers'] {
  const authorization = requestHeader({ headers }, 'x-cms-authorization');
  if (authorization === undefined || headers.authorization !== undefined) return headers;
  return { ...headers, authorization };
}

/** A request to identify, with everything needed to check its nonces. */
interface RestCaller {
  readonly request: AuthRequest;
  readonly query: Query;
  readonly nonces: Nonces;
  readonly compat: 'wp' | 'off';
}

/**
 * Decides which identity REST accepts, by the nonce in a header or in the query.
 * @throws HostError of the nonce check
 */
function worthToRest({ request, query, nonces, compat }: RestCaller, identity: Identity | null): CallerIdentity {
  const sent = (compat === 'wp' ? query._wpnonce : undefined) ?? query._nonce;
  const queryNonce = typeof sent === 'string' ? sent : undefined;
  const checked = checkNonce(request, identity, nonces, { queryNonce, compat });
  return identity && !checked.identity ? { ...checked, ignored: 'cookie-without-nonce' } : checked;
}

/**
 * Like `worthToRest`, for routes that judge credentials themselves: wrong ones are not rejected, and the outcome of
 * each is reported.
 * @param lenient names of those credentials
 */
async function explainToRest(
  caller: RestCaller,
  explain: ExplainAuthentication,
  lenient: readonly string[] | 'all',
): Promise<CallerIdentity> {
  const { identity, attempts } = await explain(caller.request, lenient);
  const settle = (attempt: Omit<AuthAttempt, 'method'>): AuthAttempt[] =>
    attempts.map((one) => (one.outcome === 'matched' ? { ...one, ...attempt } : one));
  try {
    const worth = worthToRest(caller, identity);
    if (!worth.ignored) return { ...worth, attempts };
    const message = 'The session requires a nonce. Send one as X-CMS-Nonce.';
    return { ...worth, attempts: settle({ outcome: 'ignored', code: worth.ignored, message }) };
  } catch (error) {
    const isLenient = lenient === 'all' || lenient.includes(identity?.method ?? '');
    if (!(error instanceof HostError) || !isLenient) throw error;
    return { identity: null, attempts: settle({ outcome: 'refused', code: error.code, message: error.message }) };
  }
}
