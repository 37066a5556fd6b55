// The same work for each library: filters of one value, dispatched by name where the library knows names.
import { createHooks as createWordpressHooks } from '@wordpress/hooks';
import { createHooks as createHookable } from 'hookable';
import { SyncWaterfallHook } from 'tapable';
import { createHooks } from '../build/hooks/hooks.js';

/**
 * Functions with code of their own each, as callbacks of different plugins are: functions from one factory would share
 * what the engine learns about them, and every library would look faster than it is.
 */
export function distinctCallbacks(count, isAsync = false) {
  return Array.from({ length: count }, (_, index) =>
    new Function(`return ${isAsync ? 'async ' : ''}(value) => value + ${index}`)(),
  );
}

export const hookNames = (count) => Array.from({ length: count }, (_, index) => `bench_hook_${index}`);

/** Errors are isolated, and one call in 64 is measured: what a production site has. */
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

/** For each library a function that dispatches so many times, all names in turn. */
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
  /** It knows no filters: the same callbacks as listeners. */
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
  /** What one would write by hand: no names, no errors, no changes. */
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

/** The same for dispatches that are awaited, one after the other. */
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

/** Adds a callback, dispatches `perChange` times, and removes it: what a list costs that changes. */
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

/** The price of measuring one call in 64, against not measuring. */
const PROFILING = {
  mortise: SYNC.mortise,
  unprofiled: (hooked) => SYNC.mortise({ ...hooked, sampleEvery: Number.POSITIVE_INFINITY }),
};

export const SUBJECTS = { sync: SYNC, async: ASYNC, churn: CHURN, profiling: PROFILING };
