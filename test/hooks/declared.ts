/** Hooks that these tests declare as a plugin does. */
declare module '../../src/hooks/names.js' {
  interface Actions {
    test_action(...args: unknown[]): void;
    test_other_action(): void;
    'test/slashed:action'(): void;
    test_async_action(...args: unknown[]): void | Promise<void>;
    [name: `test_saved_${string}`]: (id: number) => void;
  }
  interface Filters {
    test_filter(value: string, ...args: unknown[]): string;
    test_other_filter(value: string): string;
    test_nullable_filter(value: string | null): string | null;
    test_object_filter(value: { readonly name: string }): { readonly name: string };
    test_async_filter(value: string, ...args: unknown[]): string | Promise<string>;
    test_other_async_filter(value: string): string | Promise<string>;
  }
}

/** Both tiers: compiled from the first dispatch, and never compiled. */
export const TIERS = [
  { tier: 'compiled', compileAfter: 1 },
  { tier: 'interpreted', compileAfter: Number.POSITIVE_INFINITY },
];

/** Filter callback that appends its mark, so that the value shows the order of calls. */
export const mark = (letter: string) => (value: string) => value + letter;
