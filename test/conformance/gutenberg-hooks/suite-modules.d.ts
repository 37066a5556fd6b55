/** Resolved by the plugin in suite.ts; imported for its tests alone. */
declare module 'gutenberg-hooks-suite';
