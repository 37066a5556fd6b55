import type { Verdict } from '../access/judge.js';
import type { Ask, AskedCapability, CapabilityName, HeldCapability, ObjectOf } from '../access/names.js';
import type { UploadedFile, UploadRules } from '../http/uploads.js';
import type { AuthAttempt } from '../identity/authenticate.js';
import type { Identity } from '../identity/authenticator.js';
import type { ArgumentSchema, JsonSchema, ValuesOf } from '../schema/schema.js';
import type { StandardSchema } from '../schema/standard-schema.js';
import type { User } from '../user.js';
import type { RateLimit } from './rate-limit.js';
import type { RestResponse } from './response.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** WordPress's names for sets of methods, for those who know them (host.md row 4). */
export const READABLE: readonly Method[] = ['GET'];
export const CREATABLE: readonly Method[] = ['POST'];
export const EDITABLE: readonly Method[] = ['POST', 'PUT', 'PATCH'];
export const DELETABLE: readonly Method[] = ['DELETE'];
export const ALLMETHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** One argument of a route: its schema and, where a schema cannot say it, functions. */
export interface Argument extends ArgumentSchema {
  /** A further check of the coerced value: `true`, or a sentence that says what is wrong. */
  readonly validate?: (value: unknown, request: RestRequest) => true | string | Promise<true | string>;
  /** Turns the validated value into the one that the handler receives. */
  readonly sanitize?: (value: unknown, request: RestRequest) => unknown;
}

export type Arguments = Readonly<Record<string, Argument>>;

/** Arguments by name, or one Standard Schema (zod, valibot ...) for all of them together. */
export type ArgumentsInput = Arguments | StandardSchema;

/** The `{names}` in a path template. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

/** The typed arguments a handler receives: those of the path are always present. */
export type ArgumentsOf<Path extends string, A> =
  A extends StandardSchema<infer _Input, infer Output>
    ? Output
    : ValuesOf<{ [K in keyof A]: K extends PathParameters<Path> ? A[K] & { readonly required: true } : A[K] }>;

/**
 * A request on its way through the pipeline, as permissions and handlers see it. Handlers know from the permission
 * whether somebody is there (`Caller`) and what it was asked about (`Subject`).
 */
export interface RestRequest<Values = Record<string, unknown>, Caller = User | null, Subject = unknown> {
  /** The request's id: in logs, in every error and in the header `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** The path below the REST root, e.g. `/vendor-kb/v1/articles/7`. */
  readonly path: string;
  /** The route's template, e.g. `/vendor-kb/v1/articles/{id}`. */
  readonly route: string;
  /** Coerced, validated and sanitised arguments, defaults filled in. */
  readonly args: Values;
  /** Everything the query said, declared or not; text or nested lists and records of text. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed JSON or form body; `undefined` without one. */
  readonly body: unknown;
  /** Files that came along, on routes with `uploads`; gone when the request has been answered. */
  readonly files: readonly UploadedFile[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /**
   * By name, decoded. Browsers send them by themselves, also when another site made them ask: no cookie alone is a
   * reason to change something. Parts of a batch and what is embedded have those of the request that they came with.
   */
  readonly cookies: ReadonlyMap<string, string>;
  /** The caller's address as far as trusted proxies tell it; absent for calls from within. */
  readonly remoteAddress?: string | undefined;
  readonly identity: Identity | null;
  readonly user: Caller;
  /**
   * The user whose private content the caller may read: `user`, unless the scopes of the credential leave out `read`.
   * Compare authors and owners with this one.
   */
  readonly reader: User | null;
  /** What a permission of the form `{ capability, object }` was asked about, so that nobody reads it twice. */
  readonly object: Subject;
  /** What became of each way to say who is calling; filled on routes with `credentials`. */
  readonly attempts: readonly AuthAttempt[];
  /** Whether the caller has the capability, within the scopes of the credential used. */
  readonly can: Ask<boolean>;
  /** The same with what is missing: for a refusal of the handler's own. */
  readonly check: Ask<Verdict>;
  /** Whether the caller asked for this top-level field, so that a handler can leave out costly ones (`_fields`). */
  wants(field: string): boolean;
}

/**
 * Who may call a route. A string is `public`, `authenticated` or a capability; `{capability, object}` asks a meta
 * capability about the object of the request; `apiKey('affiliate')` asks for a key with that scope; a list passes when
 * one of its members does; a function answers for itself: `true`, `false`, or it throws an error that is sent as it is.
 */
export type Permission<Values = Record<string, unknown>> =
  | 'public'
  | 'authenticated'
  | HeldCapability
  | ObjectPermission<HeldCapability, Values>
  | { [Name in AskedCapability]: ObjectPermission<Name, Values> }[AskedCapability]
  | { readonly anyOf: readonly Permission<Values>[] }
  | ApiKeyPermission
  | ((request: RestRequest<Values>) => boolean | Promise<boolean>);

/** Asks a meta capability about the object of the request. */
export interface ObjectPermission<Name extends CapabilityName, Values = Record<string, unknown>> {
  readonly capability: Name;
  /** The handler finds it as `request.object`. For one that is not there, throw a HostError with the status 404. */
  readonly object: (request: RestRequest<Values>) => ObjectOf<Name> | Promise<ObjectOf<Name>>;
}

/** A permission that knows the arguments of its route, where the compiler knows them by then. */
export type PermissionOf<Path extends string, A> =
  unknown extends ArgumentsOf<Path, A> ? Permission : Permission<ArgumentsOf<Path, A>>;

/** Who calls, as far as the permission tells: capabilities are held by accounts alone. */
export type CallerOf<P> = P extends { readonly anyOf: readonly (infer Each)[] } ? CallerOfOne<Each> : CallerOfOne<P>;

type CallerOfOne<P> = P extends 'public'
  ? User | null
  : P extends string | { readonly capability: string }
    ? User
    : User | null;

/** What the permission is asked about. */
export type SubjectOf<P> = P extends { readonly object: (request: never) => infer Subject }
  ? Awaited<Subject>
  : unknown;

/** See `apiKey`. */
export interface ApiKeyPermission {
  /** The scope that the key needs. */
  readonly apiKey: CapabilityName;
  /** A header of the plugin's own that carries keys, besides `X-API-Key`. */
  readonly header?: string;
}

/** What a plugin declares once; validation, permission, types and discovery follow from it. */
export interface RouteDefinition<
  Path extends string,
  A extends ArgumentsInput,
  P extends PermissionOf<Path, A> = PermissionOf<Path, A>,
> {
  readonly method: Method | readonly Method[];
  /** Template below the namespace, e.g. `/recipes/{id}/cook`. Integer arguments match digits only. */
  readonly path: Path;
  /** One line for the documentation. */
  readonly summary: string;
  /** More than the line, in Markdown. */
  readonly description?: string;
  /** Unique name of the operation for generated clients; by default made of method and path. */
  readonly operationId?: string;
  /** Groups in the documentation; by default the namespace. */
  readonly tags?: readonly string[];
  /** Still answers, but should not be used any more. */
  readonly deprecated?: boolean;
  readonly args?: A & (A extends StandardSchema ? unknown : Readonly<Record<PathParameters<Path>, Argument>>);
  /** Mandatory: an open route says `'public'`. */
  readonly permission: P;
  /**
   * Credentials that the route judges itself, by the names of their authenticators, or `all`: a wrong one is not refused
   * by the host but makes the caller anonymous, and `request.attempts` tells what became of each.
   */
  readonly credentials?: readonly string[] | 'all';
  /** Schema of a successful answer; in development every answer is checked against it. */
  readonly returns?: JsonSchema;
  /** Status of a successful answer, for the documentation; default 200, and 204 without `returns` on DELETE. */
  readonly successStatus?: number;
  /** A check of all arguments together, after each has been found valid: `true`, or what is wrong by parameter. */
  readonly validate?: (args: ArgumentsOf<Path, A>, request: RestRequest) => RouteVerdict | Promise<RouteVerdict>;
  /** How often a caller may call; several limits hold together. */
  readonly rateLimit?: RateLimit | readonly RateLimit[];
  /**
   * How many reads a GET without credentials counts as for the site's `readLimit`, from 1 to 100: about its time in
   * units of 10 ms. @default 1
   */
  readonly readCost?: number;
  /**
   * Repeats of a POST with the same `Idempotency-Key` get the first answer again; `required` refuses calls without one.
   * The handler and the record of its answer share one database transaction.
   */
  readonly idempotency?: 'accepted' | 'required';
  /** May be part of `POST /batch/v1`. */
  readonly allowBatch?: boolean;
  /** Accepts files: as multipart/form-data, or as a bare body with `Content-Disposition`. */
  readonly uploads?: UploadRules;
  /** `Cache-Control` of successful answers, and `no-store` of errors too; answers to known callers are that without it. */
  readonly cache?: string;
  /** Largest accepted body in bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /** Refuse members of the body that are not declared (`rest_invalid_param`). */
  readonly strictBody?: boolean;
  /** Refuse undeclared parameters of the query too, but for those of the host, which begin with `_`. */
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

/** What the endpoints of one path have in common: it holds for each that does not say otherwise (host.md row 2). */
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

/** One endpoint of a group: what it has of its own. */
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

/** `true`, one sentence, or sentences by parameter. */
export type RouteVerdict = true | string | Readonly<Record<string, string>>;

/** A definition with its types erased, as the registry keeps it. */
export interface Endpoint extends Omit<RouteDefinition<string, Arguments>, OfEndpoint> {
  readonly permission: Permission;
  readonly methods: readonly Method[];
  readonly args: Arguments;
  /** Validates in place of `args`, which then only describe it. */
  readonly standard?: StandardSchema;
  readonly owner: string;
  readonly validate?: (args: Record<string, unknown>, request: RestRequest) => RouteVerdict | Promise<RouteVerdict>;
  readonly handler: (request: RestRequest) => unknown;
}
