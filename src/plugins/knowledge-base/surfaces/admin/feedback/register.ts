import type { PluginContext } from '../../../../../index.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { readableIds } from '../../../domain/access/readable-articles.js';
import { feedbackList } from '../../../domain/feedback/feedback-list.js';
import { createModeration } from '../../../domain/feedback/moderation.js';
import { FEEDBACK_PATH } from './labels.js';
import { registerFeedbackList } from './list.js';
import { registerFeedbackPage } from './page.js';

/** Registers the feedback moderation pages and the count of open messages. */
export function registerFeedbackPages(context: PluginContext, kb: KnowledgeBase): void {
  const moderation = createModeration(context, kb);
  registerFeedbackList(context, kb, moderation);
  registerFeedbackPage(context, kb, moderation);
  context.admin.card({
    title: kbTitle('feedbacks.title'),
    capability: 'moderate_kb_feedback',
    order: 30,
    async load(request) {
      const filter = { articles: await readableIds(kb, request), status: ['new'] as const };
      const total = await feedbackList.count(kb.db, filter);
      const { text, number } = kbTexts(kb.site);
      return {
        value: number(total),
        text: text('feedbacks.waiting', { count: total }),
        link: { label: text('feedbacks.look'), link: request.link(FEEDBACK_PATH, { status: 'new' }) },
      };
    },
  });
}
