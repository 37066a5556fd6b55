import type { RouteEntry } from '../core/rest/route-list.js';

/** The routes that a reader must judge, against the list of those that somebody has judged. */
export interface RouteAudit {
  /** All routes that are public or guarded by a function. */
  readonly entries: readonly RouteEntry[];
  /** Those that the list does not have, in the form of its lines. */
  readonly added: readonly string[];
  /** Lines of the list that no route has any more. */
  readonly gone: readonly string[];
  /** The list as it should be; the reasons in its comments are kept. */
  readonly updated: string;
}

const HEADING = `# Routes that everybody may call, or whose permission is a function, one a line: METHOD path owner kind.
# "mortise routes audit" fails when there is one that is not listed. Look at it, then run it with --update.
# Say why in a comment: GET /acme/v1/menu acme public # the menu hangs in the window, too
`;

/**
 * Compares the unchecked routes with a list.
 * @param list text of the file; null when there is none yet
 */
export function auditRoutes(routes: readonly RouteEntry[], list: string | null): RouteAudit {
  const entries = routes.filter(({ unchecked }) => unchecked !== null);
  const current = [...new Set(entries.map(lineOf))].toSorted();
  const listed = readList(list ?? HEADING);
  const present = new Set(current);
  return {
    entries,
    added: current.filter((line) => !listed.lines.has(line)),
    gone: [...listed.lines.keys()].filter((line) => !present.has(line)),
    updated: [...listed.comments, ...current.map((line) => listed.lines.get(line) ?? line), ''].join('\n'),
  };
}

/** A route as a line of the list. */
export function lineOf({ method, path, owner, unchecked }: RouteEntry): string {
  return `${method} ${path} ${owner} ${unchecked}`;
}

/** The comments that stand alone, and the lines by what they say, with their comments. */
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
