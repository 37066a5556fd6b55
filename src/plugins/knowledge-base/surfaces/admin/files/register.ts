import {
  type AreaRequest,
  adminForm,
  forEachTicked,
  formError,
  listQuery,
  listTable,
  pagePart,
  tickedIds,
} from '../../../../../admin.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { MAX_MEGABYTES, MEGABYTE } from '../../../domain/attachments/upload.js';
import { attachmentNotFound } from '../../../domain/errors.js';
import { articleTabs } from '../article-form/article-tabs.js';
import { FILES_PATH } from '../article-form/paths.js';
import { editableArticle } from '../editable-article.js';

/** Registers the page that adds, removes and orders an article's attachments. */
export function registerFiles(area: KbArea, kb: KnowledgeBase): void {
  const { attachments, uploads } = kb;

  async function load(request: AreaRequest<'id'>) {
    const { texts } = request;
    const { text, number } = texts;
    const article = await editableArticle(kb, request, request.params.id);
    const files = await attachments.of(article.id);
    const table = listTable(request, listQuery(request), {
      caption: text('write.tab-files'),
      columns: [
        { name: 'title', label: text('files.title') },
        { name: 'size', label: text('files.size'), numeric: true },
        { name: 'downloads', label: text('files.downloads'), numeric: true },
      ],
      rows: files.map(({ id, title, file, downloads }) => ({
        id,
        label: title,
        cells: {
          title: { text: title, note: file.filename },
          size: number(file.bytes),
          downloads,
        },
      })),
      total: files.length,
      bulk: {
        action: 'change',
        options: [
          { value: 'first', label: text('files.first') },
          { value: 'remove', label: text('files.remove') },
        ],
      },
      empty: { text: text('panel-attachments-none') },
    });
    return {
      ...articleTabs(request, article, FILES_PATH, texts),
      title: article.title,
      sections: [pagePart({ table })],
      forms: [
        adminForm(request, {
          action: 'add',
          title: text('panel-attachments-add'),
          fields: [
            { kind: 'file', name: 'file', label: text('files.file'), required: true },
            { kind: 'text', name: 'title', label: text('files.title'), maxLength: 200, hint: text('files.title-hint') },
          ],
          submit: text('panel-attachments-add'),
        }),
      ],
    };
  }

  area.page({
    path: FILES_PATH,
    title: 'write.tab-files',
    uploads: { maxFiles: 1, maxFileSize: MAX_MEGABYTES * MEGABYTE },
    load,
    actions: {
      async add(request, form, [sent]) {
        const { text } = request.texts;
        const { id } = await editableArticle(kb, request, request.params.id);
        if (!sent || sent.size === 0) throw formError({ file: text('files.none') });
        const file = await uploads.take(sent, id, request.user);
        const title = form.text('title').trim() || undefined;
        try {
          await attachments.add(id, { file, isOwnFile: true, by: request.user, title });
        } catch (error) {
          await uploads.giveUp(file);
          throw error;
        }
        return { notice: text('files.added', { file: sent.name }) };
      },
      async change(request, form) {
        const { text } = request.texts;
        const { id } = await editableArticle(kb, request, request.params.id);
        const ids = tickedIds(request, form);
        const own = new Set((await attachments.of(id)).map((each) => each.id));
        const foreign = ids.find((each) => !own.has(each));
        if (foreign !== undefined) throw attachmentNotFound(foreign);
        if (form.text('bulk') === 'first') {
          await attachments.reorder(id, ids);
          return { notice: text('files.ordered') };
        }
        if (form.text('bulk') !== 'remove') throw formError({}, request.strings.text('admin.bulk-none'));
        const { changed } = await forEachTicked(ids, async (each) => (await attachments.remove(each)) !== null);
        return { notice: text('files.removed', { count: changed }) };
      },
    },
  });
}
