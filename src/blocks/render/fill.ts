import type { BlockDefinition, BlockReader, DynamicInput, DynamicRendering } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { type MarkdownOptions, sanitizeOptions } from '../markdown.js';
import { sanitizeAll } from '../texts/text-work.js';
import type { DynamicParts } from './document.js';
import { createMarks, type Marks, type Place, replaceComments } from './place.js';
import { blockPolicy } from './policy.js';

/**
 * Maximum dynamic blocks of one type rendered for a reader, since each may cost a database query. Others stay empty.
 * A text with more of them cannot be saved, but may be imported or older than the limit.
 */
export const MAX_DYNAMIC = 50;

type Dynamic = DynamicRendering<Readonly<Record<string, unknown>>, unknown>;

/** Dependencies of {@link fillPlaces}. */
export interface Filling {
  readonly find: (name: string) => BlockDefinition | undefined;
  readonly classes: readonly string[];
  readonly reader: BlockReader;
  readonly options: MarkdownOptions;
  /** Applies the block filters. */
  readonly rendered: (html: string, block: ParsedBlock) => Promise<string>;
  readonly report: (block: string, error: unknown) => void;
}

/**
 * Renders the dynamic blocks of a document for one reader, with one `load` for all blocks of a type. A block that
 * fails is left out and does not affect the rest.
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
  // In order, because inner blocks come before the blocks around them.
  for (const text of safe) filled.push(marks.replace(text, (index) => filled[index] ?? ''));
  return replaceComments(html, (index) => filled[index] ?? '');
}

interface LoadedBlock {
  readonly dynamic: Dynamic;
  readonly data: unknown;
}

async function loadAll(places: readonly Place[], { find, reader, report }: Filling): Promise<Map<number, LoadedBlock>> {
  const byName = new Map<string, number[]>();
  for (const [index, { name }] of places.entries()) {
    const indexes = byName.get(name);
    if (!indexes) byName.set(name, [index]);
    else if (indexes.length < MAX_DYNAMIC) indexes.push(index);
  }
  const loaded = new Map<number, LoadedBlock>();
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

/** Renders a block, with marks in place of its inner dynamic blocks. */
async function renderPlace(
  place: Place,
  { dynamic, data }: LoadedBlock,
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
