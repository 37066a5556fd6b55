// The same work for each library: filters with one value, dispatched by name where the library knows names.
import { createHooks as createWordpressHooks } from '@wordpress/hooks';
import { createHooks as createHookable } from 'hookable';
import { SyncWaterfallHook } from 'tapable';
import { createHooks } from '../dist/hooks/hooks.js';

/**
 * Functions with code of their own each, as callbacks of different plugins are: functions from one factory would share
 * what the engine learns about them, and every library would look faster than it is.
 */
function distinct(count, source) {
  return Array.from({ length: count }, (_, index) => new Function(`return ${source(index)}`)());
}

/** @returns for each library a function that dispatches so many times, over all names in turn */
export function subjects(kind, { count, names }, libraries) {
  const hookNames = Array.from({ length: names }, (_, index) => `bench_hook_${index}`);
  const callbacks = hookNames.map(() => distinct(count, (index) => `(value) => value + ${index}`));
  return Object.fromEntries(libraries.map((library) => [library, SYNC[library](hookNames, callbacks)]));
}

const SYNC = {
  mortise(names, callbacks) {
    const hooks = createHooks({ strict: false, asyncContext: false });
    names.forEach((name, index) => {
      hooks.define?.(name, { kind: 'filter', onError: 'isolate' });
      for (const callback of callbacks[index]) hooks.addFilter(name, callback, { owner: 'bench' });
    });
    return (times) => {
      let value = 0;
      for (let turn = 0; turn < times; turn += 1) value = hooks.applyFilters(names[turn % names.length], 1);
      return value;
    };
  },
  wordpress(names, callbacks) {
    const hooks = createWordpressHooks();
    names.forEach((name, index) => {
      for (const callback of callbacks[index]) hooks.addFilter(name, 'bench', callback);
    });
    return (times) => {
      let value = 0;
      for (let turn = 0; turn < times; turn += 1) value = hooks.applyFilters(names[turn % names.length], 1);
      return value;
    };
  },
  tapable(names, callbacks) {
    const hooks = names.map((_, index) => {
      const hook = new SyncWaterfallHook(['value']);
      for (const callback of callbacks[index]) hook.tap('bench', callback);
      return hook;
    });
    return (times) => {
      let value = 0;
      for (let turn = 0; turn < times; turn += 1) value = hooks[turn % hooks.length].call(1);
      return value;
    };
  },
  /** It has no filters: an action with the same callbacks. */
  hookable(names, callbacks) {
    const hooks = createHookable();
    names.forEach((name, index) => {
      for (const callback of callbacks[index]) hooks.hook(name, callback);
    });
    return (times) => {
      let value = 0;
      for (let turn = 0; turn < times; turn += 1) value = hooks.callHook(names[turn % names.length], 1);
      return value;
    };
  },
  loop(names, callbacks) {
    return (times) => {
      let value = 0;
      for (let turn = 0; turn < times; turn += 1) {
        value = 1;
        for (const callback of callbacks[turn % names.length]) value = callback(value);
      }
      return value;
    };
  },
};
