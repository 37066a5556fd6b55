import type { Article } from '../../../domain/articles/article.js';
import type { Category } from '../../../domain/categories/category-tree.js';
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
  /** Called once with the number of articles. */
  readonly onStart?: ((steps: number) => void) | undefined;
  /** Called before each article. */
  readonly onStep?: (() => void) | undefined;
  /** Receives the document in pieces. */
  write(text: string): Promise<void>;
}

/** State shared by the steps of an export. */
interface WxrExport extends WxrExportOptions {
  readonly kb: KnowledgeBase;
  readonly terms: WxrTerms;
  readonly report: ExportReport;
  /** Article ids by the media id of their files. */
  readonly files: Map<number, number>;
  /** Offset added to media ids, so that they do not collide with article ids. */
  readonly fileOffset: number;
}

const NAMESPACES = [
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:wp="http://wordpress.org/export/1.2/"',
].join(' ');

/**
 * Writes articles as posts in the WordPress export format (WXR 1.2), with texts as HTML. A custom field holds
 * everything the format cannot express, so that importing the file here yields the same articles.
 *
 * Restricted articles become private. Passwords are left out, because only their hashes are stored.
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

/** Parents before their children. For a single category, its descendants, whose top level becomes the root. */
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

/** Lists authors by login. Email addresses are left out for privacy. */
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

/** Ids per statement. */
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

/** Warnings about content that the format cannot express. */
function lossesOf({ access }: KnowledgeBase, { status, ruleId }: Article, isOpen: boolean): string[] {
  const isLocked = access.rules.get(ruleId)?.mode === 'password';
  return [
    ...(status === 'archived' ? ['It is archived, a status that WordPress does not have. It becomes a draft.'] : []),
    ...(isOpen ? [] : ['Access is restricted, so it is private in WordPress, and its files cannot be downloaded.']),
    ...(isLocked
      ? [
          'Its password is stored as a hash and was omitted. After an import, access is denied until you set a password.',
        ]
      : []),
  ];
}
