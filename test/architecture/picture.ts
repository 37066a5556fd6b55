import { resolveReference, type SourceModule } from './source-modules.js';

/** Arrows from each part to the parts that it imports. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the arrows between parts that result from imports. Type imports count as well: readers of a part have to know
 * its types, and an upward type import is still a dependency.
 * @param partOf null for files that are in no part of the diagram
 */
export function arrowsOf(modules: readonly SourceModule[], partOf: (file: string) => string | null): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { file, references } of modules) {
    const from = partOf(file);
    if (from === null) continue;
    const targets = arrows.get(from) ?? new Set();
    arrows.set(from, targets);
    for (const { specifier } of references) {
      const target = resolveReference(file, specifier);
      const to = target === null ? null : partOf(target);
      if (to !== null && to !== from) targets.add(to);
    }
  }
  return arrows;
}

/** Removes arrows that a longer path implies: `a -> c` if there are `a -> b` and `b -> c`. */
export function reduced(arrows: Arrows): Arrows {
  const isShortcut = (from: string, to: string): boolean =>
    [...(arrows.get(from) ?? [])].some((other) => other !== to && reachable(arrows, other).has(to));
  return new Map([...arrows].map(([from, all]) => [from, new Set([...all].filter((to) => !isShortcut(from, to)))]));
}

/** Returns the parts that lead back to themselves. */
export function circular(arrows: Arrows): string[] {
  return [...arrows.keys()].filter((part) => reachable(arrows, part).has(part));
}

/** Returns sorted lines such as `rest -> identity`. */
export function linesOf(arrows: Arrows): string[] {
  return [...arrows].flatMap(([from, all]) => [...all].map((to) => `${from} -> ${to}`)).toSorted();
}

/** Parses the arrows of a Mermaid flowchart with nodes as `id["name<br>..."]` and arrows as `a --> b & c`. */
export function drawnArrows(chart: string): Arrows {
  const names = new Map([...chart.matchAll(/(\w+)\["([^"<]+)/g)].map(([, id = '', name = '']) => [id, name]));
  const arrows = new Map([...names.values()].map((name) => [name, new Set<string>()]));
  for (const [, from = '', all = ''] of chart.matchAll(/^\s*(\w+) --> (.+)$/gm)) {
    for (const to of all.split('&')) arrows.get(names.get(from) ?? from)?.add(names.get(to.trim()) ?? to.trim());
  }
  return arrows;
}

function reachable(arrows: Arrows, from: string, seen = new Set<string>()): Set<string> {
  for (const to of arrows.get(from) ?? []) {
    if (seen.has(to)) continue;
    seen.add(to);
    reachable(arrows, to, seen);
  }
  return seen;
}
