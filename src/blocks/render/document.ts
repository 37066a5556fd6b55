import { sanitizeHtml } from '../../core/html/sanitize.js';
import type { BlockTools } from '../definition/define-block.js';
import { parseBlocks } from '../grammar/parse.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { highlightSamples } from '../html.js';
import { ENGLISH } from '../lex-markdown.js';
import {
  assertRenderable,
  type MarkdownOptions,
  type RenderedMarkdown,
  sanitizeOptions,
  toHtml,
  withText,
} from '../markdown.js';
import { parseMarkdownBlocks } from '../markdown-blocks.js';
import { outline } from '../outline.js';
import { commentOf, createMarks, type Marks, type Place, replaceComments } from './place.js';
import { blockPolicy } from './policy.js';

export interface BlockOptions extends MarkdownOptions {
  /** `markdown`: blocks stand among Markdown. */
  readonly format: 'blocks' | 'markdown';
}

/** Blocks that wait until it is known who reads. */
export interface DynamicParts {
  /** The sanitised document with a comment for each of them. */
  readonly html: string;
  readonly places: readonly Place[];
}

/** A document as far as it is the same for every reader; `html` is without what depends on them. */
export interface RenderedBlocks extends RenderedMarkdown {
  readonly dynamic: DynamicParts | null;
}

/** A document that is being rendered. */
export interface Draft {
  readonly blocks: readonly ParsedBlock[];
  readonly tools: BlockTools;
  place(place: Place): string;
  /** What is shown in place of a block that failed. */
  failed(block: ParsedBlock, error: unknown): string;
  /** @param unsafe what the walk made */
  finish(unsafe: string): RenderedBlocks;
}

export interface DraftParts {
  /** Those of registered blocks. */
  readonly classes: readonly string[];
  readonly template: BlockTools['template'];
  /** Whether a comment says where a block failed. */
  readonly debug: boolean;
  readonly report: (block: string, error: unknown) => void;
}

/**
 * Begins to render a document.
 * @throws HostError `markdown_too_large` (413)
 */
export function draftOf(
  source: string,
  options: BlockOptions,
  { classes, template, debug, report }: DraftParts,
): Draft {
  assertRenderable(source, options.maxBytes);
  const labels = { ...ENGLISH, ...options.labels };
  const text = source.replace(/^\uFEFF/, '');
  const parsed =
    options.format === 'blocks' ? { blocks: parseBlocks(text), footnoteIds: [] } : parseMarkdownBlocks(text, labels);
  const places: Place[] = [];
  const failures: string[] = [];
  const failureMarks = debug ? createMarks() : null;
  let marks: Marks | undefined;
  const policy = blockPolicy(classes, sanitizeOptions(options));

  /** Sanitised, with comments in place of marks. */
  const safe = (html: string): string => {
    const clean = sanitizeHtml(html, policy);
    const placed = marks ? marks.replace(clean, commentOf) : clean;
    return failureMarks?.replace(placed, (index) => `<!-- ${failures[index]} could not be rendered -->`) ?? placed;
  };

  return {
    blocks: parsed.blocks,
    tools: { ...toolsFor(options.locale ?? 'en'), markdown: (text) => toHtml(text, labels).html, template },
    place(place) {
      marks ??= createMarks();
      places.push(place.content.trim() === '' ? { ...place, content: '' } : { ...place, content: safe(place.content) });
      return marks.mark(places.length - 1);
    },
    failed(block, error) {
      report(block.blockName ?? '', error);
      return failureMarks?.mark(failures.push(block.blockName ?? '') - 1) ?? '';
    },
    finish(unsafe) {
      const marked = safe(highlightSamples(unsafe));
      const { html, toc, ids } = outline(marked, labels, parsed.footnoteIds);
      const bare = places.length === 0 ? html : replaceComments(html, () => '');
      return {
        ...withText({ html: bare, toc, ids }, options.locale),
        dynamic: places.length === 0 ? null : { html, places },
      };
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
