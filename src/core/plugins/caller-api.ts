/** The plugin that asks for another one's API. */
export interface ApiCaller {
  /** Owner of everything that it registers. */
  readonly name: string;
  /**
   * Runs when the caller is deactivated, or could not be set up.
   * @throws HostError `plugin_inactive` once that has happened
   */
  onClose(callback: () => void | Promise<void>): void;
}

/** Where an API keeps how it looks to a caller: no name that a plugin could use by accident. */
const VIEW = Symbol('mortise.api-view');

/**
 * An API that looks different to each plugin that asks for it, so that it knows whose things are registered with it and
 * can take them away with their owner. The site, which asks through the host, gets `api` itself.
 *
 * ```ts
 * return apiPerPlugin(api, (caller) => ({
 *   ...api,
 *   addOven(oven) {
 *     caller.onClose(() => api.removeOven(oven));
 *     api.addOven(oven);
 *   },
 * }));
 * ```
 */
export function apiPerPlugin<Api extends object>(api: Api, viewFor: (caller: ApiCaller) => Api): Api {
  return Object.defineProperty(api, VIEW, { value: viewFor });
}

/** The API as a caller gets it. */
export function apiFor(api: unknown, caller: ApiCaller): unknown {
  const isObject = typeof api === 'object' && api !== null;
  const viewFor: unknown = isObject && VIEW in api ? api[VIEW] : undefined;
  return typeof viewFor === 'function' ? viewFor(caller) : api;
}
