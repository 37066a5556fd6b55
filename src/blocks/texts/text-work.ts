import { createThreadPool, type ThreadFailure } from '../../core/concurrency/thread-pool.js';
import { createTurns } from '../../core/concurrency/turns.js';
import { HostError } from '../../core/errors.js';
import type { SanitizeOptions } from '../../core/html/sanitize.js';
import { packageFile } from '../../core/package-file.js';
import type { HtmlOptions } from '../html.js';
import type { MarkdownOptions, RenderedMarkdown } from '../markdown.js';
import type { CutOptions } from './cut-html.js';
import type { LineDiff } from './line-diff.js';
import type { MergedText } from './merge-texts.js';
import { type TextTasks, textTasks } from './tasks.js';

/** Maximum UTF-16 code units processed in the main thread. That takes less time than starting a thread. */
const MAX_INLINE_LENGTH = 4_096;
/** Some patterns of markup take quadratic time, so a short text runs in the main thread only if it has little markup. */
const MAX_INLINE_MARKUP = 600;
const MARKUP = /[^\p{L}\p{N} ]/gu;

/** Many short texts, such as those of a list, are spread over turns of the event loop. */
const nextTurn = createTurns(4);

/** One pool per process, so that several hosts share its limits. Its threads end when idle. */
const pool = createThreadPool<TextTasks>({
  name: 'texts',
  script: packageFile('dist/blocks/texts/worker.js'),
  threads: 2,
  deadline: 5_000,
  memory: 512,
  refuse,
});

/**
 * Runs a task on texts without blocking the event loop: in a thread unless the texts are short.
 * @param texts inputs that determine the duration of the task
 * @throws HostError 503 `text_too_slow` after 5 seconds or with more than 512 MB of memory, `text_work_unavailable`;
 * an error of the task as the task threw it
 */
export async function runTextTask<Name extends keyof TextTasks>(
  name: Name,
  input: Parameters<TextTasks[Name]>[0],
  texts: readonly string[],
): Promise<ReturnType<TextTasks[Name]>> {
  if (!isQuick(texts)) return (await pool.run(name, input)) as ReturnType<TextTasks[Name]>;
  await nextTurn();
  const task = textTasks[name] as (input: Parameters<TextTasks[Name]>[0]) => ReturnType<TextTasks[Name]>;
  return task(input);
}

function isQuick(texts: readonly string[]): boolean {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_INLINE_LENGTH) return false;
  let markup = 0;
  for (const text of texts) for (const _sign of text.matchAll(MARKUP)) markup += 1;
  return markup <= MAX_INLINE_MARKUP;
}

/**
 * Renders Markdown of any origin to HTML that is safe to show.
 *
 * Supports GitHub's dialect with tables, task lists and footnotes, callouts, heading ids, and the tags of Hugo and
 * Liquid, which become code. Long texts are rendered in a thread.
 *
 * @throws HostError 413 `markdown_too_large` for a source above `maxBytes`; 503 `text_too_slow`,
 * `text_work_unavailable`
 * @example
 * const { html } = await renderMarkdown(recipe.text);
 */
export function renderMarkdown(source: string, options: MarkdownOptions = {}): Promise<RenderedMarkdown> {
  return runTextTask('markdown', { source, options }, [source]);
}

/**
 * Makes HTML of any origin safe to show, like the output of Markdown.
 *
 * Highlights code where a class `language-*` names its language, gives headings ids and lists them in the table of
 * contents, and makes tables and code scrollable. Long texts are rendered in a thread.
 *
 * @throws HostError 413 `markdown_too_large` for a source above `maxBytes`; 503 `text_too_slow`,
 * `text_work_unavailable`
 */
export function renderHtml(source: string, options: HtmlOptions = {}): Promise<RenderedMarkdown> {
  return runTextTask('html', { source, options }, [source]);
}

/**
 * Reduces HTML of any origin to markup that cannot run code, imitate the page around it or shadow its names. Sanitizing
 * a result again changes nothing. Long texts are sanitized in a thread.
 *
 * @throws HostError 503 `text_too_slow`, `text_work_unavailable`
 */
export async function sanitizeHtml(html: string, options: SanitizeOptions = {}): Promise<string> {
  const [safe = ''] = await sanitizeAll([html], options);
  return safe;
}

/** Sanitizes several texts. See {@link sanitizeHtml}. */
export function sanitizeAll(texts: readonly string[], options: SanitizeOptions): Promise<string[]> {
  return runTextTask('sanitize', { texts, options }, texts);
}

/**
 * Compares two texts line by line. Long texts are compared in a thread.
 *
 * @param names labels of the two texts, for `unified`
 * @throws HostError 503 `text_too_slow`, `text_work_unavailable`
 * @example
 * const { hunks, added, removed } = await diffLines(before.content, after.content, ['before', 'after']);
 */
export function diffLines(
  before: string,
  after: string,
  names: readonly [before: string, after: string],
): Promise<LineDiff> {
  return runTextTask('diffLines', { before, after, names }, [before, after]);
}

/**
 * Merges two changed versions of a text. Long texts are merged in a thread.
 *
 * @param base text that both changed; null if it is no longer available
 * @throws HostError 503 `text_too_slow`, `text_work_unavailable`
 */
export function mergeTexts(base: string | null, mine: string, theirs: string): Promise<MergedText> {
  return runTextTask('mergeTexts', { base, mine, theirs }, [base ?? '', mine, theirs]);
}

/**
 * Cuts sanitized HTML to its beginning, between words and outside of tags. Closes every open tag, and drops images
 * and other media. Long texts are cut in a thread.
 *
 * @throws HostError 503 `text_too_slow`, `text_work_unavailable`
 * @example
 * await cutHtml('<p>One two three</p>', { words: 2, firstSection: false }); // <p>One two…</p>
 */
export function cutHtml(html: string, options: CutOptions): Promise<string> {
  return runTextTask('cutHtml', { html, options }, [html]);
}

function refuse({ reason, deadline, memory, cause }: ThreadFailure): HostError {
  if (reason === 'deadline' || reason === 'memory') {
    return new HostError(
      'text_too_slow',
      `This text takes more than ${deadline / 1000} seconds or ${memory} MB of memory to process. Shorten it or split it into several.`,
      { status: 503, reason },
      { cause },
    );
  }
  return new HostError(
    'text_work_unavailable',
    'Too many long texts are being processed, or their thread failed. Try again in a moment.',
    { status: 503, reason },
    { cause },
  );
}
