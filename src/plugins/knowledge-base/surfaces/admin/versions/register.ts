import {
  type ActionOutcome,
  type AreaRequest,
  adminForm,
  type ListRow,
  listQuery,
  listTable,
  pagePart,
  type SubmittedForm,
  stepsForm,
} from '../../../../../admin.js';
import { diffLines } from '../../../../../blocks.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { DifferenceView } from '../../../content/views/template-data.js';
import type { Article } from '../../../domain/articles/article.js';
import type { Categories } from '../../../domain/categories/categories.js';
import { revisionNotFound } from '../../../domain/errors.js';
import { restoreRevision } from '../../../domain/revisions/restore.js';
import type { Revision } from '../../../domain/revisions/revisions.js';
import { writerOf } from '../../routes/existing-article.js';
import { articleTabs } from '../article-form/article-tabs.js';
import { pathOf, VERSIONS_PATH } from '../article-form/paths.js';
import { shownDifference } from '../difference-view.js';
import { editableArticle } from '../editable-article.js';
import { namesOf } from '../names-of.js';

const PER_PAGE = 10;

/** Registers the version pages of an article: list of changes, comparison of two versions, restore. */
export function registerVersions(area: KbArea, kb: KnowledgeBase): void {
  const { revisions, categories } = kb;

  async function versionOf(article: Article, requested: unknown): Promise<Revision | null> {
    const version = idOf(requested);
    if (version === null) return null;
    const found = await revisions.get(article.id, version);
    if (found) return found;
    throw revisionNotFound(article.id, version);
  }

  async function table(request: AreaRequest, article: Article) {
    const { texts } = request;
    const { text, dateTime } = texts;
    const query = listQuery(request, { perPage: PER_PAGE });
    const page = { limit: PER_PAGE + 1, offset: (query.page - 1) * PER_PAGE };
    const { revisions: found, total } = await revisions.list(article.id, page);
    const full = await Promise.all(found.map(({ version }) => revisions.get(article.id, version)));
    const names = await namesOf(
      kb.users,
      found.map(({ authorId }) => authorId),
    );
    const rows = found.slice(0, PER_PAGE).map((each, index): ListRow => {
      const [after, before] = [full[index], full[index + 1]];
      const changed = after && before ? changedNames(before, after, categories, texts) : [];
      const { version, kind, parentVersion } = each;
      const link = (query: Record<string, string>): string => request.link(request.path, query);
      const isNewest = version === article.version;
      return {
        id: version,
        label: text('versions.version', { version: String(version) }),
        cells: {
          version: {
            text: text('versions.version', { version: String(version) }),
            badges: isNewest ? [{ text: text('versions.present'), kind: 'good' }] : [],
          },
          when: dateTime(each.createdAt),
          who: names.get(each.authorId) ?? '–',
          what: {
            text: text(`versions.kind-${kind}`, { version: String(parentVersion ?? '') }),
            note: changed.join(', '),
          },
        },
        actions: [
          ...(before
            ? [
                {
                  label: text('versions.compare-before'),
                  link: link({ from: String(before.version), to: String(version) }),
                },
              ]
            : []),
          ...(isNewest ? [] : [{ label: text('versions.restore'), link: link({ restore: String(version) }) }]),
        ],
      };
    });
    return listTable(request, query, {
      caption: text('write.tab-versions'),
      columns: [
        { name: 'version', label: text('versions.column') },
        { name: 'when', label: text('versions.when') },
        { name: 'who', label: text('versions.who') },
        { name: 'what', label: text('versions.what') },
      ],
      rows,
      total,
      empty: { text: text('versions.none') },
    });
  }

  /** Compares two versions: text and all other members. */
  async function differences(before: Revision, after: Revision, texts: Strings): Promise<DifferenceView[]> {
    const { text } = texts;
    const lines = (one: Revision): string =>
      membersOf(one, categories, texts)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n');
    const parts = [
      ['versions-fields', 'versions.fields', lines(before), lines(after)],
      ['versions-text', 'write.tab-text', before.content, after.content],
    ] as const;
    const changed = parts.filter(([, , earlier, later]) => earlier !== later);
    return Promise.all(
      changed.map(async ([id, title, earlier, later]) =>
        shownDifference(id, text(title), await diffLines(earlier, later, ['before', 'after']), texts),
      ),
    );
  }

  async function load(request: AreaRequest<'id'>) {
    const { texts } = request;
    const { text } = texts;
    const article = await editableArticle(kb, request, request.params.id);
    const { restore, from, to, undo } = request.query;
    const revision = await versionOf(article, restore);
    const newest = String(article.version);
    const [before, after] = revision
      ? [await versionOf(article, newest), revision]
      : [await versionOf(article, from), await versionOf(article, to)];
    const undone = idOf(undo);
    const changes = before && after ? await differences(before, after, texts) : [];
    const number = (one: Revision | null): string => String(one?.version ?? '');
    return {
      ...articleTabs(request, article, VERSIONS_PATH, texts),
      strings: texts,
      title: article.title,
      steps:
        undone === null
          ? null
          : stepsForm(request, {
              label: text('versions.undo', { version: String(undone) }),
              action: 'undo',
              buttons: [
                { value: String(undone), label: text('versions.undo', { version: String(undone) }), kind: 'quiet' },
              ],
            }),
      forms: revision
        ? [
            adminForm(request, {
              action: 'restore',
              title: text('versions.ask', { version: number(revision) }),
              description: text('versions.ask-about'),
              fields: [{ kind: 'hidden', name: 'version', value: newest }],
              submit: text('versions.do-restore', { version: number(revision) }),
              cancel: { label: request.strings.text('admin.cancel'), link: request.link(request.path) },
            }),
          ]
        : [],
      wide: [pagePart({ table: await table(request, article) })],
      compare: {
        action: request.link(request.path),
        from: number(before) || String(Math.max(1, article.version - 1)),
        to: number(after) || newest,
        most: newest,
      },
      heading: before && after ? text('versions.from-to', { from: number(before), to: number(after) }) : null,
      isSame: before !== null && after !== null && changes.length === 0,
      differences: changes,
    };
  }

  async function back(request: AreaRequest<'id'>, version: number, seen?: number): Promise<ActionOutcome> {
    const { text } = request.texts;
    const article = await editableArticle(kb, request, request.params.id);
    const may = async ({ id }: Article): Promise<void> => void (await editableArticle(kb, request, String(id)));
    const writer = await writerOf(request, 'admin');
    const now = await restoreRevision(kb, { articleId: article.id, version }, writer, seen, may);
    const path = pathOf(VERSIONS_PATH, article.id);
    if (now.version === article.version)
      return { to: path, notice: text('versions.same', { version: String(version) }) };
    const notice = text('versions.restored', { version: String(version), now: String(now.version) });
    return { to: `${path}?undo=${article.version}`, notice };
  }

  area.page({
    path: VERSIONS_PATH,
    title: 'write.tab-versions',
    errors: null,
    template: 'kb/admin/versions',
    stylesheets: ['kb/convert.css'],
    load,
    actions: {
      restore: (request, form: SubmittedForm) =>
        back(request, idOf(request.query.restore) ?? 0, Number(form.text('version')) || undefined),
      undo: (request, form: SubmittedForm) => back(request, idOf(form.text('step')) ?? 0),
    },
  });
}

type Member = readonly [name: string, value: string];

/** Returns the members of a version except its text, labeled and formatted as one line each. */
function membersOf(
  { title, excerpt, contentFormat, fields }: Revision,
  categories: Pick<Categories, 'tree'>,
  { text }: Strings,
): Member[] {
  const { seo, featuredMedia } = fields;
  const tree = categories.tree();
  const lines = Object.entries(seo).flatMap(([name, value]) => (value ? [`${name}: ${String(value)}`] : []));
  return [
    [text('write.field-title'), title],
    [text('panel-excerpt'), excerpt.replace(/\s+/g, ' ')],
    [text('versions.format'), contentFormat],
    [text('panel-state'), text(`articles.state-${fields.status}`)],
    [text('panel-slug'), fields.slug],
    [text('panel-categories'), fields.categoryIds.map((id) => tree.get(id)?.name ?? String(id)).join(', ')],
    [text('panel-tags'), fields.tags.join(', ')],
    [text('write.locale'), fields.locale],
    [text('write.order'), String(fields.menuOrder)],
    [text('write.sticky'), fields.sticky ? '✓' : ''],
    [text('panel-review-by'), fields.reviewBy ?? ''],
    [text('panel-aliases'), (fields.searchAliases ?? []).join(', ')],
    [text('write.group-seo'), lines.join('; ')],
    [text('write.picture'), featuredMedia === 0 ? '' : String(featuredMedia)],
    [text('write.related-short'), fields.related.join(', ')],
  ];
}

/** Returns the labels of the members that differ, including the text. */
function changedNames(
  before: Revision,
  after: Revision,
  categories: Pick<Categories, 'tree'>,
  texts: Strings,
): string[] {
  const earlier = new Map(membersOf(before, categories, texts));
  const changed = membersOf(after, categories, texts).filter(([name, value]) => earlier.get(name) !== value);
  return [
    ...(before.content === after.content ? [] : [texts.text('write.tab-text')]),
    ...changed.map(([name]) => name),
  ];
}
