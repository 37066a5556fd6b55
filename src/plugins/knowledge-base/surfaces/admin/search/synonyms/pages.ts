import { type AdminRequest, adminForm, type FormData, type SubmittedForm } from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import type { KbArea } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import type { LocaleGroup, StoredGroup } from '../../../../domain/search/synonyms/read-groups.js';
import { registerDeletion } from '../deletion.js';
import { idInAddress } from '../frame.js';
import { deletionPath, localeField, NEW_SYNONYM_PATH, SYNONYM_PATH, SYNONYMS_PATH, synonymPath } from '../paths.js';
import { groupText, refuseGroup } from './labels.js';

/** Registers the pages that create, edit and delete synonym groups. */
export function registerSynonymPages(area: KbArea, { site, synonyms }: Pick<KnowledgeBase, 'site' | 'synonyms'>): void {
  const groupOf = ({ params }: AdminRequest<'id'>, texts: Strings): Promise<StoredGroup> =>
    synonyms.get(idInAddress(params.id, 'vendor_kb_synonym_not_found', texts));

  area.page({
    path: NEW_SYNONYM_PATH,
    title: 'synonyms.create',
    load(request) {
      const { texts } = request;
      const { words, locale } = request.query;
      const group = {
        locale: typeof locale === 'string' ? locale : site.locale.toLowerCase(),
        words: typeof words === 'string' ? [words] : [],
        also: [],
      };
      return { forms: [groupForm(request, group, texts, 'create')] };
    },
    actions: {
      async create(request, form) {
        const { texts } = request;
        try {
          const group = await synonyms.create(submittedGroup(form), { user: request.user, source: 'admin' });
          return { to: SYNONYMS_PATH, notice: texts.text('synonyms.created', { name: groupText(group) }) };
        } catch (error) {
          return refuseGroup(error, texts);
        }
      },
    },
  });

  area.page({
    path: SYNONYM_PATH,
    title: 'synonyms.group',
    async load(request) {
      const { texts } = request;
      const group = await groupOf(request, texts);
      return {
        title: groupText(group),
        forms: [groupForm(request, group, texts, 'save')],
        links: [{ label: texts.text('synonyms.delete'), link: request.link(deletionPath(synonymPath(group.id))) }],
      };
    },
    actions: {
      async save(request, form) {
        const { texts } = request;
        const { id } = await groupOf(request, texts);
        try {
          const group = await synonyms.update(id, submittedGroup(form), { user: request.user, source: 'admin' });
          return { to: SYNONYMS_PATH, notice: texts.text('synonyms.saved', { name: groupText(group) }) };
        } catch (error) {
          return refuseGroup(error, texts);
        }
      },
    },
  });

  registerDeletion(area, {
    list: SYNONYMS_PATH,
    path: SYNONYM_PATH,
    words: 'synonyms',
    name: async (request, texts) => groupText(await groupOf(request, texts)),
    async delete(request, texts) {
      await synonyms.delete((await groupOf(request, texts)).id, { user: request.user, source: 'admin' });
    },
  });
}

/** Builds the form of a synonym group. @param action `create` or `save` */
function groupForm(
  request: AdminRequest,
  { locale, words, also }: LocaleGroup,
  texts: Strings,
  action: 'create' | 'save',
): FormData {
  const { text } = texts;
  const lines = (entries: readonly string[]): string => entries.join('\n');
  return adminForm(request, {
    action,
    fields: [
      {
        kind: 'textarea',
        name: 'words',
        label: text('synonyms.words'),
        hint: text('synonyms.words-hint'),
        value: lines(words),
        required: true,
      },
      {
        kind: 'textarea',
        name: 'also',
        label: text('synonyms.also'),
        hint: text('synonyms.also-hint'),
        value: lines(also),
        rows: 3,
      },
      localeField(locale, texts),
    ],
    submit: action === 'create' ? text('synonyms.create') : request.strings.text('admin.save'),
    cancel: { label: request.strings.text('admin.cancel'), link: request.link(SYNONYMS_PATH) },
  });
}

function submittedGroup(form: SubmittedForm): LocaleGroup {
  const lines = (name: string): string[] =>
    form
      .text(name)
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
  return { locale: form.text('locale').trim().toLowerCase(), words: lines('words'), also: lines('also') };
}
