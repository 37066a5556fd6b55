import type { BlockDefinition, BlockReader, DynamicInput, DynamicRendering } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { type MarkdownOptions, sanitizeOptions } from '../markdown.js';
import { sanitizeAll } from '../texts/text-work.js';
import type { DynamicParts } from './document.js';
import { createMarks, type Marks, type Place, replaceComments } from './place.js';
import { blockPolicy } from './policy.js';

/**
 * Blocks of one kind that are shown to a reader: each may cost a question to the database. Those beyond stay empty; a
 * text with more of them cannot be saved, but may have come by an import or be older than the limit.
 */
export const MAX_DYNAMIC = 50;

type Dynamic = DynamicRendering<Readonly<Record<string, unknown>>, unknown>;

/** What filling places works with. */
export interface Filling {
  readonly find: (name: string) => BlockDefinition | undefined;
  readonly classes: readonly string[];
  readonly reader: BlockReader;
  readonly options: MarkdownOptions;
  /** What callbacks make of a block. */
  readonly rendered: (html: string, block: ParsedBlock) => Promise<string>;
  readonly report: (block: string, error: unknown) => void;
}

/**
 * Shows the dynamic blocks of a document to one reader, with one `load` for all blocks of a kind. A block that fails is
 * not shown and takes nothing else with it.
 * @returns safe HTML
 */
export async function fillPlaces({ html, places }: DynamicParts, filling: Filling): Promise<string> {
  const { classes, options } = filling;
  const data = await loadAll(places, filling);
  const marks = createMarks();
  const rendered: string[] = [];
  for (const [index, place] of places.entries()) {
    const loaded = data.get(index);
    rendered.push(loaded ? await renderPlace(place, loaded, marks, filling) : '');
  }
  const safe = await sanitizeAll(rendered, blockPolicy(classes, sanitizeOptions(options)));
  const filled: string[] = [];
  // In their order: those inside of others come first.
  for (const text of safe) filled.push(marks.replace(text, (index) => filled[index] ?? ''));
  return replaceComments(html, (index) => filled[index] ?? '');
}

interface Loaded {
  readonly dynamic: Dynamic;
  readonly data: unknown;
}

async function loadAll(places: readonly Place[], { find, reader, report }: Filling): Promise<Map<number, Loaded>> {
  const byName = new Map<string, number[]>();
  for (const [index, { name }] of places.entries()) {
    const indexes = byName.get(name);
    if (!indexes) byName.set(name, [index]);
    else if (indexes.length < MAX_DYNAMIC) indexes.push(index);
  }
  const loaded = new Map<number, Loaded>();
  await Promise.all(
    [...byName].map(async ([name, indexes]) => {
      const dynamic = find(name)?.dynamic;
      if (!dynamic) return;
      try {
        const inputs = indexes.flatMap((index) => places[index] ?? []);
        const data = await dynamic.load(
          inputs.map((place) => inputOf(place, reader)),
          reader,
        );
        for (const [nth, index] of indexes.entries()) loaded.set(index, { dynamic, data: data[nth] });
      } catch (error) {
        report(name, error);
      }
    }),
  );
  return loaded;
}

function inputOf(
  { attributes, context, content }: Place,
  reader: BlockReader,
): DynamicInput<Readonly<Record<string, unknown>>> {
  return { attributes, context: { ...reader.context, ...context }, content };
}

/** Renders a block, with marks in place of the blocks inside. */
async function renderPlace(
  place: Place,
  { dynamic, data }: Loaded,
  marks: Marks,
  { reader, rendered, report }: Filling,
): Promise<string> {
  const content = replaceComments(place.content, (index) => marks.mark(index));
  try {
    const html = await dynamic.render(inputOf({ ...place, content }, reader), data, reader);
    const block: ParsedBlock = {
      blockName: place.name,
      attrs: place.attributes,
      innerBlocks: [],
      innerHTML: content,
      innerContent: content === '' ? [] : [content],
    };
    return await rendered(html, block);
  } catch (error) {
    report(place.name, error);
    return '';
  }
}
