import { surroundings, within } from '../../hooks/async-context.js';
import { HostError } from '../errors.js';
import type { PageRequest } from '../pages/router.js';
import type { PluginApis } from '../plugins/plugin.js';
import type { RestRequest } from '../rest/route.js';

/** The host whose request is being answered, as far as code needs it that nobody has handed anything. */
export interface CurrentHost {
  /** What a plugin published. @throws HostError `plugin_missing` when it is not active */
  plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name];
  /** The innermost one: within a batch, or where something is embedded, the part that is being answered. */
  readonly request: RestRequest | PageRequest;
}

/** Has `currentHost` answer for one host while its requests are dealt with. */
export type WithinRequest = <Result>(request: CurrentHost['request'], work: () => Result) => Result;

export function createWithinRequest(plugin: CurrentHost['plugin']): WithinRequest {
  return (request, work) => {
    const current: CurrentHost = { plugin, request };
    return within(current, work);
  };
}

/**
 * The host of the request that is being answered, for functions without a context of their own: what they are called
 * by, hooks and templates too, may have waited as often as it likes.
 * @throws HostError `no_current_host` outside of REST and page requests: in jobs, commands and code of the site
 */
export function currentHost(): CurrentHost {
  const current = surroundings();
  // Nothing else puts anything there.
  if (current !== undefined) return current as CurrentHost;
  throw new HostError(
    'no_current_host',
    'No request is being answered here, so there is no current host. Use the API of the plugin: host.plugin(name), or context.plugin(name) in a plugin.',
  );
}
