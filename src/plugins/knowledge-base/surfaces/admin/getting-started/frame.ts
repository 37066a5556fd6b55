import type { AdminLink, FormData } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { POST_TYPE } from '../../../domain/articles/article.js';

/** Path of the start page, relative to the admin area. */
export const START_PATH = '/kb/start';

/** One way to get started: a link or an immediate action. */
export interface WayToBegin {
  title: string;
  text: string;
  link: AdminLink | null;
  form: FormData | null;
}

export interface StartPage {
  strings: Strings;
  heading: string;
  lead: string;
  ways: WayToBegin[];
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/start': StartPage;
    'kb/parts/first-visit': { text: string; link: AdminLink | null };
  }
}

/** Tells whether any article exists, in any status. Without one, the start page is shown. */
export async function hasArticles({ db }: Pick<KnowledgeBase, 'db'>): Promise<boolean> {
  const row = await db.query.selectFrom('posts').select('id').where('type', '=', POST_TYPE).limit(1).executeTakeFirst();
  return row !== undefined;
}
