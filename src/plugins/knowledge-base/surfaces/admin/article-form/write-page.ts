import { type AdminRequest, adminForm } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { writingTexts } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import { newArticle } from '../../../domain/articles/article-edit.js';
import { isLocale } from '../../../domain/locale.js';
import type { Autosave } from '../../../domain/revisions/autosaves.js';
import { languageName } from '../../pages/visit.js';
import { articleBadge } from '../article-badge.js';
import { convertPath } from '../convert-path.js';
import { PREVIEW_PATH } from '../preview-article.js';
import { type ArticleValues, articleFields } from './article-form.js';
import { articleTabs } from './article-tabs.js';
import { ownerOfNew } from './autosave-new.js';
import { conflictOf, type SentForm } from './conflict.js';
import { NEW_MARKDOWN_PATH, pathOf, WRITE_PATH } from './paths.js';
import { placesOf, scriptConfig } from './script-config.js';
import { stepButtons } from './steps.js';
import type { WritePage } from './template-data.js';
import { translationShown } from './translation-view.js';

/** Name of the form and its action. */
export const WRITE_ACTION = 'write';

const MAX_TITLE_LENGTH = 200;

/** Groups that are open by default. Others are collapsed. */
const OPEN_GROUPS: readonly string[] = ['place', 'find'];

/** Creates an unsaved article, prefilled from the query. */
export function blankArticle({ site }: Pick<KnowledgeBase, 'site'>, { query, user }: AdminRequest): Article {
  const of = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
  const locale = isLocale(of('locale')) ? of('locale').toLowerCase() : site.locale;
  const title = of('title').slice(0, MAX_TITLE_LENGTH);
  const category = Number(of('category'));
  const categoryIds = Number.isSafeInteger(category) && category > 0 ? [category] : [];
  return newArticle({ title, locale, categoryIds }, user.id, site.locale, new Date());
}

/** Builds the data of the form. @param stored null for a new article */
export async function writePage(
  kb: KnowledgeBase,
  { access, pages }: Pick<PluginContext, 'access' | 'pages'>,
  request: AdminRequest,
  stored: Article | null,
): Promise<WritePage> {
  const texts = writingTexts(kb.site);
  const { text, dateTime } = texts;
  const { refused, previewed } = request;
  const form = (refused ?? previewed)?.form;
  const owner = stored ? { articleId: stored.id, userId: request.user.id } : ownerOfNew(request);
  const autosave = await kb.autosaves.get(owner);
  const isRestored = autosave !== null && request.query.autosave === 'restore' && !form;
  const sentLocale = form?.text('locale') ?? '';
  const blank = stored ?? { ...blankArticle(kb, request), ...newIn(request) };
  const article = {
    ...(isRestored ? withAutosave(blank, autosave) : blank),
    // Offer the categories of the submitted language.
    ...(isLocale(sentLocale) ? { locale: sentLocale.toLowerCase() } : {}),
  };
  const { translation, translations } = await translationShown(kb, request, stored);
  const [mayManageAccess, mayPublish, mayDelete] = await Promise.all([
    request.can('manage_kb_access'),
    request.can('publish_kb_articles'),
    stored ? request.can('delete_kb_article', stored) : false,
  ]);
  const { groups, text: main } = await articleFields(kb, { access, request, texts }, article, {
    translation,
    mayManageAccess,
  });
  const matter = form?.text('front_matter') ?? '';
  const built = adminForm(request, {
    action: WRITE_ACTION,
    fields: [
      ...main,
      ...groups.flatMap(({ fields }) => fields),
      {
        kind: 'hidden',
        name: 'version',
        value: form?.text('version') || String((isRestored && stored ? autosave.baseVersion : stored?.version) ?? ''),
      },
      // For a new article: the autosave that was loaded, so that another window's stays.
      ...(stored
        ? []
        : [
            {
              kind: 'hidden' as const,
              name: 'autosaved_at',
              value: form?.text('autosaved_at') ?? (isRestored ? autosave.savedAt.toISOString() : ''),
            },
          ]),
      ...(matter === '' ? [] : [{ kind: 'hidden' as const, name: 'front_matter', value: matter }]),
      {
        kind: 'file',
        name: 'file',
        label: text('write.open-file'),
        hint: text('write.open-hint'),
        accept: '.md,.markdown,.mdx,.txt,text/markdown,text/plain',
      },
    ],
  });
  const byName = new Map(built.fields.map((field) => [field.name, field]));
  const fieldNamed = (name: string) => {
    const field = byName.get(name);
    if (!field) throw new Error(`The form has no field "${name}".`);
    return field;
  };
  const { buttons, others } = stepButtons(stored, { mayPublish, mayDelete }, texts);
  const isOffered = autosave !== null && !isRestored && !form && isWorthKeeping(autosave, blank);
  return {
    strings: texts,
    ...(stored ? articleTabs(request, stored, WRITE_PATH, texts) : { tabs: [], tabsLabel: '' }),
    form: { ...built, fields: built.fields.filter(({ kind }) => kind === 'hidden') },
    badges: stored ? [articleBadge(stored.status, texts)] : [],
    text: { title: fieldNamed('title'), content: fieldNamed('content'), excerpt: fieldNamed('excerpt') },
    groups: groups.map(({ name, title, fields }) => {
      const visibleFields = fields.map((field) => fieldNamed(field.name));
      return {
        name,
        title,
        fields: visibleFields,
        // Groups with errors are open.
        isOpen: OPEN_GROUPS.includes(name) || visibleFields.some(({ error }) => error !== null),
      };
    }),
    buttons,
    otherButtons: others,
    links: stored
      ? [
          { label: text('write.preview-page'), link: request.link(PREVIEW_PATH, { id: String(stored.id) }) },
          { label: text('write.convert'), link: request.link(convertPath(stored.id)) },
        ]
      : [],
    translations: translations.map(({ id, locale }) => ({
      label: languageName(locale),
      link: request.link(pathOf(WRITE_PATH, id)),
    })),
    conflict: stored && refused?.status === 412 ? await conflictOf(kb, stored, refused.form, texts) : null,
    autosave: isOffered
      ? {
          text: [
            text('write.autosaved', { when: dateTime(autosave.savedAt) }),
            ...(stored && autosave.baseVersion < stored.version ? [text('write.autosaved-old')] : []),
          ].join(' '),
          restore: request.link(request.path, { ...request.query, autosave: 'restore' }),
          button: { value: 'drop', label: text('write.drop-autosave'), kind: 'quiet' },
        }
      : null,
    note: noteOf(form, isRestored, texts) ?? placeOf(request, article.content, texts),
    file: fieldNamed('file'),
    isUnsaved: form !== undefined || isRestored,
    config: await scriptConfig(kb, pages, request, stored, { autosave, texts }),
  };
}

/** Describes the outcome of the submission, or says that an autosave was restored. */
function noteOf(form: SentForm | undefined, isRestored: boolean, { text }: Strings): string | null {
  if (isRestored) return text('write.restored');
  const [opened, merged] = [form?.text('opened') ?? '', form?.text('merged') ?? ''];
  if (merged !== '') return text(merged === 'marked' ? 'conflict.marked' : 'conflict.merged');
  if (opened === '') return null;
  const warnings = opened === 'all' ? [] : [text('write.opened-unknown', { keys: opened })];
  return [text('write.opened'), ...warnings].join(' ');
}

/** Finds the position in the text that the page was opened for, such as a broken link. A script selects it. */
function placeOf({ query }: AdminRequest, content: string, { text, number }: Strings): string | null {
  const find = typeof query.find === 'string' ? query.find : '';
  if (find === '') return null;
  const at =
    placesOf(find)
      .map((each) => content.indexOf(each))
      .find((each) => each >= 0) ?? -1;
  if (at < 0) return text('write.not-found', { find });
  return text('write.found', { find, line: number(content.slice(0, at).split('\n').length) });
}

/** Format of a new article, chosen by the page's path. */
function newIn({ path }: AdminRequest): { contentFormat: 'markdown' } | Record<string, never> {
  return path === NEW_MARKDOWN_PATH ? { contentFormat: 'markdown' } : {};
}

/** Returns the article with its autosaved values in place of the stored ones. */
function withAutosave<Of extends ArticleValues>(article: Of, { title, content, fields }: Autosave): Of {
  const { excerpt, tags, search_aliases: aliases } = fields;
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string');
  return {
    ...article,
    title,
    content,
    ...(typeof excerpt === 'string' ? { excerpt } : {}),
    ...(isList(tags) ? { tags } : {}),
    ...(isList(aliases) ? { searchAliases: aliases } : {}),
  };
}

/** Tells whether the autosave differs from the article. */
function isWorthKeeping(autosave: Autosave, article: ArticleValues): boolean {
  return (
    autosave.contentFormat === article.contentFormat &&
    JSON.stringify(withAutosave(article, autosave)) !== JSON.stringify(article)
  );
}
