import { serializeBlocks } from '../../../../blocks.js';
import type { OwnedRest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { blockNotFound, blocksInvalid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { LOCALE_ARG } from '../../domain/locale.js';
import { ARTICLE_TAGS, BODY_LIMIT, ID_ARG, NAMESPACE } from './arguments.js';
import { assertMayEdit, existingArticle } from './existing-article.js';
import { BLOCK_PREVIEW } from './schemas/preview.js';

/** Registers the editor's preview of a single block. Other articles appear only if the writer may read them. */
export function registerBlockPreviewRoute(
  rest: OwnedRest,
  kb: Pick<KnowledgeBase, 'access' | 'articles' | 'blocks' | 'site' | 'texts'>,
): void {
  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/blocks/preview',
    summary: 'Render a block',
    description: 'As the caller would see it in an article, with the reason for an empty list. Nothing is stored.',
    operationId: 'previewBlock',
    tags: ARTICLE_TAGS,
    args: {
      name: { type: 'string', required: true, maxLength: 200, description: '`vendor-kb/related-articles`.' },
      attributes: {
        type: 'object',
        default: {},
        description: "Attributes of the block's comment; absent attributes have their defaults.",
      },
      content: { type: 'string', default: '', description: "Content between the block's comments." },
      article: {
        ...ID_ARG,
        type: ['integer', 'null'],
        default: null,
        description: 'Article that contains it, if stored.',
      },
      locale: { ...LOCALE_ARG, description: "Language of the text; default: the article's, else the site's." },
    },
    permission: 'edit_kb_articles',
    rateLimit: LIMITS.blockPreview,
    returns: BLOCK_PREVIEW,
    bodyLimit: BODY_LIMIT,
    strictBody: true,
    async handler(request) {
      const { name, attributes, content, article: id, locale } = request.args;
      if (!kb.blocks.list().some(({ definition }) => definition.metadata.name === name)) throw blockNotFound(name);
      const fault = kb.blocks.validateAttributes(name, attributes);
      if (fault) throw blocksInvalid(fault);
      const article = id === null ? null : await existingArticle(kb, id, request);
      if (article) await assertMayEdit(article, request);
      const innerContent = content === '' ? [] : [content];
      const block = { blockName: name, attrs: attributes, innerBlocks: [], innerHTML: content, innerContent };
      const source = {
        content: serializeBlocks([block]),
        contentFormat: 'blocks' as const,
        locale: locale?.toLowerCase() ?? article?.locale ?? kb.site.locale,
      };
      const reasons: string[] = [];
      const { html } = await kb.texts.preview(source, kb.access.viewerOf(request), article, reasons);
      return { html, reason: reasons[0] ?? null };
    },
  });
}
