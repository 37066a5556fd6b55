import { createHash } from 'node:crypto';
import { type Database, utc } from '../../../../database.js';
import { trimSlashes } from '../../../../utilities.js';
import { MAX_PATH_SEGMENTS } from './links.js';

export interface Redirect {
  readonly locale: string;
  /** Path relative to the knowledge base, without leading or trailing slashes. */
  readonly path: string;
  /** `gone` has no target: the article here was deleted. */
  readonly kind: 'article' | 'category' | 'external' | 'gone';
  readonly targetId?: number;
  readonly targetUrl?: string;
}

/** Target of an old path; `rest` is the remainder after a moved category's path. */
export interface RedirectTarget {
  readonly kind: Redirect['kind'];
  readonly targetId: number;
  readonly targetUrl: string | null;
  readonly rest: string;
}

/** Redirects from old URLs of renamed content, and of the site that content was imported from. */
export interface Redirects {
  /** Adds a redirect, replacing an earlier one for the path. */
  add(redirect: Redirect): Promise<void>;
  find(locale: string, path: string): Promise<RedirectTarget | null>;
  /** Removes the redirect of a path that is in use again. */
  remove(locale: string, path: string): Promise<void>;
  removeTarget(kind: Redirect['kind'], targetId: number): Promise<void>;
  /** Marks an article's old paths and its last one as gone. */
  markGone(articleId: number, locale: string, path: string): Promise<void>;
}

export function createRedirects(db: Database): Redirects {
  const redirects: Redirects = {
    async add({ locale, path, kind, targetId = 0, targetUrl }) {
      const target = { kind, target_id: targetId, target_url: targetUrl ?? null };
      const row = {
        address: addressOf(locale, path),
        locale,
        path: normalise(path),
        created_at: utc.encode(new Date()),
        ...target,
      };
      await db.upsert('kb_redirects', row, ['address'], target);
    },
    async find(locale, path) {
      const full = normalise(path);
      const addresses = new Set([full, ...prefixesOf(full)].map((each) => addressOf(locale, each)));
      const rows = await db.query
        .selectFrom('kb_redirects')
        .selectAll()
        .where('address', 'in', [...addresses])
        .execute();
      // The longest path wins. Shorter ones apply to descendants only if they are categories.
      const best = rows
        .filter((row) => row.path === full || row.kind === 'category')
        .sort((a, b) => b.path.length - a.path.length)[0];
      if (!best) return null;
      return {
        kind: best.kind as Redirect['kind'],
        targetId: best.target_id,
        targetUrl: best.target_url,
        rest: full.slice(best.path.length).replace(/^\//, ''),
      };
    },
    async remove(locale, path) {
      await db.query.deleteFrom('kb_redirects').where('address', '=', addressOf(locale, path)).execute();
    },
    async removeTarget(kind, targetId) {
      await db.query.deleteFrom('kb_redirects').where('kind', '=', kind).where('target_id', '=', targetId).execute();
    },
    async markGone(articleId, locale, path) {
      await db.query
        .updateTable('kb_redirects')
        .set({ kind: 'gone' })
        .where('kind', '=', 'article')
        .where('target_id', '=', articleId)
        .execute();
      await redirects.add({ locale, path, kind: 'gone', targetId: articleId });
    },
  };
  return redirects;
}

/** Returns the prefixes of a path that end before a slash. */
function prefixesOf(path: string): string[] {
  const prefixes: string[] = [];
  let end = path.indexOf('/');
  while (end !== -1 && prefixes.length < MAX_PATH_SEGMENTS) {
    prefixes.push(path.slice(0, end));
    end = path.indexOf('/', end + 1);
  }
  return prefixes;
}

function normalise(path: string): string {
  return trimSlashes(path).normalize('NFC');
}

function addressOf(locale: string, path: string): string {
  return createHash('sha256')
    .update(`${locale}\n${normalise(path)}`)
    .digest('hex');
}
