import type { OwnedRest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { LIMITS } from '../../domain/limits.js';
import { LOCALE_ARG } from '../../domain/locale.js';
import { ARTICLE_TAGS, BODY_LIMIT, NAMESPACE } from './arguments.js';
import { PREVIEW } from './schemas/preview.js';

/** Registers the preview of unsaved text. */
export function registerPreviewRoute(
  rest: OwnedRest,
  { access, texts, site }: Pick<KnowledgeBase, 'access' | 'texts' | 'site'>,
): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/preview',
    summary: 'Render a text',
    description:
      'As an article with this text would be shown. Nothing is stored. Fails with 503 if rendering takes too long.',
    operationId: 'previewArticle',
    tags: ARTICLE_TAGS,
    args: {
      content: { type: 'string', required: true, description: 'Source text in the given format.' },
      format: { type: 'string', enum: ['markdown', 'html', 'blocks'], default: 'markdown' },
      locale: { ...LOCALE_ARG, description: "Language of the text; default: the site's." },
    },
    permission: 'edit_kb_articles',
    rateLimit: LIMITS.preview,
    returns: PREVIEW,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const { args } = request;
      const locale = args.locale?.toLowerCase() ?? site.locale;
      const source = { content: args.content, contentFormat: args.format, locale };
      const { html, toc, wordCount, readingTime } = await texts.preview(source, access.viewerOf(request));
      return { html, toc: [...toc], word_count: wordCount, reading_time: readingTime };
    },
  });
}
