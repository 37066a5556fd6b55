import type { AdminRequest } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { PageResponse } from '../../../../pages.js';
import { createStrings } from '../../../../text.js';
import { type KbArea, kbCatalogues } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { articleNotFound } from '../../domain/errors.js';
import { asPublished, type Draft, draftOf } from '../preview/draft.js';
import { previewPage } from '../preview/preview-page.js';
import { type PreviewReader, previewReaders } from '../preview/preview-reader.js';
import { assertCategories } from '../routes/existing-category.js';
import { editableArticle } from './editable-article.js';

export const PREVIEW_PATH = '/kb/articles/preview';
/** Name of the form that submits unsaved text. */
export const PREVIEW_ACTION = 'preview';

/**
 * Registers the article preview: stored text by link, unsaved text by the editor's form.
 * Unsaved text is sent with each request and never stored.
 */
export function registerPreview(area: KbArea, context: PluginContext, kb: KnowledgeBase): void {
  const texts = () => createStrings(kb.site.locale, kbCatalogues);

  async function show(
    request: AdminRequest,
    draft: Draft,
    { as, note, fault }: { as: string; note: 'preview.unsaved' | 'preview.stored'; fault: string | null },
  ): Promise<PageResponse> {
    const strings = texts();
    const reader = await readerFor(context, request, as);
    const label = reader?.label ?? strings.text('preview.self');
    if (reader) {
      const who = { user: request.user.id, reader: reader.value, article: draft.article.id };
      context.log.info(who, 'A user views an article as another reader');
    }
    const notes = { note: strings.text(note, { reader: label }), fault, leave: null };
    return previewPage(kb, context, request, { ...draft, reader, notes });
  }

  area.page({
    path: PREVIEW_PATH,
    title: 'preview.title',
    errors: null,
    template: 'core/admin/message',
    // Multipart without files: URL encoding could triple the length of the text.
    uploads: { maxFiles: 0, maxFileSize: 1 },
    async load(request) {
      const { refused, query } = request;
      const id = refused?.form.text('id') || textOf(query.id);
      // A rejected form of an unsaved article has no stored version to show instead.
      if (refused && id === '') throw refusalOf(refused);
      if (id === '') throw articleNotFound(id);
      const article = asPublished(await editableArticle(kb, request, id));
      const fault = refused && texts().text('preview.refused', { reason: refused.message });
      if (refused) refused.isShown = true;
      const page = await show(request, { article }, { as: textOf(query.as), note: 'preview.stored', fault });
      return refused ? { ...page, status: refused.status } : page;
    },
    actions: {
      async [PREVIEW_ACTION](request, form) {
        const id = form.text('id');
        const before = id === '' ? null : await editableArticle(kb, request, id);
        const draft = await draftOf(kb, before, form.text('draft'), request.user);
        await assertCategories(kb, draft.article.categoryIds, before?.categoryIds ?? [], request);
        const wrong = kb.blocks.validate(draft.article.content);
        const fault = wrong && texts().text('preview.invalid', { reason: wrong.message });
        return show(request, draft, { as: form.text('as'), note: 'preview.unsaved', fault });
      },
    },
  });
}

function refusalOf({ message, status }: NonNullable<AdminRequest['refused']>): HostError {
  return status === 403
    ? new HostError('vendor_kb_preview_expired', message, { status: 403 })
    : new HostError('form_invalid', message, { status: 422 });
}

/**
 * Returns the reader to preview as.
 * @throws HostError 403 `vendor_kb_forbidden_preview` for readers that the current user may not preview as
 */
async function readerFor(
  { access }: PluginContext,
  request: AdminRequest,
  value: string,
): Promise<PreviewReader | null> {
  if (value === '') return null;
  const readers = await previewReaders(access, request, createStrings('en', kbCatalogues));
  const reader = readers.find((reader) => reader.value === value);
  if (reader) return reader;
  const message = 'Your account cannot view articles as these readers. Choose other readers.';
  throw new HostError('vendor_kb_forbidden_preview', message, { status: 403 });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
