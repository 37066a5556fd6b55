import { AsyncLocalStorage } from 'node:async_hooks';
import { STATEMENTS, type ToldStatement } from '../../src/core/database/statement-channel.js';
import type { Handler } from '../../src/core/http/send.js';

/** Hears what the database is asked, and on whose behalf. */
export interface StatementTrace {
  /** Runs `work` and answers the statements that it caused, in their order; what others cause meanwhile is left out. */
  of(work: () => unknown): Promise<string[]>;
  /** A listener whose requests belong to the work that is running when they arrive. */
  around(handler: Handler): Handler;
  stop(): void;
}

/** Begins to listen. Call it before the host is created: databases that are open already tell nothing. */
export function traceStatements(): StatementTrace {
  const heard = new AsyncLocalStorage<string[]>();
  let running: string[] = [];
  const listener = (message: unknown): void => void heard.getStore()?.push((message as ToldStatement).sql);
  STATEMENTS.subscribe(listener);
  return {
    async of(work) {
      const statements: string[] = [];
      running = statements;
      await heard.run(statements, work);
      return [...statements];
    },
    around: (handler) => (request, response, next) => heard.run(running, () => handler(request, response, next)),
    stop: () => void STATEMENTS.unsubscribe(listener),
  };
}

/** What a statement does, in two words: `select kb_articles`, `insert posts`, `begin`. */
export function inShort(sql: string): string {
  const [, verb = sql, table = ''] =
    /^(\w+)(?:.*?\b(?:from|into|update) [`"](\w+)[`"])?/is.exec(sql.replace(/^update/i, 'update update')) ?? [];
  return `${verb} ${table}`.trim();
}
