import type { Method } from '../route.js';

/** Plain JSON Schema 2020-12, as `toJsonSchema` returns it. */
export type SchemaObject = Readonly<Record<string, unknown>>;

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: SchemaObject;
  readonly style?: 'form' | 'deepObject';
  readonly explode?: boolean;
}

export interface Content {
  readonly content: Readonly<Record<string, { readonly schema: SchemaObject }>>;
}

export interface RequestBody extends Content {
  readonly required: boolean;
}

export interface Response extends Partial<Content> {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** OpenAPI 3.1 operation; Mortise's own members start with `x-`. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: true;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security: readonly SecurityRequirement[];
  /** Required capability; if there are several, one is enough. */
  readonly 'x-capability'?: string | readonly string[];
  /** Required permission if it is not a capability: everyone, any account, or decided by a function. */
  readonly 'x-permission'?: 'public' | 'authenticated' | 'custom';
  readonly 'x-rate-limit'?: readonly RateLimitNote[];
  readonly 'x-idempotency'?: 'accepted' | 'required';
  readonly 'x-allow-batch'?: true;
  /** Maximum body size in bytes, if it differs from the host's default. */
  readonly 'x-body-limit'?: number;
}

export interface RateLimitNote {
  readonly max: number;
  readonly window: string | number;
  readonly by: string;
}

export type LowerMethod = Lowercase<Method>;

export type PathItem = { readonly parameters: readonly Reference[] } & {
  readonly [M in LowerMethod]?: Operation;
};

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly description?: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
