import type { PostViewer } from '../../../../content.js';

/** Anonymous viewer: exports without a viewer contain only public content. */
export const EVERYBODY: PostViewer = { reader: null, can: async () => false, cookies: new Map() };
