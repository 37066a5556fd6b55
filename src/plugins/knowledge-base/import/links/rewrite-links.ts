import type { ResolvedLink } from './resolve-links.js';

/**
 * Writes the new addresses of resolved links into a body and changes no other byte. Links within the page stay,
 * since rendering maps them wherever the page moves.
 * @param hrefOf the address for a target item's key and a fragment (without `#`, empty for none)
 */
export function rewriteLinks(
  body: string,
  resolution: { resolved: readonly ResolvedLink[] },
  hrefOf: (key: string, fragment: string) => string,
): string {
  let result = '';
  let at = 0;
  for (const link of [...resolution.resolved].sort((a, b) => a.offset - b.offset)) {
    if (link.samePage || link.offset < at) continue;
    const href = encodeDestination(hrefOf(link.target, link.fragment));
    result += body.slice(at, link.offset);
    result += link.form === 'autolink' ? `[${link.destination}](${href})` : href;
    at = link.offset + link.length;
  }
  return result + body.slice(at);
}

/** What would end a destination in Markdown or an attribute in HTML is percent-encoded; the rest stays readable. */
function encodeDestination(href: string): string {
  return href.replace(
    /[\s()<>"'`\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
