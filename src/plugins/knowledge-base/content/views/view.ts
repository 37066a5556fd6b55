import type { PluginContext } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Dependencies of page content, for requests and exported files. */
export interface View {
  readonly kb: KnowledgeBase;
  readonly context: Pick<PluginContext, 'hooks'>;
  readonly locale: string;
  /** Path relative to the knowledge base and locale, `''` for the home page. */
  readonly path: string;
  readonly strings: Strings;
  readonly viewer: KbViewer;
}
