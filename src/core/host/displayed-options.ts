import { type DisplayedOption, NOT_DISPLAYED } from '../admin/core-pages/system-facts.js';
import type { Config } from './config.js';

/** Options shown in the system report. Listed one by one, so that a new option cannot leak a secret. */
export function displayedOptions(config: Config): Readonly<Record<string, DisplayedOption>> {
  return {
    url: config.url,
    name: config.name,
    locale: config.locale,
    timezone: config.timezone,
    root: config.root,
    admin: config.admin,
    csp: typeof config.csp === 'function' ? NOT_DISPLAYED.set : config.csp,
    cspNonce: isSet(config.cspNonce),
    compat: config.compat,
    debug: config.debug,
    trustProxy: typeof config.trustProxy === 'function' ? NOT_DISPLAYED.set : config.trustProxy,
    cors: Array.isArray(config.cors?.origins) ? config.cors.origins.join(', ') : isSet(config.cors),
    identify: isSet(config.identify),
    layout: isSet(config.layout),
    templates: config.templates === undefined ? undefined : String(config.templates),
    theme: config.theme,
    texts: config.texts === undefined ? undefined : String(config.texts),
    uploadFolder: config.uploadFolder,
    bodyTimeout: config.bodyTimeout,
    previousSecrets: config.previousSecrets.length,
  };
}

function isSet(value: unknown): DisplayedOption {
  return value === undefined ? NOT_DISPLAYED.unset : NOT_DISPLAYED.set;
}
