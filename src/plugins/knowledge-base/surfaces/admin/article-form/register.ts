import {
  type ActionOutcome,
  type AdminAction,
  type AdminRequest,
  formError,
  type SubmittedForm,
} from '../../../../../admin.js';
import { mergeTexts } from '../../../../../blocks.js';
import { HostError, type PluginContext } from '../../../../../index.js';
import type { UploadedFile } from '../../../../../rest.js';
import { type KbArea, writingTexts } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import { createArticle, type SavedArticle, updateArticle } from '../../saving/save-article.js';
import { editableArticle } from '../editable-article.js';
import { atFields } from './at-fields.js';
import { deleteAutosave, ownerOfNew, saveAutosave } from './autosave-new.js';
import { openedFile } from './opened-file.js';
import { ARTICLES_PATH, NEW_ARTICLE_PATH, NEW_MARKDOWN_PATH, pathOf, WRITE_PATH } from './paths.js';
import { isWritingStep, STEP_STATES, type WritingStep } from './steps.js';
import { submittedArticle } from './submitted-article.js';
import { translationShown } from './translation-view.js';
import { blankArticle, WRITE_ACTION, writePage } from './write-page.js';

/** Maximum bytes of the form: text and fields. The route accepts texts of 2 MiB. */
const FORM_LIMIT = 3 * 1024 * 1024;
const FILE_LIMIT = 2 * 1024 * 1024;

const PAGE = {
  capability: 'edit_kb_articles',
  template: 'kb/admin/write',
  stylesheets: ['kb/convert.css', 'kb/write.css'],
  scripts: ['core/complete.js', 'kb/write.js', 'kb/write-text.js'],
  uploads: { maxFiles: 1, maxFileSize: FILE_LIMIT },
  formLimit: FORM_LIMIT,
} as const;

/** Registers the text form for articles, which works without scripts. */
export function registerArticleForm(area: KbArea, context: PluginContext, kb: KnowledgeBase): void {
  async function act(
    request: AdminRequest,
    stored: Article | null,
    form: SubmittedForm,
    files: readonly UploadedFile[],
  ): Promise<Awaited<ReturnType<AdminAction>>> {
    const texts = writingTexts(kb.site);
    const { text } = texts;
    const step = form.text('step');
    if (!stored && step === 'keep-new') return saveAutosave(kb, request, form, texts);
    if (step === 'open') return open(form, files[0]);
    if (stored && step === 'merge') return merge(stored, form);
    if (stored && step === 'theirs') return takeTheirs(request, stored, form);
    if (step === 'drop') {
      await kb.autosaves.remove(stored ? { articleId: stored.id, userId: request.user.id } : ownerOfNew(request));
      // Text typed on the page that offered the autosave is separate and must not be lost.
      const isTyped = !stored && (form.text('content') + form.text('title')).trim() !== '';
      return isTyped ? { preview: { autosaved_at: '' } } : { to: request.path, notice: text('write.dropped') };
    }
    // Keeping one's own version continues with the step that was requested originally.
    const requestedStep = step === 'keep' ? form.text('requested_step') : step;
    return save(request, stored, form, isWritingStep(requestedStep) ? requestedStep : 'save', step === 'keep');
  }

  async function save(
    request: AdminRequest,
    stored: Article | null,
    form: SubmittedForm,
    step: WritingStep,
    isOverOthers: boolean,
  ): Promise<ActionOutcome> {
    const texts = writingTexts(kb.site);
    const { text } = texts;
    const before = stored ?? blankArticle(kb, request);
    const { translation } = await translationShown(kb, request, stored);
    try {
      const sent = await submittedArticle(kb, request, form, { before, translation: stored ? translation : '' }, texts);
      const status = STEP_STATES[step];
      if (step === 'schedule' && sent.date === undefined && before.publishedAt === null) {
        throw formError({ date: text('write.need-date') });
      }
      const args = { ...sent, ...(status === undefined || status === stored?.status ? {} : { status }) };
      const seen = Number(form.text(isOverOthers ? 'seen' : 'version'));
      const saver = { reader: request, source: 'admin' as const };
      const saved = stored
        ? await updateArticle(kb, stored, args, { ...saver, expected: seen > 0 ? seen : undefined })
        : await createArticle(kb, { ...args, format: 'markdown' }, saver);
      if (!stored) await deleteAutosave(kb, request, form);
      return outcomeOf(saved, status !== undefined);
    } catch (error) {
      throw atFields(error, writingTexts(kb.site));
    }

    function outcomeOf({ article, requestedStatus: step }: SavedArticle, isStep: boolean): ActionOutcome {
      const { status, title } = article;
      const to = pathOf(WRITE_PATH, article.id);
      if (status === 'trash') return { to: ARTICLES_PATH, notice: text('write.trashed', { title }) };
      if (step !== undefined && step !== status && status === 'pending') {
        return { to, notice: { kind: 'warning', text: text('write.waiting') } };
      }
      const state = text(`articles.state-${status}`);
      return { to, notice: isStep ? text('write.now', { state }) : text('write.saved') };
    }
  }

  async function open(form: SubmittedForm, file: UploadedFile | undefined): Promise<ActionOutcome> {
    const place = { tree: kb.categories.tree(), timeZone: kb.site.timezone };
    const { values, unknown } = await openedFile(form, file, place, writingTexts(kb.site));
    return { preview: { ...values, opened: unknown.length === 0 ? 'all' : unknown.join(', ') } };
  }

  async function merge(stored: Article, form: SubmittedForm): Promise<ActionOutcome> {
    const base = await kb.revisions.get(stored.id, Number(form.text('version')) || 0);
    const mine = form.text('content').replaceAll('\r\n', '\n');
    const { text, isMarked } = await mergeTexts(base?.content ?? null, mine, stored.content);
    return {
      preview: { content: text, version: String(stored.version), merged: isMarked ? 'marked' : 'clean' },
    };
  }

  /** Autosaves the user's text before using the other version, so that it can be restored. */
  async function takeTheirs(request: AdminRequest, stored: Article, form: SubmittedForm): Promise<ActionOutcome> {
    await kb.autosaves.put(
      { articleId: stored.id, userId: request.user.id },
      {
        baseVersion: Number(form.text('version')) || stored.version,
        title: form.text('title').slice(0, 200),
        content: form.text('content').replaceAll('\r\n', '\n'),
        contentFormat: stored.contentFormat,
        fields: { excerpt: form.text('excerpt') },
      },
    );
    return { to: request.path, notice: writingTexts(kb.site).text('conflict.taken') };
  }

  area.page({
    ...PAGE,
    path: NEW_MARKDOWN_PATH,
    title: 'write.new',
    errors: null,
    load: (request) => writePage(kb, context, request, null),
    heading: (_data, { link }) => ({
      actions: [
        { label: writingTexts(kb.site).text('write.instead'), link: link(NEW_ARTICLE_PATH, { format: 'blocks' }) },
      ],
    }),
    actions: { [WRITE_ACTION]: (request, form, files) => act(request, null, form, files) },
  });

  area.page({
    ...PAGE,
    path: WRITE_PATH,
    title: 'write.title',
    errors: null,
    load: async (request) => writePage(kb, context, request, await textArticle(request, request.params.id)),
    heading: ({ text: { title } }) => (title.value === '' ? {} : { title: title.value }),
    actions: {
      [WRITE_ACTION]: async (request, form, files) =>
        act(request, await textArticle(request, request.params.id), form, files),
    },
  });

  /** Loads an editable text article. @throws HostError 409 `vendor_kb_not_a_text` for an article of blocks */
  async function textArticle(request: AdminRequest, id: string): Promise<Article> {
    const article = await editableArticle(kb, request, id);
    if (article.contentFormat !== 'blocks') return article;
    const message = 'This article has blocks. Open it in the block editor, or convert it to Markdown first.';
    throw new HostError('vendor_kb_not_a_text', message, { status: 409 });
  }
}
