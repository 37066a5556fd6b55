/** Browser globals that `@wordpress/blocks` needs. */
export interface Dom {
  readonly window: object;
  readonly document: object;
  readonly Node: object;
}

interface JSDOM {
  new (): { readonly window: { readonly document: object; readonly Node: object } };
}

/** Creates browser globals with jsdom. @throws Error `MODULE_NOT_FOUND` if jsdom is not installed */
export function createDom(load: (name: string) => unknown): Dom {
  const { JSDOM: Browser } = load('jsdom') as { readonly JSDOM: JSDOM };
  const { window } = new Browser();
  return { window, document: window.document, Node: window.Node };
}

const NAMES = ['window', 'document', 'Node'] as const;

/**
 * Runs a synchronous call with browser globals, and removes them afterwards so that no other code detects a browser.
 */
export function withDom<T>(dom: Dom, call: () => T): T {
  const globals = globalThis as Record<string, unknown>;
  for (const name of NAMES) globals[name] = dom[name];
  try {
    return call();
  } finally {
    for (const name of NAMES) delete globals[name];
  }
}
