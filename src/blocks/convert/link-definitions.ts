import type { TokensList } from 'marked';

/** Definitions of the links that a piece of a text refers to, to append to it; empty for none. */
export function definitionsFor(source: string, links: TokensList['links']): string {
  const lines = [...labelsIn(source)].flatMap((label) => {
    const link = Object.hasOwn(links, label) ? links[label] : undefined;
    if (!link) return [];
    const title = link.title ? ` "${link.title.replaceAll('"', '\\"')}"` : '';
    return [`[${label}]: <${link.href ?? ''}>${title}`];
  });
  if (lines.length === 0) return '';
  return `\n\n${lines.join('\n')}`;
}

/** Labels in square brackets, normalized for comparison. */
export function labelsIn(source: string): ReadonlySet<string> {
  const found = source.matchAll(/\[([^[\]]{1,1000})\]/g);
  return new Set(Array.from(found, ([, label = '']) => label.toLowerCase().replace(/\s+/g, ' ').trim()));
}
