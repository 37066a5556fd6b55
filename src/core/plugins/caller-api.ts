/** The plugin that requests another plugin's API. */
export interface ApiCaller {
  /** Owner name of everything the plugin registers. */
  readonly name: string;
  /**
   * Registers a callback for when the caller is deactivated or its setup fails.
   * @throws HostError `plugin_inactive` if that has already happened
   */
  onClose(callback: () => void | Promise<void>): void;
}

/** Key of the function that creates the API for a caller. A symbol cannot collide with a plugin's own names. */
const VIEW = Symbol('mortise.api-view');

/**
 * Returns an API with a separate view for each plugin that requests it.
 * Registrations can then be attributed to the caller and removed with it. The site, which calls through the host, gets
 * `api` itself.
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

/** Returns the API as the caller sees it. */
export function apiFor(api: unknown, caller: ApiCaller): unknown {
  const isObject = typeof api === 'object' && api !== null;
  const viewFor: unknown = isObject && VIEW in api ? api[VIEW] : undefined;
  return typeof viewFor === 'function' ? viewFor(caller) : api;
}
