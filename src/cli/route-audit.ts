import type { RouteEntry } from '../core/rest/route-list.js';

/** Routes that need a manual review, compared with the list of reviewed ones. */
export interface RouteAudit {
  /** All routes that are public or guarded by a function. */
  readonly entries: readonly RouteEntry[];
  /** Lines for routes that are missing from the list. */
  readonly added: readonly string[];
  /** Lines of the list whose routes no longer exist. */
  readonly removed: readonly string[];
  /** The updated list, including the reasons in its comments. */
  readonly updated: string;
}

const HEADING = `# Routes that everybody may call, or whose permission is a function, one a line: METHOD path owner kind.
# "mortise routes audit" fails when there is one that is not listed. Look at it, then run it with --update.
# Say why in a comment: GET /acme/v1/menu acme public # the menu hangs in the window, too
`;

/**
 * Compares routes without a capability check with a list of reviewed ones.
 * @param list text of the file; null if it does not exist yet
 */
export function auditRoutes(routes: readonly RouteEntry[], list: string | null): RouteAudit {
  const entries = routes.filter(({ unchecked }) => unchecked !== null);
  const current = [...new Set(entries.map(lineOf))].toSorted();
  const listed = readList(list ?? HEADING);
  const present = new Set(current);
  return {
    entries,
    added: current.filter((line) => !listed.lines.has(line)),
    removed: [...listed.lines.keys()].filter((line) => !present.has(line)),
    updated: [...listed.comments, ...current.map((line) => listed.lines.get(line) ?? line), ''].join('\n'),
  };
}

/** Formats a route as a line of the list. */
export function lineOf({ method, path, owner, unchecked }: RouteEntry): string {
  return `${method} ${path} ${owner} ${unchecked}`;
}

/** Separates standalone comments from routes. Routes map to their full lines, with comments. */
function readList(text: string): { comments: string[]; lines: Map<string, string> } {
  const written = text.split(/\r?\n/).map((line) => line.trim());
  const comments = written.filter((line) => line.startsWith('#'));
  const lines = new Map<string, string>();
  for (const line of written) {
    const route = (line.split('#', 1)[0] ?? '').trimEnd().replace(/\s+/g, ' ');
    if (route !== '') lines.set(route, line);
  }
  return { comments, lines };
}
