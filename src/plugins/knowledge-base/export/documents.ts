import type { OwnedHooks } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { loadExporter } from './load-exporter.js';
import { type ExportReport, emptyReport } from './report.js';
import type { ExportSelection } from './select-articles.js';
import type { WriteText } from './stream.js';

export interface DocumentOptions extends ExportSelection {
  /** With the earlier versions of articles, where the format has them. */
  readonly revisions: boolean;
  readonly signal: AbortSignal;
  readonly write: WriteText;
}

/** An export that is one file, and can be sent while it is made. */
export interface ExportDocument {
  /** Media type, and how the names of such files end. */
  readonly type: string;
  readonly extension: string;
  write(
    kb: KnowledgeBase,
    hooks: OwnedHooks,
    options: DocumentOptions,
  ): Promise<Omit<ExportReport, 'destination' | 'files'>>;
}

/** What the knowledge base can be downloaded as. */
export const EXPORT_DOCUMENTS = {
  json: {
    type: 'application/json; charset=utf-8',
    extension: 'json',
    async write(kb, _hooks, options) {
      const { exportJson } = await loadExporter();
      const { counts, interrupted } = await exportJson(kb, options);
      return { ...emptyReport(), ...counts, interrupted };
    },
  },
  wxr: {
    type: 'application/xml; charset=utf-8',
    extension: 'xml',
    async write(kb, _hooks, { statuses, ...options }) {
      const { exportWxr } = await loadExporter();
      return exportWxr(kb, { ...options, statuses: statuses.filter((status) => status !== 'trash') });
    },
  },
} as const satisfies Record<string, ExportDocument>;

export type DocumentFormat = keyof typeof EXPORT_DOCUMENTS;
export const DOCUMENT_FORMATS = Object.keys(EXPORT_DOCUMENTS) as DocumentFormat[];
