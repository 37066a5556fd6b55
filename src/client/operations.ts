/**
 * The types of a client's calls, read from the `paths` that openapi-typescript makes of `{root}/openapi.json`. A path
 * is an interface with a member per method, each with `parameters`, `requestBody` and `responses`.
 */

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Without generated types every path and body may be sent, and what comes back is unknown. */
export interface UnknownPaths {
  [path: string]: Record<'get' | 'post' | 'put' | 'patch' | 'delete', UnknownOperation>;
}

interface UnknownOperation {
  parameters: { path?: Readonly<Record<string, string | number>>; query?: Readonly<Record<string, unknown>> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
}

/** Descriptions name no HEAD: it is a GET without its body. */
type MemberOf<Method extends HttpMethod> = Method extends 'HEAD' ? 'get' : Lowercase<Method>;

/** The paths that have a method. */
export type PathsWith<Paths, Method extends HttpMethod> = {
  [Path in keyof Paths]: Paths[Path] extends Record<MemberOf<Method>, unknown> ? Path : never;
}[keyof Paths] &
  string;

/** The description of one method of a path. */
export type OperationOf<Paths, Path, Method extends HttpMethod> = Path extends keyof Paths
  ? MemberOf<Method> extends keyof Paths[Path]
    ? Paths[Path][MemberOf<Method>]
    : never
  : never;

/** What makes `Headers`; the name that browsers have for it is unknown to the types of Node. */
export type HeaderValues = ConstructorParameters<typeof Headers>[0];

/** What a call may carry whatever the route. */
export interface CommonOptions {
  readonly headers?: HeaderValues | undefined;
  /** Gives the call up: it then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of a call: what the route describes, and what every call may carry. */
export type OptionsOf<Operation, Method extends HttpMethod> = CommonOptions &
  PathOption<Operation> &
  QueryOption<Operation> &
  BodyOption<Operation> &
  (Method extends 'POST' ? IdempotencyOption : unknown);

interface IdempotencyOption {
  /**
   * Lets the host see a repeat as one: it answers what it answered the first time. `true` makes a random key; a text
   * of your own also covers repeats that you make after a failure.
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

/** Understood by every route. */
interface GlobalQuery {
  /** The fields to answer; the others are then absent, whatever the type says. */
  readonly _fields?: string | readonly string[] | undefined;
  readonly _embed?: boolean | string | readonly string[] | undefined;
}

/** Optional members may be given as undefined: they are left out. */
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

/** The last parameter of a call; it may be left out where nothing in it is required. */
export type OptionalIfEmpty<Options> = object extends Options ? [options?: Options] : [options: Options];

/** The data of a successful answer, null for an empty one. */
export type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? Known<{ [Status in keyof Responses & SuccessStatus]: JsonOf<Responses[Status]> }[keyof Responses & SuccessStatus]>
  : unknown;

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | '2XX';

type JsonOf<Answer> = Answer extends { content: infer Content }
  ? Content[keyof Content & `application/json${string}`]
  : null;

type Known<Data> = [Data] extends [never] ? unknown : Data;

/** The items of a list, whether it is bare or inside an object as `data` or `results`. */
export type ItemOf<Data> = Data extends readonly (infer Item)[]
  ? Item
  : Data extends { data: readonly (infer Item)[] } | { results: readonly (infer Item)[] }
    ? Item
    : unknown;
