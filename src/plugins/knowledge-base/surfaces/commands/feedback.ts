import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { feedbackNotFound } from '../../domain/feedback/feedback.js';
import { FEEDBACK_TYPES, type FeedbackItem, type FeedbackType } from '../../domain/feedback/feedback-item.js';
import { findFeedback } from '../../domain/feedback/feedback-query.js';
import { FEEDBACK_STATUSES, type FeedbackStatus } from '../../domain/feedback/feedback-states.js';
import { change, DRY_RUN } from './dry-run.js';
import { forEachId } from './each-id.js';
import { ID } from './option-values.js';

const COLUMNS = ['id', 'status', 'type', 'article', 'author', 'created', 'message'] as const;

const IDS = { name: 'ids', description: 'IDs of feedback items', several: true } as const;
const NOTE = { flags: '--note <text>', description: 'note for moderators' } as const;

/** `mortise kb feedback ...` */
export function registerFeedbackCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { feedback } = kb.readerFeedback;

  cli.command('kb feedback list', {
    summary: 'List feedback, newest first',
    options: [
      {
        flags: '--status <status>',
        description: 'status; "open": new and in_progress; or "any"',
        choices: [...FEEDBACK_STATUSES, 'open', 'any'],
        default: 'open',
      },
      { flags: '--type <type>', description: 'type of feedback', choices: FEEDBACK_TYPES },
      { flags: '--article <id>', description: 'about this article', integer: ID },
      { flags: '--search <words>', description: 'with these words in the message or the name' },
      {
        flags: '--limit <number>',
        description: 'maximum number of rows',
        default: 100,
        integer: { minimum: 1, maximum: 1_000_000 },
      },
    ],
    async run({ options, output }) {
      const { items, total } = await findFeedback(
        kb.db,
        {
          statuses: statusesOf(String(options.status)),
          types: options.type === undefined ? undefined : [options.type as FeedbackType],
          article: options.article === undefined ? undefined : Number(options.article),
          search: options.search === undefined ? undefined : String(options.search),
        },
        { direction: 'desc', limit: Number(options.limit), offset: 0 },
      );
      output.rows(items.map(describe), COLUMNS);
      if (items.length < total) output.note(`${items.length} of ${total} rows; use --limit for more.`);
    },
  });

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
        command.output.rows(done.map(describe), COLUMNS);
        return code;
      },
    });
  }

  closing('resolve', 'resolved', 'Mark feedback as resolved');
  closing('reject', 'rejected', 'Mark feedback as rejected');
  closing('spam', 'spam', 'Mark feedback as spam; it is deleted after 30 days');
}

function statusesOf(status: string): readonly FeedbackStatus[] | undefined {
  if (status === 'any') return undefined;
  return status === 'open' ? ['new', 'in_progress'] : [status as FeedbackStatus];
}

function describe(item: FeedbackItem) {
  return {
    id: item.id,
    status: item.status,
    type: item.type,
    article: item.articleId,
    version: item.articleVersion,
    author: item.authorName ?? '',
    rating: item.rating,
    note: item.note,
    fixed_version: item.fixedVersion,
    created: item.createdAt.toISOString(),
    updated: item.updatedAt.toISOString(),
    message: item.message,
  };
}
