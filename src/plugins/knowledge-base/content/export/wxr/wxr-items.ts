import type { Attachment } from '../../../../../media.js';
import { escapeHtml } from '../../../../../pages.js';
import { toRuleView } from '../../../domain/access/access-view.js';
import { toRule } from '../../../domain/access/rule.js';
import type { Article, ArticleStatus } from '../../../domain/articles/article.js';
import { rewriteLinks } from '../../import/links/rewrite-links.js';
import { scanLinks } from '../../import/links/scan-links.js';
import { type ArticleExtras, digestOf, EXTRAS_FIELD } from '../../import/wxr/extras.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { encodedSlug } from './wxr-terms.js';
import { asRead, cdata, element, xmlJson, xmlText } from './xml.js';

/** Data of an item besides its article. */
export interface ArticleItem {
  /** Login, or the author name from the meta data. */
  readonly author: string;
  /** Whether everyone may read it once it is published. */
  readonly isOpen: boolean;
  readonly terms: string;
  /** Item id of its featured image; 0 for none. */
  readonly thumbnail: number;
}

/** WordPress statuses. It has no "archived", and publishing such articles would present them as new. */
const STATES: Readonly<Record<ArticleStatus, string>> = {
  draft: 'draft',
  pending: 'pending',
  future: 'future',
  publish: 'publish',
  trash: 'trash',
  archived: 'draft',
};

export async function articleItem(
  kb: KnowledgeBase,
  article: Article,
  { author, isOpen, terms, thumbnail }: ArticleItem,
): Promise<string> {
  // Imports match pages by their real path, so permalink filters do not apply.
  const link = kb.links.url(article.locale, kb.articles.pathOf(article));
  const content = await contentOf(kb, article, link);
  const meta = kb.metaKeys.toFrontMatter(article.meta);
  const extras = extrasOf(kb, article, content, meta);
  const state = STATES[article.status];
  const fields: (readonly [key: string, value: string])[] = [
    ...Object.entries(meta).flatMap(([key, value]) => (isPlain(value) ? [[key, String(value)] as const] : [])),
    ...(thumbnail === 0 ? [] : [['_thumbnail_id', String(thumbnail)] as const]),
    [EXTRAS_FIELD, xmlJson(extras)],
  ];
  return item(kb, {
    id: article.id,
    type: 'post',
    title: article.title,
    link,
    guid: `urn:uuid:${article.uuid}`,
    author,
    content,
    excerpt: article.excerpt,
    slug: article.slug,
    parent: 0,
    order: article.menuOrder,
    sticky: article.sticky,
    // WordPress does not know our access rules, so restricted articles become visible to editors only.
    state: isOpen || state === 'draft' ? state : state === 'publish' ? 'private' : 'draft',
    date: article.publishedAt ?? article.createdAt,
    modified: article.modifiedAt,
    more: terms + fields.map(([key, value]) => postMeta(key, value)).join(''),
  });
}

/** Writes a media file, which the importing site downloads from here. */
export function attachmentItem(kb: KnowledgeBase, file: Attachment, id: number, parent: number): string {
  const url = new URL(file.url, kb.site.origin).href;
  return item(kb, {
    id,
    type: 'attachment',
    title: file.title,
    link: url,
    guid: url,
    author: '',
    content: file.description,
    excerpt: file.caption,
    slug: `file-${file.id}`,
    parent,
    order: 0,
    sticky: false,
    state: 'inherit',
    date: file.createdAt,
    modified: file.modifiedAt,
    more:
      element('wp:attachment_url', url) +
      (file.altText === '' ? '' : postMeta('_wp_attachment_image_alt', file.altText)),
  });
}

interface Item {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly link: string;
  readonly guid: string;
  readonly author: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly parent: number;
  readonly order: number;
  readonly sticky: boolean;
  readonly state: string;
  readonly date: Date;
  readonly modified: Date;
  /** XML elements that only some items have. */
  readonly more: string;
}

function item({ site }: KnowledgeBase, of: Item): string {
  return [
    '<item>',
    element('title', escapeHtml(of.title)),
    `<link>${xmlText(of.link)}</link>`,
    `<pubDate>${of.date.toUTCString().replace('GMT', '+0000')}</pubDate>`,
    element('dc:creator', of.author),
    `<guid isPermaLink="false">${xmlText(of.guid)}</guid>`,
    '<description></description>',
    element('content:encoded', of.content),
    element('excerpt:encoded', escapeHtml(of.excerpt)),
    element('wp:post_id', of.id),
    element('wp:post_date', localTime(of.date, site.timezone)),
    element('wp:post_date_gmt', gmt(of.date)),
    element('wp:post_modified', localTime(of.modified, site.timezone)),
    element('wp:post_modified_gmt', gmt(of.modified)),
    element('wp:comment_status', 'closed'),
    element('wp:ping_status', 'closed'),
    element('wp:post_name', encodedSlug(of.slug)),
    element('wp:status', of.state),
    element('wp:post_parent', of.parent),
    element('wp:menu_order', of.order),
    element('wp:post_type', of.type),
    element('wp:post_password', ''),
    element('wp:is_sticky', of.sticky ? 1 : 0),
    of.more,
    '</item>',
  ].join('\n');
}

function postMeta(key: string, value: string): string {
  return `<wp:postmeta>${element('wp:meta_key', key)}<wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;
}

/** HTML, as WordPress stores texts, with absolute links. */
async function contentOf(kb: KnowledgeBase, article: Article, link: string): Promise<string> {
  const html = article.contentFormat === 'markdown' ? (await kb.content.of(article)).html : article.content;
  const targets = scanLinks(html, 'html').flatMap((found) => {
    const { destination } = found;
    if (destination.startsWith('#') || destination === '' || !URL.canParse(destination, link)) return [];
    const { href } = new URL(destination, link);
    return URL.canParse(destination) ? [] : [{ link: found, href }];
  });
  return rewriteLinks(html, targets).text;
}

function extrasOf(
  { access }: KnowledgeBase,
  article: Article,
  content: string,
  { author: _author, ...meta }: Record<string, unknown>,
): ArticleExtras {
  const { content: text, contentFormat: format, locale, title, excerpt, ruleId } = article;
  const rule = ruleId === null ? null : (access.rules.get(ruleId) ?? toRule({ mode: 'nobody' }));
  return {
    locale,
    format,
    title,
    excerpt,
    meta,
    archived: article.status === 'archived',
    source: text === asRead(content) ? null : { text, sha256: digestOf(asRead(content)) },
    access: rule && toRuleView(rule),
    translation: article.translationKey ?? '',
    searchAliases: article.searchAliases,
  };
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Formats a date as `2026-11-22 07:00:00`, in UTC. */
function gmt(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a date in the same way, in the site's time zone. */
function localTime(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(date);
}
