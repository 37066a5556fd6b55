import type { Actions, Filters } from './names.js';

/** Every declared action. */
export type ActionName = keyof Actions & string;

/** Every declared filter. */
export type FilterName = keyof Filters & string;

/** Actions that `doAction` may fire: their callbacks cannot return a promise. */
export type SyncActionName = SyncKeys<Actions> & ActionName;

/** Filters that `applyFilters` may apply: their callbacks cannot return a promise. */
export type SyncFilterName = SyncKeys<Filters> & FilterName;

export type ActionArguments<Name extends ActionName> = Actions[Name] extends (...args: infer Args) => unknown
  ? Args
  : never;

/** Callback with the declared parameters. Its return value is ignored, but returning a promise must be declared. */
export type ActionCallback<Name extends ActionName> = Actions[Name] extends (...args: infer Args) => unknown
  ? (...args: Args) => ReturnsPromise<Actions[Name]> extends true ? unknown : NotAPromise
  : never;

/** Type of the value passed through a filter. */
export type FilterValue<Name extends FilterName> = Filters[Name] extends (
  value: infer Value,
  ...args: never[]
) => unknown
  ? Value
  : never;

/** Arguments of a filter after the value. */
export type FilterArguments<Name extends FilterName> = Filters[Name] extends (
  value: never,
  ...args: infer Args
) => unknown
  ? Args
  : never;

/** Declared signature as a function type. Unlike a method, it does not accept callbacks with narrower parameters. */
export type FilterCallback<Name extends FilterName> = Filters[Name] extends (...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

type ReturnsPromise<Signature> = Signature extends (...args: never[]) => infer Result
  ? [Extract<Result, PromiseLike<unknown>>] extends [never]
    ? false
    : true
  : false;

type SyncKeys<Declared> = keyof {
  [Name in keyof Declared as ReturnsPromise<Declared[Name]> extends true ? never : Name]: true;
};

// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement returns void
type NotAPromise = void | null | undefined | string | number | boolean | bigint | symbol | (object & { then?: never });
