import { coreMarkupFault } from './core/markup.js';
import type { BlockDefinition } from './definition/define-block.js';
import type { ParsedBlock } from './grammar/parsed-block.js';
import { serializeBlocks } from './grammar/serialize.js';
import { keepSpelling, spellingOf } from './grammar/spelling.js';
import type { RegisteredBlock } from './registry.js';
import { blockFault, blocksIn, createDynamicCount, type PlacedFault } from './validate.js';
import type { SaveChecker } from './wordpress/worker-thread.js';

/** Dependencies of {@link checkDocument}. */
export interface Checking {
  /** Registered blocks of the host. */
  readonly list: () => readonly RegisteredBlock[];
  readonly find: (name: string) => BlockDefinition | undefined;
  /** Modules that export the `save` functions of a plugin's blocks, by plugin. */
  readonly saves: ReadonlyMap<string, URL>;
  readonly checker: Pick<SaveChecker, 'check'>;
}

/**
 * Finds all faults of a document, at most one per block, in document order.
 *
 * Checks the grammar, attributes, and markup against the output of the block's `save`. Unregistered blocks, and
 * static blocks of plugins without a `saves` module, skip the comparison of markup. Core blocks are checked for their
 * root element.
 * @throws HostError those of {@link SaveChecker.check}
 */
export async function checkDocument(
  source: string,
  { list, find, saves, checker }: Checking,
): Promise<readonly PlacedFault[]> {
  const found: PlacedFault[] = [];
  const toCheck: { readonly block: ParsedBlock; readonly line: number }[] = [];
  const own = list().filter(({ owner }) => owner !== 'core');
  const checked = own.filter(({ definition, owner }) => definition.dynamic !== undefined || saves.has(owner));
  const names: ReadonlySet<string> = new Set(checked.map(({ definition }) => definition.metadata.name));
  const isOneTooMany = createDynamicCount(find);
  for (const placed of blocksIn(source)) {
    const { block, line } = placed;
    const markup = coreMarkupFault(block);
    const surplus = isOneTooMany(block);
    const fault =
      blockFault(placed, find) ??
      (surplus && { ...surplus, line }) ??
      (markup && { block: block.blockName ?? '', attribute: null, message: markup, line });
    if (fault) found.push(fault);
    else if (block.blockName !== null && names.has(block.blockName)) toCheck.push({ block, line });
  }
  const blocks = checked.map(({ definition: { metadata, dynamic } }) => ({
    metadata,
    isDynamic: dynamic !== undefined,
  }));
  const setup = { modules: [...saves.values()].map(String), blocks };
  const reasons = await checker.check(
    setup,
    toCheck.map(({ block }) => serializeBlocks([alone(block)])),
  );
  for (const [index, { block, line }] of toCheck.entries()) {
    const reason = reasons[index];
    if (reason) found.push({ block: block.blockName ?? '', attribute: null, message: messageFor(block, reason), line });
  }
  return found.toSorted((one, other) => one.line - other.line);
}

function messageFor({ blockName }: ParsedBlock, reason: string): string {
  return `The markup of "${blockName}" differs from what the editor would store: ${reason}`;
}

/** Copies a block without its inner blocks, which is what the editor compares. */
function alone(block: ParsedBlock): ParsedBlock {
  const spelling = spellingOf(block);
  const innerContent = block.innerContent.filter((part) => part !== null);
  const copy: ParsedBlock = { ...block, innerBlocks: [], innerContent };
  return spelling ? keepSpelling(copy, spelling) : copy;
}
