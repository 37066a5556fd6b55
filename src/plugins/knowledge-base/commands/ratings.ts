import type { OwnedCommands } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** `mortise kb rating ...` */
export function registerRatingCommands(cli: OwnedCommands, { opinions }: KnowledgeBase): void {
  cli.command('kb rating recount', {
    summary: 'Count all votes anew, should counters ever differ from them',
    async run({ output }) {
      const articles = await opinions.ratings.recount();
      output.record({ articles });
    },
  });
}
