const MAX_OPEN = 2_000;
/** The lookahead ends the name where it ends, so that name and attributes cannot share letters in more than one way. */
const TAG = /<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi;
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/**
 * Drops opening tags beyond 2,000 open at once. The parser's stack of open elements costs time in proportion to
 * its depth for every tag, so unclosed tags by the hundred thousand would take minutes. Only a guard in front of
 * the sanitiser: it need not understand HTML, since nothing it leaves is trusted.
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
