import { surroundings, within } from '../../hooks/async-context.js';
import { HostError } from '../errors.js';
import type { PageRequest } from '../pages/router.js';
import type { PluginApis } from '../plugins/plugin.js';
import type { RestRequest } from '../rest/route.js';

/** The host of the current request, for code that has no reference to it. */
export interface CurrentHost {
  /** Returns a plugin's API. @throws HostError `plugin_missing` if it is not active */
  plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name];
  /** The innermost request: within a batch or an embedded resource, the part being handled. */
  readonly request: RestRequest | PageRequest;
}

/** Runs work with `currentHost` set to the host of a request. */
export type WithinRequest = <Result>(request: CurrentHost['request'], work: () => Result) => Result;

export function createWithinRequest(plugin: CurrentHost['plugin']): WithinRequest {
  return (request, work) => {
    const current: CurrentHost = { plugin, request };
    return within(current, work);
  };
}

/**
 * Returns the host of the current request, for functions without a context, such as hooks and templates. It is kept
 * across asynchronous calls.
 * @throws HostError `no_current_host` outside of REST and page requests: in jobs, commands and code of the site
 * @example
 * const kb = currentHost().plugin('knowledge-base');
 */
export function currentHost(): CurrentHost {
  const current = surroundings();
  // Only `createWithinRequest` sets this value.
  if (current !== undefined) return current as CurrentHost;
  throw new HostError(
    'no_current_host',
    'There is no current host because no request is being handled. Use the API of the plugin: host.plugin(name), or context.plugin(name) in a plugin.',
  );
}
