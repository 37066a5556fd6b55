import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isDay } from '../../../../calendar.js';
import { HostError } from '../../../../index.js';
import type { CommandOption } from '../../../../operations.js';
import { ARTICLE_STATUSES, type ArticleInput, type ArticleStatus } from '../../domain/articles/article.js';
import { invalidParam } from '../../domain/errors.js';

/** Options that set an article's values. */
export const INPUT_OPTIONS: readonly CommandOption[] = [
  { flags: '--title <title>', description: 'title' },
  { flags: '--content <text>', description: 'Markdown text' },
  { flags: '--content-file <file>', description: 'file with Markdown text; "-": standard input' },
  { flags: '--excerpt <text>', description: 'excerpt for lists and search engines' },
  { flags: '--slug <slug>', description: 'URL slug' },
  { flags: '--status <status>', description: 'state', choices: ARTICLE_STATUSES },
  { flags: '--date <time>', description: 'publication date, ISO 8601; with --status=future: a future date' },
  { flags: '--review-by <day>', description: 'review date, 2027-01-31; "none" to remove it' },
  { flags: '--category <ids>', description: 'category IDs separated by commas, primary category first' },
  { flags: '--tags <tags>', description: 'tags separated by commas' },
  {
    flags: '--order <number>',
    description: 'position in the category',
    integer: { minimum: -1_000_000, maximum: 1_000_000 },
  },
];

/** Reads the article input from options. @throws HostError 400 `vendor_kb_invalid_param`, `cli_file_unreadable` */
export async function readInput(options: Readonly<Record<string, unknown>>): Promise<ArticleInput> {
  const { title, content, contentFile, excerpt, slug, status, date, reviewBy, category, tags, order } = options;
  const source = contentFile === undefined ? content : await readSource(String(contentFile));
  return {
    ...(title === undefined ? {} : { title: titleOf(String(title)) }),
    ...(source === undefined ? {} : { content: String(source) }),
    ...(excerpt === undefined ? {} : { excerpt: String(excerpt) }),
    ...(slug === undefined ? {} : { slug: String(slug) }),
    ...(status === undefined ? {} : { status: status as ArticleStatus }),
    ...(date === undefined ? {} : { publishedAt: toDate(String(date)) }),
    ...(reviewBy === undefined ? {} : { reviewBy: toDay(String(reviewBy)) }),
    ...(category === undefined ? {} : { categoryIds: splitList(category).map(toId) }),
    ...(tags === undefined ? {} : { tags: splitList(tags) }),
    ...(order === undefined ? {} : { menuOrder: Number(order) }),
  };
}

/** Reads a file, or standard input for `-`. @throws HostError 400 `cli_file_unreadable` */
export async function readSource(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    const message = `The file "${file}" cannot be read. Choose another one, or - for standard input.`;
    throw new HostError('cli_file_unreadable', message, { status: 400 }, { cause: error });
  }
}

function titleOf(title: string): string {
  if (title.trim() !== '') return title;
  throw invalidParam('title', 'An article requires a title. Add --title "...".');
}

function splitList(value: unknown): string[] {
  return String(value)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function toDate(value: string): Date {
  const date = new Date(value);
  if (!Number.isNaN(date.getTime())) return date;
  throw invalidParam('date', `--date must be a time such as 2026-01-31T12:00:00Z, not "${value}".`);
}

function toDay(value: string): string | null {
  if (value === 'none') return null;
  if (isDay(value)) return value;
  throw invalidParam('review_by', `--review-by must be a day such as 2027-01-31, or none, not "${value}".`);
}

function toId(id: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw invalidParam('categories', `--category must be category IDs, not "${id}".`);
}
