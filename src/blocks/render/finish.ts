import { type SanitizeOptions, sanitizeHtml } from '../../core/html/sanitize.js';
import { highlightSamples } from '../html.js';
import type { MarkdownLabels } from '../lex-markdown.js';
import { type RenderedMarkdown, withText } from '../markdown.js';
import { outline } from '../outline.js';
import { commentOf, marksOf, replaceComments } from './place.js';

/** Document whose blocks are rendered but not safe yet. Plain data, for threads. */
export interface UnfinishedDocument {
  readonly html: string;
  /** Content of the dynamic blocks, inner ones first. */
  readonly places: readonly string[];
  /** Word of the marks for dynamic blocks. */
  readonly placeWord: string;
  /** Names of blocks that failed. Each gets a comment at its mark. */
  readonly failures: readonly string[];
  /** Word of the marks for failed blocks. */
  readonly failureWord: string;
  readonly policy: SanitizeOptions;
  readonly labels: MarkdownLabels;
  readonly footnoteIds: readonly string[];
  readonly locale: string | undefined;
}

/** Document without its dynamic blocks. */
export interface FinishedDocument extends RenderedMarkdown {
  /** The document with a comment in place of each dynamic block; empty without any. */
  readonly htmlWithPlaces: string;
  /** Sanitized content of the dynamic blocks. */
  readonly places: readonly string[];
}

/** Sanitizes a document and adds what authors may not write themselves: ids of headings, scrollable tables. */
export function finishDocument(document: UnfinishedDocument): FinishedDocument {
  const { policy, labels, failures } = document;
  const placeMarks = marksOf(document.placeWord);
  const failureMarks = marksOf(document.failureWord);

  const safe = (html: string): string => {
    const placed = placeMarks.replace(sanitizeHtml(html, policy), commentOf);
    return failureMarks.replace(placed, (index) => `<!-- ${failures[index]} could not be rendered -->`);
  };

  const { html, toc } = outline(safe(highlightSamples(document.html)), labels, document.footnoteIds);
  const bare = document.places.length === 0 ? html : replaceComments(html, () => '');
  return {
    ...withText({ html: bare, toc }, document.locale),
    htmlWithPlaces: document.places.length === 0 ? '' : html,
    places: document.places.map((content) => (content.trim() === '' ? '' : safe(content))),
  };
}
