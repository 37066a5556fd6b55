import { plainText } from '../../../blocks.js';
import type { Database, Selectable, Tables } from '../../../index.js';

/** Links of one text that are kept: what has more is a list of links, whose end nobody reads. */
const MOST = 1000;
const LONGEST = 2000;
/** Rows of one statement. */
const AT_ONCE = 100;

/** Addresses that a rendered text leads to or shows, each once, in its order; places in the text itself are none. */
export function linksOf(html: string): string[] {
  const found = new Set<string>();
  for (const [, , value = ''] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
    const address = plainText(value);
    if (address !== '' && !address.startsWith('#') && address.length <= LONGEST) found.add(address);
    if (found.size === MOST) break;
  }
  return [...found];
}

/**
 * Remembers where a text leads, and of links that it had before what is known of them, in the transaction that saves it.
 * @param isNew there is nothing to be replaced
 */
export async function saveLinks(db: Database, articleId: number, html: string, isNew: boolean): Promise<void> {
  const known = isNew ? new Map<string, LinkRow>() : await takeLinks(db, articleId);
  const unseen = { article_id: articleId, kind: '', target_id: 0, is_broken: 0, checked_at: null };
  const rows = linksOf(html).map((href, position) => ({ ...(known.get(href) ?? unseen), position, href }));
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await db.query
      .insertInto('kb_links')
      .values(rows.slice(start, start + AT_ONCE))
      .execute();
  }
}

type LinkRow = Selectable<Tables['kb_links']>;

async function takeLinks(db: Database, articleId: number): Promise<ReadonlyMap<string, LinkRow>> {
  const rows = await db.query.selectFrom('kb_links').selectAll().where('article_id', '=', articleId).execute();
  await db.query.deleteFrom('kb_links').where('article_id', '=', articleId).execute();
  return new Map(rows.map((row) => [row.href, row]));
}
