/** Target of a destination written with a template tag. */
export type TemplateTarget = { by: 'file' | 'reference'; path: string } | { by: 'address'; path: string };

const BASE = /^\{\{-?\s*(?:site|page)\.(?:baseurl|url|base_url)\s*-?\}\}/i;
const LINK = /^\{%-?\s*link\s+(\S+?)\s*-?%\}/;
const POST = /^\{%-?\s*post_url\s+(\S+?)\s*-?%\}/;
const QUOTED_ADDRESS =
  /^\{\{-?\s*["']([^"']*)["']\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.baseurl|relURL|absURL)\s*-?\}\}/;
const REFERENCE = /^\{\{[<%]\s*(?:rel)?ref\s/;
const VALUE = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))$/;

/**
 * Parses the link tags of Jekyll and Hugo without running them.
 * @returns undefined if the destination has no tag, null for a tag that only its generator can evaluate
 */
export function templateTarget(destination: string): TemplateTarget | null | undefined {
  if (!/\{[{%]/.test(destination)) return undefined;
  const after = (match: RegExpExecArray): string => destination.slice(match[0].length);
  const base = BASE.exec(destination);
  if (base) return { by: 'address', path: after(base) || '/' };
  const link = LINK.exec(destination) ?? undefined;
  if (link?.[1]) return { by: 'file', path: link[1] + after(link) };
  const quoted = QUOTED_ADDRESS.exec(destination);
  if (quoted) return { by: 'address', path: (quoted[1] ?? '') + after(quoted) };
  const post = POST.exec(destination);
  if (post?.[1]) return { by: 'reference', path: post[1].replace(/^.*\d{4}-\d{2}-\d{2}-/, '') + after(post) };
  const end = destination.search(/[>%]\}\}/);
  const opening = REFERENCE.exec(destination)?.[0];
  if (opening === undefined || end === -1) return null;
  const value = VALUE.exec(destination.slice(opening.length, end).trim())?.slice(1);
  const path = value?.find((each) => each !== undefined);
  return path === undefined ? null : { by: 'reference', path: path + destination.slice(end + '>}}'.length) };
}
