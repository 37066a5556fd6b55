import type { Verdict } from '../access/judge.js';
import type { Ask, CapabilityName, MetaCapability, ObjectOf, PrimitiveCapability } from '../access/names.js';
import type { UploadedFile, UploadRules } from '../http/uploads.js';
import type { AuthAttempt } from '../identity/authenticate.js';
import type { Identity } from '../identity/authenticator.js';
import type { ArgumentSchema, JsonSchema, ValuesOf } from '../schema/schema.js';
import type { StandardSchema } from '../schema/standard-schema.js';
import type { User } from '../user.js';
import type { RateLimit } from './rate-limit.js';
import type { RestResponse } from './response.js';

/** HTTP method of a route. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The method that reads, under WordPress's name. */
export const READABLE: readonly Method[] = ['GET'];
/** The method that creates, under WordPress's name. */
export const CREATABLE: readonly Method[] = ['POST'];
/** The methods that edit, under WordPress's name. */
export const EDITABLE: readonly Method[] = ['POST', 'PUT', 'PATCH'];
/** The method that deletes, under WordPress's name. */
export const DELETABLE: readonly Method[] = ['DELETE'];
/** All methods that a route can have except HEAD, under WordPress's name. */
export const ALLMETHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Argument of a route: its schema and, for rules that a schema cannot express, functions. */
export interface Argument extends ArgumentSchema {
  /** Extra check of the coerced value: returns `true`, or a sentence that describes the problem. */
  readonly validate?: (value: unknown, request: RestRequest) => true | string | Promise<true | string>;
  /** Converts the validated value to the one that the handler receives. */
  readonly sanitize?: (value: unknown, request: RestRequest) => unknown;
}

/** Arguments of a route by name. */
export type Arguments = Readonly<Record<string, Argument>>;

/** Arguments by name, or one Standard Schema (zod, valibot ...) for all of them together. */
export type ArgumentsInput = Arguments | StandardSchema;

/** Names of the `{parameters}` in a path template. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** Typed arguments of a handler; path parameters are always present. */
export type ArgumentsOf<Path extends string, A> =
  A extends StandardSchema<infer _Input, infer Output>
    ? Output
    : ValuesOf<{ [K in keyof A]: K extends PathParameters<Path> ? A[K] & { readonly required: true } : A[K] }>;

/**
 * Request in the pipeline, as permissions and handlers see it. The permission determines whether `user` can be null
 * (`Caller`) and the type of `object` (`Subject`).
 */
export interface RestRequest<Values = Record<string, unknown>, Caller = User | null, Subject = unknown> {
  /** Request id: in logs, in every error and in the `X-Request-Id` header. */
  readonly id: string;
  readonly method: string;
  /** Path below the REST root, e.g. `/vendor-kb/v1/articles/7`. */
  readonly path: string;
  /** Template of the route, e.g. `/vendor-kb/v1/articles/{id}`. */
  readonly route: string;
  /** Coerced, validated and sanitized arguments, including defaults. */
  readonly args: Values;
  /** All query parameters, declared or not: text, or nested lists and objects of text. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed JSON or form body; `undefined` without one. */
  readonly body: unknown;
  /** Uploaded files, on routes with `uploads`; deleted after the request is answered. */
  readonly files: readonly UploadedFile[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * Decoded cookies by name. Browsers send them even when another site triggers the request, so a cookie never
   * justifies a change by itself. Batch items and embeds have those of the outer request.
   */
  readonly cookies: ReadonlyMap<string, string>;
  /** Client IP address as reported by trusted proxies; absent for internal calls. */
  readonly remoteAddress?: string | undefined;
  readonly identity: Identity | null;
  readonly user: Caller;
  /**
   * User whose private content the caller may read: `user`, unless the credential's scopes exclude `read`. Compare
   * authors and owners with this one.
   */
  readonly reader: User | null;
  /** Object that a `{ capability, object }` permission checked, so that it is not loaded twice. */
  readonly object: Subject;
  /** Results of each authenticator; set on routes with `credentials`. */
  readonly attempts: readonly AuthAttempt[];
  /** Whether the caller has the capability, within the scopes of the credential used. */
  readonly can: Ask<boolean>;
  /** Like `can`, but returns what is missing, for a handler's own rejection. */
  readonly check: Ask<Verdict>;
  /** Whether the caller requested this top-level field (`_fields`); handlers can skip expensive ones. */
  wants(field: string): boolean;
}

/**
 * Required permission of a route. A string is `public`, `authenticated` or a capability; `{capability, object}`
 * checks a meta capability for the object of the request; `apiKey('affiliate')` requires a key with that scope;
 * `anyOf` passes when one of its members does; a function returns `true` or `false`, or throws an error that is sent
 * unchanged.
 */
export type Permission<Values = Record<string, unknown>> =
  | 'public'
  | 'authenticated'
  | PrimitiveCapability
  | ObjectPermission<PrimitiveCapability, Values>
  | { [Name in MetaCapability]: ObjectPermission<Name, Values> }[MetaCapability]
  | { readonly anyOf: readonly Permission<Values>[] }
  | ApiKeyPermission
  | ((request: RestRequest<Values>) => boolean | Promise<boolean>);

/** Checks a meta capability for the object of the request. */
export interface ObjectPermission<Name extends CapabilityName, Values = Record<string, unknown>> {
  readonly capability: Name;
  /**
   * Loads the object, available to the handler as `request.object`. If it does not exist, throw a HostError with
   * status 404.
   */
  readonly object: (request: RestRequest<Values>) => ObjectOf<Name> | Promise<ObjectOf<Name>>;
}

/** Permission that knows the arguments of its route, if the compiler has inferred them. */
export type PermissionOf<Path extends string, A> =
  unknown extends ArgumentsOf<Path, A> ? Permission : Permission<ArgumentsOf<Path, A>>;

/** Type of the caller, derived from the permission: only accounts hold capabilities. */
export type CallerOf<P> = P extends { readonly anyOf: readonly (infer Each)[] } ? CallerOfOne<Each> : CallerOfOne<P>;

type CallerOfOne<P> = P extends 'public'
  ? User | null
  : P extends string | { readonly capability: string }
    ? User
    : User | null;

/** Type of the object that the permission checks. */
export type SubjectOf<P> = P extends { readonly object: (request: never) => infer Subject }
  ? Awaited<Subject>
  : unknown;

/** Permission created by `apiKey`. */
export interface ApiKeyPermission {
  /** Scope that the key needs. */
  readonly apiKey: CapabilityName;
  /** Plugin's own header that carries keys, besides `X-API-Key`. */
  readonly header?: string;
}

/** Declaration of a route; validation, permission, types and discovery are derived from it. */
export interface RouteDefinition<
  Path extends string,
  A extends ArgumentsInput,
  P extends PermissionOf<Path, A> = PermissionOf<Path, A>,
> {
  readonly method: Method | readonly Method[];
  /** Template below the namespace, e.g. `/recipes/{id}/cook`. Integer arguments match digits only. */
  readonly path: Path;
  /** One-line summary for the documentation. */
  readonly summary: string;
  /** Longer description, in Markdown. */
  readonly description?: string;
  /** Unique operation name for generated clients. @default derived from method and path */
  readonly operationId?: string;
  /** Groups in the documentation. @default the namespace */
  readonly tags?: readonly string[];
  /** Marks the route as deprecated; it still works. */
  readonly deprecated?: boolean;
  readonly args?: A & (A extends StandardSchema ? unknown : Readonly<Record<PathParameters<Path>, Argument>>);
  /** Required permission; a public route must say `'public'`. */
  readonly permission: P;
  /**
   * Names of authenticators whose credentials the route judges itself, or `all`. The host does not reject invalid
   * ones but treats the caller as anonymous, and `request.attempts` has the result of each.
   */
  readonly credentials?: readonly string[] | 'all';
  /** Schema of a successful answer; in development every response is checked against it. */
  readonly returns?: JsonSchema;
  /** Status of a successful answer, for the documentation. @default 200, or 204 for DELETE without `returns` */
  readonly successStatus?: number;
  /** Validates all arguments together after each is valid: returns `true`, or the problems by parameter. */
  readonly validate?: (args: ArgumentsOf<Path, A>, request: RestRequest) => RouteVerdict | Promise<RouteVerdict>;
  /** Rate limits per caller; if there are several, all apply. */
  readonly rateLimit?: RateLimit | readonly RateLimit[];
  /**
   * Cost of a GET without credentials, in reads of the site's `readLimit`, from 1 to 100. Roughly its time in units
   * of 10 ms. A list counts that often for every 20 items that its argument `per_page` asks for. @default 1
   */
  readonly readCost?: number;
  /**
   * Answers retries with the same `Idempotency-Key` with the first response, for POST. `required` rejects calls without
   * a key. The handler and the record of its response share one database transaction.
   */
  readonly idempotency?: 'accepted' | 'required';
  /** Allows the route in `POST /batch/v1`. */
  readonly allowBatch?: boolean;
  /** Accepts files: as multipart/form-data, or as a raw body with `Content-Disposition`. */
  readonly uploads?: UploadRules;
  /**
   * `Cache-Control` of successful answers; `no-store` applies to errors too. Without it, answers to authenticated
   * callers are `no-store, private`.
   */
  readonly cache?: string;
  /** Maximum body size in bytes. @default 1 MiB */
  readonly bodyLimit?: number;
  /** Rejects undeclared body members (`rest_invalid_param`). */
  readonly strictBody?: boolean;
  /** Also rejects undeclared query parameters, except host parameters, which start with `_`. */
  readonly strictArgs?: boolean;
  /** `false` hides the route from the indexes. */
  readonly showInIndex?: boolean;
  /** Replaces endpoints of the same method and path instead of adding to them. */
  readonly override?: boolean;
  readonly handler: (
    request: RestRequest<ArgumentsOf<Path, A>, CallerOf<P>, SubjectOf<P>>,
  ) => unknown | Promise<unknown> | RestResponse;
}

type OfEndpoint = 'args' | 'handler' | 'method' | 'path' | 'permission' | 'validate';

/** Shared members of the endpoints of one path; an endpoint may override them. */
export interface RouteGroup<
  Path extends string,
  Shared extends Arguments,
  P extends PermissionOf<Path, Shared> = PermissionOf<Path, Shared>,
> extends Partial<Omit<RouteDefinition<Path, Shared>, OfEndpoint>> {
  readonly path: Path;
  /** Added to the arguments of every endpoint. */
  readonly args?: Shared & Readonly<Record<PathParameters<Path>, Argument>>;
  readonly permission?: P;
}

/** Endpoint of a group, without the shared members. */
export interface GroupEndpoint<Path extends string, Shared extends Arguments, Own extends Arguments, P>
  extends Partial<Omit<RouteDefinition<Path, Own>, OfEndpoint>> {
  readonly method: Method | readonly Method[];
  readonly args?: Own;
  readonly permission?: P;
  readonly validate?: RouteDefinition<Path, Shared & Own>['validate'];
  readonly handler: (
    request: RestRequest<ArgumentsOf<Path, Shared & Own>, CallerOf<P>, SubjectOf<P>>,
  ) => unknown | Promise<unknown> | RestResponse;
}

/** Declares the endpoints of a group: `(endpoint) => { endpoint({ method: 'GET', handler }); ... }`. */
export type DeclareEndpoints<Path extends string, Shared extends Arguments, P> = (
  endpoint: <const Own extends Arguments, const OwnP extends PermissionOf<Path, Shared & Own> | P = P>(
    definition: GroupEndpoint<Path, Shared, Own, OwnP>,
  ) => void,
) => void;

/** Validation result: `true`, one sentence, or sentences by parameter. */
export type RouteVerdict = true | string | Readonly<Record<string, string>>;

/** Route definition in the registry, with its types erased. */
export interface Endpoint extends Omit<RouteDefinition<string, Arguments>, OfEndpoint> {
  readonly permission: Permission;
  readonly methods: readonly Method[];
  readonly args: Arguments;
  /** Schema that validates instead of `args`, which then only describe it. */
  readonly standard?: StandardSchema;
  readonly owner: string;
  readonly validate?: (args: Record<string, unknown>, request: RestRequest) => RouteVerdict | Promise<RouteVerdict>;
  readonly handler: (request: RestRequest) => unknown;
}
