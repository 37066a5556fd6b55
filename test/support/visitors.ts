import { pino } from 'pino';
import type { Database } from '../../src/core/database/database.js';
import { defineVisitorHooks } from '../../src/core/visitors/hooks.js';
import { createVisitors, type OwnedVisitors, type Visitors } from '../../src/core/visitors/visitors.js';
import { createHooks, type Hooks } from '../../src/hooks/hooks.js';

/** Creates the visitors of a site in UTC. */
export function siteVisitors(
  db: Database,
  { now, hooks = visitorHooks() }: { readonly now?: () => Date; readonly hooks?: Hooks } = {},
): Visitors {
  const log = pino({ level: 'silent' });
  return createVisitors({ db, hooks, log, site: { timezone: 'UTC' }, ...(now && { now }) });
}

/** Creates the visitors of a plugin of that site. */
export function visitorsOf(db: Database, owner: string, now?: () => Date): OwnedVisitors {
  return siteVisitors(db, { ...(now && { now }) }).forOwner(owner);
}

export function visitorHooks(): Hooks {
  const hooks = createHooks();
  defineVisitorHooks(hooks.forOwner('core'));
  return hooks;
}
