/** Resolved by the plugin in suite.ts and imported only for its tests. */
declare module 'gutenberg-hooks-suite';
