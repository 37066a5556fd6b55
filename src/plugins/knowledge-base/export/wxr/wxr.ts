import type { Article } from '../../article.js';
import type { Category } from '../../category-tree.js';
import { fillUuids } from '../../json/category-uuids.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { EVERYBODY } from '../everybody.js';
import { type ExportReport, emptyReport } from '../report.js';
import { type ExportSelection, inBatches, selectIds } from '../select-articles.js';
import { articleItem, attachmentItem } from './wxr-items.js';
import { createWxrTerms, type WxrTerms } from './wxr-terms.js';
import { element, xmlText } from './xml.js';

export interface WxrExportOptions extends ExportSelection {
  readonly signal?: AbortSignal | undefined;
  /** Told once how many articles there are. */
  readonly onStart?: ((steps: number) => void) | undefined;
  /** Called before each. */
  readonly onStep?: (() => void) | undefined;
  /** Where the document goes, piece by piece. */
  write(text: string): Promise<void>;
}

/** What the steps of one export share. */
interface WxrExport extends WxrExportOptions {
  readonly kb: KnowledgeBase;
  readonly terms: WxrTerms;
  readonly report: ExportReport;
  /** The files of articles by their ids in the library, with the article that they go with. */
  readonly files: Map<number, number>;
  /** Added to the id of a file, where ids of articles are beside it. */
  readonly fileOffset: number;
}

const NAMESPACES = [
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:wp="http://wordpress.org/export/1.2/"',
].join(' ');

/**
 * Writes articles as posts in the format of WordPress exports, WXR 1.2: what its importer reads, with texts as HTML. What
 * it has no word for goes along in a field of ours, so that an import here gives the same articles again.
 *
 * Nothing that is closed here is open there: an article that not everybody may read becomes private. A password cannot be
 * written, since only its hash is known.
 */
export async function exportWxr(kb: KnowledgeBase, options: WxrExportOptions): Promise<ExportReport> {
  await fillUuids(kb);
  const ids = await selectIds(kb, options);
  options.onStart?.(ids.length);
  const categories = exportedCategories(kb, options.category);
  const report = { ...emptyReport(), categories: categories.length };
  const fileOffset = ids.at(-1) ?? 0;
  const run = { ...options, kb, report, files: new Map(), fileOffset, terms: createWxrTerms(kb, categories) };
  await writeHead(run, ids);
  for await (const batch of inBatches(kb, ids)) {
    for (const article of batch) {
      if (options.signal?.aborted) return { ...report, interrupted: true };
      options.onStep?.();
      await writeArticle(run, article);
    }
  }
  for (const [id, articleId] of run.files) {
    const file = await kb.media.get(id);
    if (!file) continue;
    await options.write(`${attachmentItem(kb, file, fileOffset + id, articleId)}\n`);
    report.media += 1;
  }
  await options.write('</channel>\n</rss>\n');
  return report;
}

/** Parents before their children; of one category what is below it, which stands at the top then. */
function exportedCategories({ categories }: KnowledgeBase, root: number | undefined): Category[] {
  const tree = categories.tree();
  const found = root === undefined ? tree.all() : tree.subtree(root).flatMap((id) => tree.get(id) ?? []);
  return found.filter(({ id }) => id !== root).toSorted((one, other) => one.depth - other.depth || one.id - other.id);
}

async function writeHead(run: WxrExport, ids: readonly number[]): Promise<void> {
  const { kb, terms, write } = run;
  const { site } = kb;
  await write(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<rss version="2.0" ${NAMESPACES}>`,
      '<channel>',
      `<title>${xmlText(site.name)}</title>`,
      `<link>${xmlText(kb.links.url(site.locale))}</link>`,
      `<description>${xmlText(site.description)}</description>`,
      `<language>${xmlText(site.locale)}</language>`,
      '<wp:wxr_version>1.2</wp:wxr_version>',
      `<wp:base_site_url>${xmlText(site.origin)}</wp:base_site_url>`,
      `<wp:base_blog_url>${xmlText(site.origin)}</wp:base_blog_url>`,
      ...(await authorsOf(kb, ids)),
      ...(await terms.categories()),
      '',
    ].join('\n'),
  );
}

/** By login; their addresses are nobody's business there. */
async function authorsOf({ db, users }: KnowledgeBase, ids: readonly number[]): Promise<string[]> {
  const found = new Set<number>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const rows = await db.query.selectFrom('posts').select('author_id').distinct().where('id', 'in', some).execute();
    for (const { author_id } of rows) found.add(author_id);
  }
  const authors: string[] = [];
  for (const id of [...found].sort((one, other) => one - other)) {
    const user = id === 0 ? null : await users.get(id);
    if (!user) continue;
    authors.push(
      `<wp:author>${element('wp:author_id', id)}${element('wp:author_login', user.login)}${element('wp:author_email', '')}` +
        `${element('wp:author_display_name', user.name)}${element('wp:author_first_name', '')}${element('wp:author_last_name', '')}</wp:author>`,
    );
  }
  return authors;
}

/** Ids that one statement asks for. */
const AT_ONCE = 500;

async function writeArticle(
  { kb, terms, report, files, fileOffset, write }: WxrExport,
  article: Article,
): Promise<void> {
  const isOpen = (await kb.access.visibility(kb.access.viewerOf(EVERYBODY))).admits(article);
  for (const { file } of await kb.attachments.of(article.id)) remember(files, file.id, article.id);
  for (const file of await kb.media.ofPost(article.id)) remember(files, file.id, article.id);
  const { author } = kb.metaKeys.toFrontMatter(article.meta);
  const user = article.authorId === 0 ? null : await kb.users.get(article.authorId);
  const item = await articleItem(kb, article, {
    author: user?.login ?? (typeof author === 'string' ? author : ''),
    isOpen,
    terms: terms.of(article.categoryIds, article.tags),
    thumbnail: article.featuredMedia === 0 ? 0 : fileOffset + article.featuredMedia,
  });
  await write(`${item}\n`);
  report.articles += 1;
  for (const message of lossesOf(kb, article, isOpen)) report.warnings.push({ path: article.slug, message });
}

function remember(files: Map<number, number>, id: number, articleId: number): void {
  if (!files.has(id)) files.set(id, articleId);
}

/** What the format cannot say of an article. */
function lossesOf({ access }: KnowledgeBase, { status, ruleId }: Article, isOpen: boolean): string[] {
  const isLocked = access.rules.get(ruleId)?.mode === 'password';
  return [
    ...(status === 'archived' ? ['It is archived, which WordPress does not know: there it is a draft.'] : []),
    ...(isOpen ? [] : ['Not everybody may read it, so it is private in WordPress, and its files cannot be fetched.']),
    ...(isLocked
      ? ['Its password is kept as a hash and was left out: where it is imported, nobody may read it until it has one.']
      : []),
  ];
}
