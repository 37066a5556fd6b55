import { plainText } from '../../../../blocks.js';
import type { Database, Selectable } from '../../../../database.js';
import type { Tables } from '../../../../index.js';

/** Maximum links stored per text. A text with more is a list of links. */
const MAX_LINKS = 1000;
const MAX_LENGTH = 2000;
/** Rows per statement. */
const AT_ONCE = 100;

/**
 * Returns the distinct URLs that a rendered text links to or embeds, in order. Fragments within the text are left
 * out.
 */
export function linksOf(html: string): string[] {
  const found = new Set<string>();
  for (const [, , value = ''] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
    const address = plainText(value);
    if (address !== '' && !address.startsWith('#') && address.length <= MAX_LENGTH) found.add(address);
    if (found.size === MAX_LINKS) break;
  }
  return [...found];
}

/**
 * Stores a text's links in the saving transaction and keeps check results of existing links.
 * @param isNew true if there are no links to replace
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
