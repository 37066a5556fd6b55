import type { Hooks } from '../../../../hooks/hooks.js';
import type { CoreArea } from '../core-pages.js';
import { registerHookList } from './hook-list.js';
import { registerHookPage } from './hook-page.js';

/** Services that the hook pages use. */
export interface HookPagesParts {
  readonly hooks: Pick<Hooks, 'list' | 'stats' | 'resume'>;
}

/** Registers the hook inspector: all hooks, their callbacks and the time they take. */
export function registerHookPages(area: CoreArea, parts: HookPagesParts): void {
  registerHookList(area, parts);
  registerHookPage(area, parts);
}
