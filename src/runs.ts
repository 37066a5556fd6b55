/**
 * 'mortise/runs': long-running work in steps, with progress, pause, resume, cancel and history.
 *
 *     const reindex = context.runs.define({ type: 'acme_reindex', title: 'Rebuild the recipe index', step });
 */

export { type AdoptedRuns, adoptRuns, jsonColumns } from './core/runs/adopt-runs.js';
export type { RunDefinition, RunErrors, RunningRun, RunPrivacy, StepResult } from './core/runs/definition.js';
export type { OwnedRuns } from './core/runs/owned-runs.js';
export { type FollowedRun, followRun } from './core/runs/progress-command.js';
export {
  isRunActive,
  percentOfRun,
  RUN_BADGES,
  RUN_STATUSES,
  type Run,
  type RunCounts,
  type RunEnd,
  type RunError,
  type RunStatus,
} from './core/runs/run.js';
export { type RunRoutes, type RunRouteTexts, runRoutes } from './core/runs/run-routes.js';
export type { RewriteRun, RunFilter } from './core/runs/run-rows.js';
export type { RunNowOptions, Runs, StartOptions } from './core/runs/runs.js';
