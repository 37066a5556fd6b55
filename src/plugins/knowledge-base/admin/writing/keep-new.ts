import { type AdminRequest, HostError, type Strings, type SubmittedForm } from '../../../../index.js';
import { NO_ARTICLE } from '../../autosaves/autosaves.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { faultText } from '../fault-words.js';
import { commaList, lineList } from './lists.js';

type Parts = Pick<KnowledgeBase, 'autosaves'>;

/** Where the text of somebody is kept that is no article yet. */
export function ownerOfNew({ user }: Pick<AdminRequest, 'user'>) {
  return { articleId: NO_ARTICLE, userId: user.id };
}

/** When that text was kept which this form has seen; null for none. */
function keptIn(form: SubmittedForm): Date | null {
  const date = new Date(form.text('kept'));
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * Keeps what is being written of a new article, for `kb/write.js`, and answers as the route for stored ones does: an
 * article is made of it at its first save alone.
 */
export async function keepNew({ autosaves }: Parts, request: AdminRequest, form: SubmittedForm, texts: Strings) {
  const plain = (name: string): string => form.text(name).replaceAll('\r\n', '\n');
  try {
    const text = {
      baseVersion: 1,
      title: plain('title').slice(0, 200),
      content: plain('content'),
      contentFormat: 'markdown' as const,
      fields: { excerpt: plain('excerpt'), tags: commaList(plain('tags')), search_aliases: lineList(plain('aliases')) },
    };
    const { savedAt } = await autosaves.put(ownerOfNew(request), text, keptIn(form));
    return answer(200, { autosave: { date: savedAt.toISOString() } });
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    const isOther = error.code === 'vendor_kb_autosave_elsewhere';
    return answer(error.status, { message: isOther ? texts.text('write.kept-other') : faultText(error, texts) });
  }
}

/** Once it is an article. What another window has kept since is another text, and stays. */
export async function dropKept({ autosaves }: Parts, request: AdminRequest, form: SubmittedForm): Promise<void> {
  const there = await autosaves.get(ownerOfNew(request));
  if (there?.savedAt.getTime() === keptIn(form)?.getTime()) await autosaves.remove(ownerOfNew(request));
}

function answer(status: number, body: object) {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}
