import type { AdminRequest } from '../../../../../admin.js';
import { diffLines } from '../../../../../blocks.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import { shownDifference } from '../difference-view.js';
import { namesOf } from '../names-of.js';
import type { WritePage } from './template-data.js';

/** A submitted form with the version of the article it was based on. */
export type SentForm = NonNullable<AdminRequest['refused']>['form'];

/** Describes an edit conflict and the offered resolutions. */
export async function conflictOf(
  kb: Pick<KnowledgeBase, 'revisions' | 'users'>,
  article: Article,
  form: SentForm,
  { text, dateTime, ...texts }: Strings,
): Promise<NonNullable<WritePage['conflict']>> {
  const { revisions } = await kb.revisions.list(article.id, { limit: 1, offset: 0 });
  const by = revisions[0]?.authorId ?? article.authorId;
  const names = await namesOf(kb.users, [by]);
  const mine = form.text('content').replaceAll('\r\n', '\n');
  const isSame = mine === article.content;
  return {
    who: text('conflict.who', {
      name: names.get(by) ?? text('conflict.somebody'),
      version: String(article.version),
      when: dateTime(article.modifiedAt),
      mine: form.text('version'),
    }),
    difference: isSame
      ? null
      : shownDifference(
          'conflict-difference',
          text('conflict.difference'),
          await diffLines(article.content, mine, ['theirs', 'mine']),
          { text, dateTime, ...texts },
        ),
    version: String(article.version),
    requestedStep: form.text('step') === 'keep' ? form.text('requested_step') : form.text('step'),
    buttons: [
      ...(isSame ? [] : [{ value: 'merge', label: text('conflict.merge'), kind: 'main' as const }]),
      { value: 'keep', label: text('conflict.keep'), kind: isSame ? ('main' as const) : ('quiet' as const) },
      { value: 'theirs', label: text('conflict.theirs'), kind: 'quiet' as const },
    ],
  };
}
