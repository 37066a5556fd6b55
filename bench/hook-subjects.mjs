// Equal work for each library: filters of one value, dispatched by name if the library supports names.
import { createHooks as createWordpressHooks } from '@wordpress/hooks';
import { createHooks as createHookable } from 'hookable';
import { SyncWaterfallHook } from 'tapable';
import { createHooks } from '../build/hooks/hooks.js';

/**
 * Creates functions with separate code, like callbacks of different plugins. Functions from one factory would share the
 * engine's optimizations and make every library look faster than it is.
 */
export function distinctCallbacks(count, isAsync = false) {
  return Array.from({ length: count }, (_, index) =>
    new Function(`return ${isAsync ? 'async ' : ''}(value) => value + ${index}`)(),
  );
}

export const hookNames = (count) => Array.from({ length: count }, (_, index) => `bench_hook_${index}`);

/** Isolates errors and measures one call in 64, as on a production site. */
export function createOurs({ names, callbacks, isAsync = false, asyncContext = false, sampleEvery = 64 }) {
  const hooks = createHooks({ strict: false, asyncContext, sampleEvery });
  for (const [index, name] of names.entries()) {
    hooks.define(name, { kind: 'filter', onError: 'isolate', async: isAsync ? 'allowed' : 'never' });
    for (const callback of callbacks[index]) hooks.addFilter(name, callback, { owner: 'bench' });
  }
  return hooks;
}

function createTheirs({ names, callbacks }) {
  const hooks = createWordpressHooks();
  for (const [index, name] of names.entries()) {
    for (const callback of callbacks[index]) hooks.addFilter(name, 'bench', callback);
  }
  return hooks;
}

/** Returns for each library a function that dispatches `times` times, cycling through all names. */
const SYNC = {
  mortise(hooked) {
    const { names } = hooked;
    const hooks = createOurs(hooked);
    return (times) => {
      let value;
      for (let turn = 0; turn < times; turn += 1) value = hooks.applyFilters(names[turn % names.length], 1);
      return value;
    };
  },
  wordpress(hooked) {
    const { names } = hooked;
    const hooks = createTheirs(hooked);
    return (times) => {
      let value;
      for (let turn = 0; turn < times; turn += 1) value = hooks.applyFilters(names[turn % names.length], 1);
      return value;
    };
  },
  tapable({ names, callbacks }) {
    const hooks = names.map((_, index) => {
      const hook = new SyncWaterfallHook(['value']);
      for (const callback of callbacks[index]) hook.tap('bench', callback);
      return hook;
    });
    return (times) => {
      let value;
      for (let turn = 0; turn < times; turn += 1) value = hooks[turn % hooks.length].call(1);
      return value;
    };
  },
  /** hookable has no filters, so the same callbacks are listeners. */
  hookable({ names, callbacks }) {
    const hooks = createHookable();
    for (const [index, name] of names.entries()) {
      for (const callback of callbacks[index]) hooks.hook(name, callback);
    }
    return (times) => {
      let value;
      for (let turn = 0; turn < times; turn += 1) value = hooks.callHook(names[turn % names.length], 1);
      return value;
    };
  },
  /** Handwritten loop: no names, no error handling, no changes. */
  loop({ names, callbacks }) {
    return (times) => {
      let value;
      for (let turn = 0; turn < times; turn += 1) {
        value = 1;
        for (const callback of callbacks[turn % names.length]) value = callback(value);
      }
      return value;
    };
  },
};

/** Same as above for dispatches awaited one after the other. */
const ASYNC = {
  mortise(hooked) {
    const { names } = hooked;
    const hooks = createOurs({ ...hooked, isAsync: true });
    return async (times) => {
      for (let turn = 0; turn < times; turn += 1) await hooks.applyFiltersAsync(names[turn % names.length], 1);
    };
  },
  wordpress(hooked) {
    const { names } = hooked;
    const hooks = createTheirs(hooked);
    return async (times) => {
      for (let turn = 0; turn < times; turn += 1) await hooks.applyFiltersAsync(names[turn % names.length], 1);
    };
  },
  hookable({ names, callbacks }) {
    const hooks = createHookable();
    for (const [index, name] of names.entries()) {
      for (const callback of callbacks[index]) hooks.hook(name, callback);
    }
    return async (times) => {
      for (let turn = 0; turn < times; turn += 1) await hooks.callHook(names[turn % names.length], 1);
    };
  },
  loop({ names, callbacks }) {
    return async (times) => {
      for (let turn = 0; turn < times; turn += 1) {
        let value = 1;
        for (const callback of callbacks[turn % names.length]) value = await callback(value);
      }
    };
  },
};

/** Adds a callback, dispatches `perChange` times, and removes it: the cost of a changing list. */
const CHURN = {
  mortise({ names: [name], callbacks, perChange }) {
    const hooks = createOurs({ names: [name], callbacks });
    const [extra] = distinctCallbacks(1);
    return (times) => {
      for (let turn = 0; turn < times; turn += perChange) {
        const { remove } = hooks.addFilter(name, extra, { owner: 'extra' });
        for (let count = 0; count < perChange; count += 1) hooks.applyFilters(name, 1);
        remove();
      }
    };
  },
  wordpress({ names: [name], callbacks, perChange }) {
    const hooks = createTheirs({ names: [name], callbacks });
    const [extra] = distinctCallbacks(1);
    return (times) => {
      for (let turn = 0; turn < times; turn += perChange) {
        hooks.addFilter(name, 'extra', extra);
        for (let count = 0; count < perChange; count += 1) hooks.applyFilters(name, 1);
        hooks.removeFilter(name, 'extra');
      }
    };
  },
};

/** Cost of measuring one call in 64 vs not measuring. */
const PROFILING = {
  mortise: SYNC.mortise,
  unprofiled: (hooked) => SYNC.mortise({ ...hooked, sampleEvery: Number.POSITIVE_INFINITY }),
};

export const SUBJECTS = { sync: SYNC, async: ASYNC, churn: CHURN, profiling: PROFILING };
