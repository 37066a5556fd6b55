import { TIERS } from '../../hooks/declared.js';
import { createAdapter } from './adapter.js';

const { compileAfter } = TIERS.find(({ tier }) => tier === process.env.GUTENBERG_HOOKS_TIER) ?? {};
if (compileAfter === undefined) throw new Error('Which tier? prepareSuite() says it.');

/** Hooks for the suite, on the tier set by `prepareSuite`. */
export const createHooks = () => createAdapter(compileAfter);

export const {
  addAction,
  addFilter,
  removeAction,
  removeFilter,
  hasAction,
  hasFilter,
  removeAllActions,
  removeAllFilters,
  doAction,
  doActionAsync,
  applyFilters,
  applyFiltersAsync,
  currentAction,
  currentFilter,
  doingAction,
  doingFilter,
  didAction,
  didFilter,
  actions,
  filters,
} = createHooks();
