import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';

const EVENT = [{ name: 'event', description: 'ID, as in "outbox list"' }] as const;

const COLUMNS = ['event', 'action', 'state', 'attempts', 'announced', 'error'];

/** Commands of `mortise outbox`. */
export function outboxCommands(host: Host): CommandDefinitions {
  const { outbox } = host;
  return {
    'outbox list': {
      summary: 'List waiting and failed announced actions, oldest first, at most 1000',
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
      summary: 'Retry a failed action now, in a running site',
      arguments: EVENT,
      async run({ args, output }) {
        await outbox.retry(args.event ?? '');
        output.note(`${args.event} is queued again.`);
      },
    },
    'outbox discard': {
      summary: 'Discard a failed action, so later actions can continue',
      arguments: EVENT,
      async run({ args, output }) {
        await outbox.discard(args.event ?? '');
        output.note(`${args.event} is forgotten.`);
      },
    },
  };
}
