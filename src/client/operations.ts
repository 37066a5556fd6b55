/**
 * Types of a client's calls, derived from the `paths` that openapi-typescript generates.
 * Its input is `{root}/openapi.json`. A path is an interface with a member per method, each with `parameters`,
 * `requestBody` and `responses`.
 */

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Without generated types, any path and body can be sent, and the result is unknown. */
export interface UnknownPaths {
  [path: string]: Record<'get' | 'post' | 'put' | 'patch' | 'delete', UnknownOperation>;
}

interface UnknownOperation {
  parameters: { path?: Readonly<Record<string, string | number>>; query?: Readonly<Record<string, unknown>> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
}

/** OpenAPI documents of a host do not list HEAD. It is typed like GET. */
type MemberOf<Method extends HttpMethod> = Method extends 'HEAD' ? 'get' : Lowercase<Method>;

/** Paths that support a method. */
export type PathsWith<Paths, Method extends HttpMethod> = {
  [Path in keyof Paths]: Paths[Path] extends Record<MemberOf<Method>, unknown> ? Path : never;
}[keyof Paths] &
  string;

/** Operation of a path and method. */
export type OperationOf<Paths, Path, Method extends HttpMethod> = Path extends keyof Paths
  ? MemberOf<Method> extends keyof Paths[Path]
    ? Paths[Path][MemberOf<Method>]
    : never
  : never;

/** Argument of `Headers`. The types of Node.js lack the browser's name for it. */
export type HeaderValues = ConstructorParameters<typeof Headers>[0];

/** Options of every call, whatever the route. */
export interface CommonOptions {
  readonly headers?: HeaderValues | undefined;
  /** Aborts the call, which then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call: those described by the route, and those of every call. */
export type OptionsOf<Operation, Method extends HttpMethod> = CommonOptions &
  PathOption<Operation> &
  QueryOption<Operation> &
  BodyOption<Operation> &
  (Method extends 'POST' ? IdempotencyOption : unknown);

interface IdempotencyOption {
  /**
   * Makes a retry safe: the host repeats its first response. `true` generates a random key; your own key also covers
   * retries that you make after a failure.
   */
  readonly idempotencyKey?: string | true | undefined;
}

type PathOption<Operation> = Operation extends { parameters: { path: infer Path extends object } }
  ? { readonly path: Path }
  : Operation extends { parameters: { path?: infer Path extends object } }
    ? { readonly path?: Path | undefined }
    : unknown;

type QueryOption<Operation> = Operation extends { parameters: { query: infer Query extends object } }
  ? { readonly query: MayBeUndefined<Query> & GlobalQuery }
  : Operation extends { parameters: { query?: infer Query } }
    ? { readonly query?: (MayBeUndefined<NonNullable<Query>> & GlobalQuery) | undefined }
    : { readonly query?: GlobalQuery | undefined };

/** Query parameters of every route. */
interface GlobalQuery {
  /** Fields to return. The others are then missing, whatever the type says. */
  readonly _fields?: string | readonly string[] | undefined;
  readonly _embed?: boolean | string | readonly string[] | undefined;
}

/** Allows undefined for optional members, which are then omitted. */
type MayBeUndefined<Members> = [Members] extends [never]
  ? unknown
  : {
      readonly [Name in keyof Members]: object extends Pick<Members, Name> ? Members[Name] | undefined : Members[Name];
    };

type BodyOption<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: BodyOf<Content> }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { readonly body?: BodyOf<Content> | undefined }
    : unknown;

type BodyOf<Content> = {
  [Type in keyof Content]: Type extends `application/json${string}`
    ? Content[Type]
    : Type extends 'multipart/form-data'
      ? FormData
      : Type extends 'application/x-www-form-urlencoded'
        ? URLSearchParams
        : Blob;
}[keyof Content];

/** Last parameter of a call, optional if nothing in it is required. */
export type OptionalIfEmpty<Options> = object extends Options ? [options?: Options] : [options: Options];

/** Data of a successful response. Null for an empty one. */
export type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? OrUnknown<
      { [Status in keyof Responses & SuccessStatus]: JsonOf<Responses[Status]> }[keyof Responses & SuccessStatus]
    >
  : unknown;

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | '2XX';

type JsonOf<Answer> = Answer extends { content: infer Content }
  ? Content[keyof Content & `application/json${string}`]
  : null;

type OrUnknown<Data> = [Data] extends [never] ? unknown : Data;

/** Items of a list, either a bare array or in the member `data` or `results` of an object. */
export type ItemOf<Data> = Data extends readonly (infer Item)[]
  ? Item
  : Data extends { data: readonly (infer Item)[] } | { results: readonly (infer Item)[] }
    ? Item
    : unknown;
