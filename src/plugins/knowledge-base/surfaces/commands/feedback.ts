import type { OwnedCommands } from '../../../../operations.js';
import { commandRow, listCommand } from '../../../../resource.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { feedbackNotFound } from '../../domain/feedback/feedback.js';
import { feedbackList } from '../../domain/feedback/feedback-list.js';
import type { FeedbackStatus } from '../../domain/feedback/feedback-states.js';
import { change, DRY_RUN } from './dry-run.js';
import { forEachId } from './each-id.js';
import { ID } from './option-values.js';

const COLUMNS = ['id', 'status', 'type', 'article', 'author', 'created', 'message'] as const;

const IDS = { name: 'ids', description: 'IDs of feedback items', variadic: true } as const;
const NOTE = { flags: '--note <text>', description: 'note for moderators' } as const;

/** `mortise kb feedback ...` */
export function registerFeedbackCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { feedback } = kb.readerFeedback;

  cli.command(
    'kb feedback list',
    listCommand(feedbackList, kb, {
      summary: 'List feedback, newest first',
      columns: COLUMNS,
      narrow: (_, values) => ({ ...values, status: values.status ?? ['new', 'in_progress'] }),
    }),
  );

  function closing(name: string, status: FeedbackStatus, summary: string): void {
    const mails = status === 'resolved';
    cli.command(`kb feedback ${name}`, {
      summary,
      arguments: [IDS],
      options: [
        NOTE,
        DRY_RUN,
        ...(mails
          ? [
              { flags: '--fixed-version <number>', description: 'version of the article with the fix', integer: ID },
              { flags: '--silent', description: 'do not email the author' },
            ]
          : []),
      ],
      async run(command) {
        const { note, fixedVersion, silent } = command.options;
        const closed = {
          ...(note === undefined ? {} : { note: String(note) }),
          ...(fixedVersion === undefined ? {} : { fixedVersion: Number(fixedVersion) }),
          notifyAuthor: silent !== true,
        };
        const { done, code } = await change(kb, command, () =>
          forEachId(command.values, command, async (text) => {
            if (!/^\d{1,15}$/.test(text)) throw feedbackNotFound(text);
            return feedback.moveTo(Number(text), status, closed, command.user);
          }),
        );
        command.output.rows(
          done.map((item) => commandRow(feedbackList, item)),
          COLUMNS,
        );
        return code;
      },
    });
  }

  closing('resolve', 'resolved', 'Mark feedback as resolved');
  closing('reject', 'rejected', 'Mark feedback as rejected');
  closing('spam', 'spam', 'Mark feedback as spam; it is deleted after 30 days');
}
