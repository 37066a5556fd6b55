const MAX_OPEN = 2_000;
/** The lookahead prevents backtracking: name and attributes cannot share letters. */
const TAG = /<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi;
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/**
 * Drops opening tags beyond 2,000 open at a time. The parser's cost per tag is proportional to the depth of its
 * stack, so hundreds of thousands of unclosed tags would take minutes. Only a guard in front of the sanitizer: it
 * need not understand HTML, because its output is not trusted.
 */
export function boundNesting(html: string): string {
  let open = 0;
  return html.replace(TAG, (tag, slash: string, name: string) => {
    if (VOID.has(name.toLowerCase())) return tag;
    if (slash === '/') {
      open = Math.max(0, open - 1);
      return tag;
    }
    if (open >= MAX_OPEN) return '';
    open++;
    return tag;
  });
}
