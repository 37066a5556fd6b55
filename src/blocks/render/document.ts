import type { BlockTools } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { ENGLISH } from '../lex-markdown.js';
import { assertRenderable, type MarkdownOptions, type RenderedMarkdown, sanitizeOptions } from '../markdown.js';
import { readBlocks } from '../read-blocks.js';
import { runTextTask } from '../texts/text-work.js';
import { createMarks, type Place } from './place.js';
import { blockPolicy } from './policy.js';

/** Options for rendering a document of blocks. */
export interface BlockOptions extends MarkdownOptions {
  /** `markdown` for Markdown that may contain blocks. */
  readonly format: 'blocks' | 'markdown';
}

/** Dynamic blocks, to be rendered once the reader is known. */
export interface DynamicParts {
  /** Sanitized document with a comment for each of them. */
  readonly html: string;
  readonly places: readonly Place[];
}

/** Document rendered as far as it is the same for every reader; `html` omits the blocks that depend on the reader. */
export interface RenderedBlocks extends RenderedMarkdown {
  readonly dynamic: DynamicParts | null;
}

/** Document that is being rendered. */
export interface Draft {
  readonly blocks: readonly ParsedBlock[];
  readonly tools: BlockTools;
  place(place: Place): string;
  /** Reports a failed block. Returns the HTML shown in its place. */
  failed(block: ParsedBlock, error: unknown): string;
  /** @param unsafe output of `walkBlocks` */
  finish(unsafe: string): Promise<RenderedBlocks>;
}

export interface DraftParts {
  /** CSS classes of registered blocks. */
  readonly classes: readonly string[];
  readonly template: BlockTools['template'];
  /** Whether a comment marks the place of a failed block. */
  readonly debug: boolean;
  readonly report: (block: string, error: unknown) => void;
}

/**
 * Starts rendering a document.
 * @throws HostError 413 `markdown_too_large`, `blocks_too_many`; 503 `text_too_slow`, `text_work_unavailable`
 */
export async function draftOf(
  source: string,
  options: BlockOptions,
  { classes, template, debug, report }: DraftParts,
): Promise<Draft> {
  assertRenderable(source, options.maxBytes);
  const labels = { ...ENGLISH, ...options.labels };
  const text = source.replace(/^\uFEFF/, '');
  const { document, footnoteIds } =
    options.format === 'blocks'
      ? { document: text, footnoteIds: [] }
      : await runTextTask('markdownDocument', { source: text, labels }, [text]);
  const places: Place[] = [];
  const placeMarks = createMarks();
  const failures: string[] = [];
  const failureMarks = createMarks();
  const policy = blockPolicy(classes, sanitizeOptions(options));

  return {
    blocks: readBlocks(document),
    tools: {
      ...toolsFor(options.locale ?? 'en'),
      markdown: (markdown) => runTextTask('markdownToHtml', { source: markdown, labels }, [source]),
      template,
    },
    place: (place) => placeMarks.mark(places.push(place) - 1),
    failed(block, error) {
      report(block.blockName ?? '', error);
      return debug ? failureMarks.mark(failures.push(block.blockName ?? '') - 1) : '';
    },
    async finish(html) {
      const contents = places.map(({ content }) => content);
      const unfinished = {
        html,
        policy,
        labels,
        footnoteIds,
        failures,
        locale: options.locale,
        places: contents,
        placeWord: placeMarks.word,
        failureWord: failureMarks.word,
      };
      const {
        htmlWithPlaces,
        places: safe,
        ...rendered
      } = await runTextTask('finishDocument', unfinished, [html, ...contents]);
      if (places.length === 0) return { ...rendered, dynamic: null };
      const sanitized = places.map((place, index) => ({ ...place, content: safe[index] ?? '' }));
      return { ...rendered, dynamic: { html: htmlWithPlaces, places: sanitized } };
    },
  };
}

function toolsFor(locale: string): Pick<BlockTools, 'locale' | 'uniqueName'> {
  const names = new Map<string, number>();
  return {
    locale,
    uniqueName(prefix) {
      const number = (names.get(prefix) ?? 0) + 1;
      names.set(prefix, number);
      return `${prefix}-${number}`;
    },
  };
}
