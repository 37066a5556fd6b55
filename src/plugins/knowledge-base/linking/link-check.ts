import type { Job, PluginContext } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { checkLinks } from './check-links.js';

/** A look at all links that somebody asked for, besides that of every night. */
export interface LinkCheck {
  /** Begins one, or finds the one that is under way. */
  start(): Promise<void>;
  /** The one that waits or runs. */
  current(): Promise<Job | null>;
}

/** Where the id of the last one is kept, for all processes. */
const LAST = 'kb_link_check';

export function createLinkCheck(
  { jobs, options }: Pick<PluginContext, 'jobs' | 'options'>,
  kb: KnowledgeBase,
): LinkCheck {
  const last = options.define({
    ...{ name: LAST, default: '', autoload: false },
    schema: { type: 'string', maxLength: 64 },
  });
  const queue = jobs.define<null, void>({
    name: 'kb_check_links_now',
    title: 'Look now where the links of articles lead',
    attempts: 2,
    async run({ signal, progress }) {
      await checkLinks(kb, signal, progress);
      signal.throwIfAborted();
    },
  });
  return {
    async start() {
      const { id } = await queue.add(null, { key: 'all' });
      await last.set(id);
    },
    async current() {
      const id = await last.get();
      const job = id === '' ? null : await jobs.get(id);
      return job && job.endedAt === null ? job : null;
    },
  };
}
