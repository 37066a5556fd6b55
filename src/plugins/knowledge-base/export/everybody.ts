import type { PostViewer } from '../../../index.js';

/** Whom an export is for that names nobody: what is open to everybody is in it, and nothing else. */
export const EVERYBODY: PostViewer = { reader: null, can: async () => false, cookies: new Map() };
