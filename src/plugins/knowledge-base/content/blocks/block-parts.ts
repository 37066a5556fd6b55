import type { BlockReader } from '../../../../blocks.js';
import type { OwnedTemplates } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { KbReader } from './reader.js';

/** Dependencies of the blocks that vary by reader. */
export interface BlockParts {
  readonly kb: KnowledgeBase;
  readonly templates: Pick<OwnedTemplates, 'render'>;
  /** Converts a reader to one of the knowledge base, also where other parts of the site render blocks. */
  readonly readerFor: (reader: BlockReader) => KbReader;
  readonly stringsFor: (locale: string) => Strings;
}
