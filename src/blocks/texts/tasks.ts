import { type SanitizeOptions, sanitizeHtml } from '../../core/html/sanitize.js';
import { cleanDocument } from '../clean.js';
import { type HtmlOptions, renderHtml } from '../html.js';
import type { MarkdownLabels } from '../lex-markdown.js';
import { type MarkdownOptions, type RenderedMarkdown, renderMarkdown, toHtml } from '../markdown.js';
import { type MarkdownDocument, markdownDocument } from '../markdown-blocks.js';
import { type FinishedDocument, finishDocument, type UnfinishedDocument } from '../render/finish.js';
import { type CutOptions, cutHtml } from './cut-html.js';
import { diffLines, type LineDiff } from './line-diff.js';
import { type MergedText, mergeTexts } from './merge-texts.js';

/** Tasks on texts whose duration depends on what authors write. Inputs and results are plain data, for threads. */
export const textTasks = {
  markdown: ({ source, options }: { source: string; options: MarkdownOptions }): RenderedMarkdown =>
    renderMarkdown(source, options),
  html: ({ source, options }: { source: string; options: HtmlOptions }): RenderedMarkdown =>
    renderHtml(source, options),
  sanitize: ({ texts, options }: { texts: readonly string[]; options: SanitizeOptions }): string[] =>
    texts.map((text) => sanitizeHtml(text, options)),
  markdownToHtml: ({ source, labels }: { source: string; labels: MarkdownLabels }): string =>
    toHtml(source, labels).html,
  markdownDocument: ({ source, labels }: { source: string; labels: MarkdownLabels }): MarkdownDocument =>
    markdownDocument(source, labels),
  finishDocument: (document: UnfinishedDocument): FinishedDocument => finishDocument(document),
  cleanDocument: ({ source, ...cleaning }: { source: string; classes: readonly string[]; stored: string }): string =>
    cleanDocument(source, cleaning),
  diffLines: (input: { before: string; after: string; names: readonly [string, string] }): LineDiff =>
    diffLines(input.before, input.after, input.names),
  mergeTexts: ({ base, mine, theirs }: { base: string | null; mine: string; theirs: string }): MergedText =>
    mergeTexts(base, mine, theirs),
  cutHtml: ({ html, options }: { html: string; options: CutOptions }): string => cutHtml(html, options),
};

export type TextTasks = typeof textTasks;
