import type { OwnedCommands } from '../../../index.js';
import { CACHE_GROUPS, type CacheGroup } from '../caches.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** `mortise kb cache ...` */
export function registerCacheCommands(cli: OwnedCommands, { caches }: Pick<KnowledgeBase, 'caches'>): void {
  cli.command('kb cache flush', {
    summary: 'Forget what running processes keep in memory',
    options: [
      {
        flags: '--group <group>',
        description: 'what of it',
        choices: [...CACHE_GROUPS, 'all'],
        default: 'all',
      },
    ],
    async run({ options, output }) {
      const groups = options.group === 'all' ? CACHE_GROUPS : [options.group as CacheGroup];
      await caches.flush(groups, { user: null, source: 'cli' });
      output.rows(
        groups.map((group) => ({ group })),
        ['group'],
      );
    },
  });
}
