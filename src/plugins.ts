export { type KnowledgeBaseOptions, knowledgeBase } from './plugins/knowledge-base/index.js';
export type { KnowledgeBase } from './plugins/knowledge-base/knowledge-base.js';
