import { type Logger, stdSerializers } from 'pino';
import { createHooks, type Hooks, type OwnedHooks } from '../../hooks/hooks.js';
import { defineAccessHooks } from '../access/hooks.js';
import { defineContentHooks } from '../content/hooks.js';
import { defineIdentityHooks } from '../identity/hooks.js';
import { defineMediaHooks } from '../media/hooks.js';
import { defineLifecycleHooks } from '../plugins/hooks.js';
import { definePrivacyHooks } from '../privacy/hooks.js';
import { defineRestHooks } from '../rest/hooks.js';
import { defineSettingsHooks } from '../settings/hooks.js';
import type { TemplateLocation } from '../templates/template-locations.js';
import { defineVisitorHooks } from '../visitors/hooks.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** The site requested the handler: this process is going to serve requests. */
    host_serving(): void | Promise<void>;
  }
  interface Filters {
    /** The folders searched for a template. A location with a priority below 10 comes before the site's own folder. */
    template_locations(locations: TemplateLocation[], template: string, data: object): TemplateLocation[];
  }
}

/** Creates the hooks of a host. Mistakes, errors and slow callbacks are logged with their owner. */
export function createHostHooks({ log, debug }: { log: Logger; debug: boolean }): Hooks {
  const detailOf = ({ error, ...detail }: Record<string, unknown>) => ({
    ...detail,
    ...(error === undefined ? {} : { err: error }),
  });
  const hooks = createHooks({
    strict: debug,
    warn: (message, detail) => log.warn(detailOf(detail), message),
    report: (message, detail) => log.error(detailOf(detail), message),
  });
  hooks.on('slowCallback', (slow) => log.warn(slow, 'A callback blocked the event loop'));
  defineCoreHooks(hooks.forOwner('core'));
  return hooks;
}

/** Adds the owner of the failed callback to every logged error, wherever it was caught. */
export function logWithCulprits(log: Logger, hooks: Hooks): Logger {
  const err = (error: Error) => {
    const culprit = hooks.culpritOf(error);
    return { ...stdSerializers.err(error), ...(culprit ? { culprit } : {}) };
  };
  return log.child({}, { serializers: { err } });
}

function defineCoreHooks(hooks: OwnedHooks): void {
  hooks.define('host_serving', { kind: 'action', since: '0.1.0', async: 'allowed', decorating: true });
  hooks.define('template_locations', { kind: 'filter', since: '0.1.0', decorating: true, accepts: isListOfLocations });
  defineAccessHooks(hooks);
  defineContentHooks(hooks);
  defineIdentityHooks(hooks);
  defineLifecycleHooks(hooks);
  defineMediaHooks(hooks);
  definePrivacyHooks(hooks);
  defineRestHooks(hooks);
  defineSettingsHooks(hooks);
  defineVisitorHooks(hooks);
}

function isListOfLocations(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((item) => typeof item?.path === 'string' && Number.isFinite(item.priority))
  );
}
