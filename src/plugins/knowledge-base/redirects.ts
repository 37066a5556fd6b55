import { createHash } from 'node:crypto';
import { type Database, trimSlashes, utc } from '../../index.js';
import { MAX_PATH_SEGMENTS } from './links.js';

export interface Redirect {
  readonly locale: string;
  /** Below the knowledge base, without slashes at the ends. */
  readonly path: string;
  /** `gone`: to nothing; the article that was here was deleted. */
  readonly kind: 'article' | 'category' | 'external' | 'gone';
  readonly targetId?: number;
  readonly targetUrl?: string;
}

/** Where an old address leads; `rest` is what followed a moved category's path. */
export interface RedirectTarget {
  readonly kind: Redirect['kind'];
  readonly targetId: number;
  readonly targetUrl: string | null;
  readonly rest: string;
}

/** Old addresses: of renamed articles and categories, and of the site that content was imported from. */
export interface Redirects {
  /** The newest redirect of an address wins. */
  add(redirect: Redirect): Promise<void>;
  find(locale: string, path: string): Promise<RedirectTarget | null>;
  /** An address that is in use again leads nowhere else. */
  remove(locale: string, path: string): Promise<void>;
  removeTarget(kind: Redirect['kind'], targetId: number): Promise<void>;
  /** The old addresses of an article, and the one that it had last, lead to nothing any more. */
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
      // The longest path wins; of the shorter ones only categories hold for what is below them.
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

/** The path up to each of its first slashes. */
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
