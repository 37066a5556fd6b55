import type { PluginContext } from '../../../../index.js';
import type { Job } from '../../../../services.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { checkLinks } from './check-links.js';

/** Link check on demand, besides the nightly one. */
export interface LinkCheck {
  /** Starts a check or finds the one in progress. */
  start(): Promise<void>;
  /** Returns the waiting or running check. */
  current(): Promise<Job | null>;
}

/** Option with the id of the last check, shared by all processes. */
const LAST = 'kb_link_check';

export function createLinkCheck(
  { jobs, options }: Pick<PluginContext, 'jobs' | 'options'>,
  kb: KnowledgeBase,
): LinkCheck {
  const last = options.define({
    name: LAST,
    default: '',
    autoload: false,
    schema: { type: 'string', maxLength: 64 },
  });
  const queue = jobs.define<null, void>({
    name: 'kb_check_links_now',
    title: 'Check links of articles now',
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
