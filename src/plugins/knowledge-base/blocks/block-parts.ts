import type { BlockReader } from '../../../blocks.js';
import type { OwnedTemplates, Strings } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { KbReader } from './reader.js';

/** What the blocks that depend on who reads are made with. */
export interface BlockParts {
  readonly kb: KnowledgeBase;
  readonly templates: Pick<OwnedTemplates, 'render'>;
  /** The reader as the knowledge base knows them, also where something else of the site shows blocks. */
  readonly readerFor: (reader: BlockReader) => KbReader;
  readonly stringsFor: (locale: string) => Strings;
}
