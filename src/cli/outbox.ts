import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';

const EVENT = [{ name: 'event', description: 'what "outbox list" shows' }] as const;

const COLUMNS = ['event', 'action', 'state', 'attempts', 'announced', 'error'];

/** Commands of `mortise outbox`. */
export function outboxCommands(host: Host): CommandDefinitions {
  const { outbox } = host;
  return {
    'outbox list': {
      summary: 'List announced actions that wait or have failed, the oldest first, a thousand at most',
      async run({ output }) {
        const events = await outbox.list();
        const rows = events.map(({ eventId, topic, state, attempts, createdAt, error }) => ({
          event: eventId,
          action: topic,
          state,
          attempts,
          announced: createdAt.toISOString(),
          error,
        }));
        output.rows(rows, COLUMNS);
      },
    },
    'outbox retry': {
      summary: 'Tell an action that failed to all its listeners again now, in a process that serves',
      arguments: EVENT,
      async run({ args, output }) {
        await outbox.retry(args.event ?? '');
        output.note(`${args.event} waits to be delivered again.`);
      },
    },
    'outbox discard': {
      summary: 'Forget an action that failed, so that later ones go on',
      arguments: EVENT,
      async run({ args, output }) {
        await outbox.discard(args.event ?? '');
        output.note(`${args.event} is forgotten.`);
      },
    },
  };
}
