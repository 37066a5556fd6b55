import {
  type AdminRequest,
  adminForm,
  detailPage,
  formError,
  type ListTableData,
  listQuery,
  listTable,
  pagePart,
} from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import { IMPORT_FORMATS } from '../../../content/import/formats.js';
import type { ImportAsking } from '../../../content/import/runs/ask-for-import.js';
import type { Run } from '../../../content/import/runs/run.js';
import type { Runs } from '../../../content/import/runs/runs.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { MAX_MEGABYTES, MEGABYTE } from '../../../domain/attachments/upload.js';
import { namesOf } from '../names-of.js';
import { IMPORT_PAGE, IMPORT_PATH, refuseImport, runPath } from './frame.js';
import { optionFields } from './option-fields.js';
import { readOptions } from './read-options.js';
import { stateBadge } from './state-badge.js';

/** File extensions and types offered by the browser's file picker. */
const ACCEPTED = '.zip,.xml,.json,application/zip,application/xml,text/xml,application/json';

/** Command that imports files of any size on the server. */
const COMMAND = 'npx mortise kb import FILE --dry-run';

/** Registers the page that starts an import and lists earlier ones. */
export function registerImportStart(
  { admin }: Pick<PluginContext, 'admin'>,
  kb: KnowledgeBase,
  runs: Runs,
  asking: ImportAsking,
): void {
  admin.page({
    ...IMPORT_PAGE,
    path: IMPORT_PATH,
    title: kbTitle('import.title'),
    icon: 'document',
    section: 'content',
    order: 29,
    uploads: { maxFileSize: MAX_MEGABYTES * MEGABYTE, maxFiles: 1 },
    uploadTooLarge() {
      const { text, number } = kbTexts(kb.site);
      return text('import.too-large', { limit: number(MAX_MEGABYTES), command: COMMAND });
    },
    async load(request) {
      const texts = kbTexts(kb.site);
      const { text } = texts;
      const active = await runs.active();
      return detailPage(request, {
        notices: active ? [{ kind: 'info', text: text('import.running') }] : [],
        links: active ? [{ label: text('import.follow'), link: request.link(runPath(active.id)) }] : [],
        longForms: active ? [] : [fileForm(kb, request, texts)],
        wide: [pagePart({ title: text('import.earlier'), table: await tableOf(kb, runs, request, texts) })],
      });
    },
    heading: () => ({ lead: kbTexts(kb.site).text('import.lead') }),
    actions: {
      async check(request, form, [file]) {
        const texts = kbTexts(kb.site);
        if (!file || file.size === 0) throw formError({ file: texts.text('import.file-missing') });
        const wish = await readOptions(kb, form, texts);
        try {
          const run = await asking.withFile(file, wish, request);
          return { to: runPath(run.id) };
        } catch (error) {
          return refuseImport(error, texts, 'file');
        }
      },
    },
  });
}

function fileForm(kb: KnowledgeBase, request: AdminRequest, texts: Strings) {
  const { text, number } = texts;
  const from = IMPORT_FORMATS.find((format) => format === request.query.from);
  return adminForm(request, {
    action: 'check',
    fields: [
      {
        kind: 'file',
        name: 'file',
        label: text('import.file'),
        required: true,
        accept: ACCEPTED,
        hint: text('import.file-hint', { limit: number(MAX_MEGABYTES) }),
      },
      ...optionFields(kb, texts, from ? { from } : {}),
    ],
    submit: text('import.check'),
  });
}

async function tableOf(kb: KnowledgeBase, runs: Runs, request: AdminRequest, texts: Strings): Promise<ListTableData> {
  const { text, dateTime } = texts;
  const query = listQuery(request, {});
  const { runs: found, total } = await runs.list({ limit: query.perPage, offset: (query.page - 1) * query.perPage });
  const names = await namesOf(
    kb.users,
    found.map(({ userId }) => userId),
  );
  const nameOf = (run: Run): string => (run.userId === null ? '–' : (names.get(run.userId) ?? '–'));
  return listTable(request, query, {
    caption: text('import.earlier'),
    columns: [
      { name: 'file', label: text('import.file') },
      { name: 'state', label: text('import.state') },
      { name: 'by', label: text('import.by') },
      { name: 'when', label: text('import.when') },
    ],
    rows: found.map((run) => ({
      id: run.id,
      label: run.file.name,
      cells: {
        file: { text: run.file.name, link: request.link(runPath(run.id)), note: run.source },
        state: { text: '', badges: [stateBadge(run, texts)] },
        by: nameOf(run),
        when: dateTime(run.createdAt),
      },
    })),
    total,
    empty: { text: text('import.none') },
  });
}
