// Stand-in while the hook system is being written.
import type { Actions, Filters } from './names.js';
type F<K> = K extends (...a: infer A) => infer R ? { args: A; ret: R } : never;
type Args<K> = F<K>['args'] extends unknown[] ? F<K>['args'] : never;
type Rest<K> = Args<K> extends [unknown, ...infer R] ? R : never;
type Val<K> = Args<K> extends [infer V, ...unknown[]] ? V : never;
export interface OwnedHooks {
  addAction<N extends keyof Actions & string>(name: N, callback: Actions[N], options?: { priority?: number; id?: string }): { remove(): boolean };
  addFilter<N extends keyof Filters & string>(name: N, callback: Filters[N], options?: { priority?: number; id?: string }): { remove(): boolean };
  doAction<N extends keyof Actions & string>(name: N, ...args: Args<Actions[N]>): void;
  doActionAsync<N extends keyof Actions & string>(name: N, ...args: Args<Actions[N]>): Promise<void>;
  applyFilters<N extends keyof Filters & string>(name: N, value: Val<Filters[N]>, ...args: Rest<Filters[N]>): Val<Filters[N]>;
  applyFiltersAsync<N extends keyof Filters & string>(name: N, value: Val<Filters[N]>, ...args: Rest<Filters[N]>): Promise<Val<Filters[N]>>;
}
export interface Hooks extends OwnedHooks { forOwner(owner: string): OwnedHooks; removeOwner(owner: string): number }
export function createHooks(_o: { strict?: boolean; warn?: (m: string, d: Record<string, unknown>) => void } = {}): Hooks {
  const map = new Map<string, { p: number; cb: (...a: never[]) => unknown; owner: string }[]>();
  const mk = (owner: string): OwnedHooks => {
    const add = (k: string, cb: never, o?: { priority?: number }) => { const l = map.get(k) ?? []; const r = { p: o?.priority ?? 10, cb, owner }; l.push(r); l.sort((a, b) => a.p - b.p); map.set(k, l); return { remove: () => { const i = l.indexOf(r); if (i < 0) return false; l.splice(i, 1); return true; } }; };
    return {
      addAction: (n, c, o) => add(`a:${n}`, c as never, o), addFilter: (n, c, o) => add(`f:${n}`, c as never, o),
      doAction(n, ...a) { for (const r of map.get(`a:${n}`) ?? []) r.cb(...(a as never[])); },
      async doActionAsync(n, ...a) { for (const r of map.get(`a:${n}`) ?? []) await r.cb(...(a as never[])); },
      applyFilters(n, v, ...a) { let x: unknown = v; for (const r of map.get(`f:${n}`) ?? []) { const y = r.cb(...([x, ...a] as never[])); if (y !== undefined) x = y; } return x as never; },
      async applyFiltersAsync(n, v, ...a) { let x: unknown = v; for (const r of map.get(`f:${n}`) ?? []) { const y = await r.cb(...([x, ...a] as never[])); if (y !== undefined) x = y; } return x as never; },
    };
  };
  return { ...mk('site'), forOwner: mk, removeOwner(o) { let n = 0; for (const [k, l] of map) { const s = l.filter((r) => r.owner !== o); n += l.length - s.length; map.set(k, s); } return n; } };
}
