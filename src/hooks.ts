/**
 * 'mortise/hooks': types of actions and filters, and the errors of their callbacks. Plugins declare the names of
 * their hooks in the interfaces `Actions` and `Filters` of 'mortise'.
 *
 *     export function registerHooks(hooks: OwnedHooks): void {
 *       hooks.addAction('attachment_deleted', ({ id }) => forget(id));
 *     }
 */

export { HookError, HookTimeoutError, type TimeSpent } from './hooks/hook-error.js';
export type {
  CallbackFailure,
  Culprit,
  DispatchEvent,
  HookDefinition,
  HookDescription,
  HookEvents,
  HookExplanation,
  HookOptions,
  HookStatistics,
  Hooks,
  OwnedHooks,
  Subscription,
  SuspensionEvent,
  TapableHook,
  TracedCall,
  TracedDispatch,
  TraceOptions,
} from './hooks/hooks.js';
export type { Awaitable } from './hooks/names.js';
