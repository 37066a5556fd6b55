import { htmlToMarkdown } from '../../../../blocks.js';
import type { PageResponse } from '../../../../pages.js';
import type { TextView } from '../../content/views/article-texts.js';
import type { View } from '../../content/views/view.js';
import type { Article } from '../../domain/articles/article.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { READ_COSTS } from '../../domain/limits.js';
import { categoryData } from '../pages/category.js';
import type { Visit } from '../pages/visit.js';
import { asStranger, machineResponse } from './machine-response.js';

const TYPE = 'text/markdown';
/** Maximum articles of a category. Its HTML pages list all. */
const MAX_ARTICLES = 1_000;

/** Renders an article or category as Markdown for anonymous visitors; null if they may not read it. */
export async function markdownPage(visit: Visit, target: Article | Category): Promise<PageResponse | null> {
  const view = asStranger(visit);
  const { kb, viewer } = view;
  const isArticle = 'categoryIds' in target;
  const access = isArticle ? await kb.access.of(target, viewer) : await kb.access.ofCategory(target.id, viewer);
  if (!access.allowed) return null;
  if (!isArticle) visit.request.countReads(READ_COSTS.list);
  const body = isArticle ? await articleMarkdown(view, target) : await categoryMarkdown(view, target);
  const url = isArticle ? kb.permalinks.articleUrl(target) : kb.permalinks.categoryUrl(target);
  return machineResponse(visit.request, body, TYPE, {
    // Search engines should show the HTML page.
    Link: `<${url}>; rel="canonical"`,
    'X-Robots-Tag': 'noindex',
    Vary: 'Accept',
  });
}

/** Tells whether the client prefers Markdown over HTML. */
export function prefersMarkdown(accept = ''): boolean {
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
      return [type, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const markdownWeight = weights.get(TYPE) ?? 0;
  return markdownWeight > 0 && markdownWeight >= (weights.get('text/html') ?? 0);
}

/** Renders title, excerpt and text of an article as shown on its page. */
export async function articleMarkdown({ kb, viewer }: Pick<View, 'kb' | 'viewer'>, article: Article): Promise<string> {
  const lead = article.excerpt === '' ? '' : `> ${oneLine(article.excerpt)}\n\n`;
  const text = markdownOf(await kb.texts.of(article, viewer), kb.permalinks.articleUrl(article));
  return `# ${oneLine(article.title)}\n\n${lead}${text}`;
}

/** Markdown by rendered text, so that both leave memory together. */
const written = new WeakMap<Pick<TextView, 'html'>, { readonly url: string; readonly markdown: string }>();

/**
 * Converts a text to Markdown from its rendered form, once per rendered text.
 * The source may contain comments, unused definitions, and text hidden by plugins and blocks.
 * @param url URL of the page
 */
export function markdownOf(view: Pick<TextView, 'html'>, url: string): string {
  const before = written.get(view);
  if (before?.url === url) return before.markdown;
  const markdown = htmlToMarkdown(view.html, { url });
  written.set(view, { url, markdown });
  return markdown;
}

async function categoryMarkdown(view: View, category: Category): Promise<string> {
  const { kb, strings } = view;
  const { description, children, articles } = await categoryData(view, category, { page: 1, perPage: MAX_ARTICLES });
  const url = kb.permalinks.categoryUrl(category);
  const text = htmlToMarkdown(String(description), { url });
  const sections = [
    section(
      strings.text('category.children'),
      children.map(({ name, link, description: about }) => [name, link, about]),
    ),
    section(
      strings.text('category.articles'),
      articles.map(({ title, link, excerpt }) => [title, link, excerpt]),
    ),
  ];
  return [`# ${oneLine(category.name)}\n`, text, ...sections].filter((part) => part.trim() !== '').join('\n');

  function section(title: string, entries: readonly (readonly [string, string, string])[]): string {
    if (entries.length === 0) return '';
    return `## ${title}\n\n${entries.map((entry) => listEntry(kb.site.origin, ...entry)).join('')}`;
  }
}

/**
 * Renders a list entry that links to Markdown.
 * @param link a path of this site, or an absolute URL of another, which has no Markdown version
 */
export function listEntry(origin: string, title: string, link: string, about: string): string {
  const address = link.startsWith('/') ? `${origin}${link}.md` : link;
  const label = oneLine(title).replace(/[\\[\]]/g, '\\$&');
  return `- [${label}](${address})${about === '' ? '' : `: ${oneLine(about)}`}\n`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
