import { createAdapter } from './adapter.js';

/** What the suite imports, on the compiled tier. */
export const createHooks = () => createAdapter(1);

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
