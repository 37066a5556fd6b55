import type { AdminRequest, SubmittedForm } from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { NO_ARTICLE } from '../../../domain/revisions/autosaves.js';
import { errorText } from '../error-texts.js';
import { commaList, lineList } from './script-config.js';

type Parts = Pick<KnowledgeBase, 'autosaves'>;

/** Autosave key for a user's new, unsaved article. */
export function ownerOfNew({ user }: Pick<AdminRequest, 'user'>) {
  return { articleId: NO_ARTICLE, userId: user.id };
}

/** Time of the autosave that the form was based on. Null for none. */
function autosaveDate(form: SubmittedForm): Date | null {
  const date = new Date(form.text('autosaved_at'));
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * Autosaves a new article for `kb/write.js`.
 * It answers like the route for stored articles. The article itself is created only at its first save.
 */
export async function saveAutosave({ autosaves }: Parts, request: AdminRequest, form: SubmittedForm, texts: Strings) {
  const plain = (name: string): string => form.text(name).replaceAll('\r\n', '\n');
  try {
    const text = {
      baseVersion: 1,
      title: plain('title').slice(0, 200),
      content: plain('content'),
      contentFormat: 'markdown' as const,
      fields: { excerpt: plain('excerpt'), tags: commaList(plain('tags')), search_aliases: lineList(plain('aliases')) },
    };
    const { savedAt } = await autosaves.put(ownerOfNew(request), text, autosaveDate(form));
    return respond(200, { autosave: { date: savedAt.toISOString() } });
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    const isOther = error.code === 'vendor_kb_autosave_elsewhere';
    return respond(error.status, { message: isOther ? texts.text('write.kept-other') : errorText(error, texts) });
  }
}

/** Deletes the autosave once the article is saved. A newer autosave from another window stays. */
export async function deleteAutosave({ autosaves }: Parts, request: AdminRequest, form: SubmittedForm): Promise<void> {
  const autosave = await autosaves.get(ownerOfNew(request));
  if (autosave?.savedAt.getTime() === autosaveDate(form)?.getTime()) await autosaves.remove(ownerOfNew(request));
}

function respond(status: number, body: object) {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}
