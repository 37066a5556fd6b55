import { serializeBlocks } from '../../../../blocks.js';
import type { JsonSchema, OwnedRest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { blockNotFound, blocksInvalid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { LOCALE_ARG } from '../../domain/locale.js';
import { ARTICLE_TAGS, BODY_LIMIT, ID_ARG, NAMESPACE } from './arguments.js';
import { assertMayEdit, existingArticle } from './existing-article.js';
import { TOC } from './schemas/articles.js';
import { record } from './schemas/members.js';

const BLOCK_PREVIEW: JsonSchema = record('BlockPreview', 'Block as the caller would see it.', {
  html: { type: 'string', description: 'Sanitized; empty if there is nothing to show.' },
  reason: {
    type: ['string', 'null'],
    description:
      'Reason for an empty list, in the language of the text; null if it is not empty or the reason is unknown.',
  },
});

const PREVIEW: JsonSchema = record('Preview', 'Text as it would be shown.', {
  html: { type: 'string', description: 'Sanitized.' },
  toc: TOC,
  word_count: { type: 'integer', minimum: 0 },
  reading_time: { type: 'integer', minimum: 1, description: 'Minutes.' },
});

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
