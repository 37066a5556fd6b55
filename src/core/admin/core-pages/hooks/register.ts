import type { Hooks } from '../../../../hooks/hooks.js';
import type { OwnedAdmin } from '../../registry.js';
import { registerHookList } from './hook-list.js';
import { registerHookPage } from './hook-page.js';

/** What the pages about hooks work with. */
export interface HookPagesParts {
  readonly hooks: Pick<Hooks, 'list' | 'stats' | 'resume'>;
}

/** The hook inspector: which hooks there are, who is on them and what that costs. */
export function registerHookPages(own: OwnedAdmin, parts: HookPagesParts): void {
  registerHookList(own, parts);
  registerHookPage(own, parts);
}
