import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { change, DRY_RUN } from './dry-run.js';

/** `mortise kb rating ...` */
export function registerRatingCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('kb rating recount', {
    summary: 'Recount all ratings',
    options: [DRY_RUN],
    async run(command) {
      const articles = await change(kb, command, () => kb.readerFeedback.ratings.recount());
      command.output.record({ articles });
    },
  });
}
