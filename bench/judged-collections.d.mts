import type { SearchDocument } from '../src/plugins/knowledge-base/search/engine.js';
import type { Question } from '../src/plugins/knowledge-base/search/relevance/measures.js';

export interface JudgedCollection {
  readonly documents: SearchDocument[];
  readonly questions: Question[];
}

export function readDocumentationPages(corpus: string): JudgedCollection;
export function readAbstracts(corpus: string): JudgedCollection;
