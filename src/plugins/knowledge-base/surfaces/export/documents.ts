import type { OwnedHooks } from '../../../../hooks.js';
import { type ExportReport, emptyReport } from '../../content/export/report.js';
import type { ExportSelection } from '../../content/export/select-articles.js';
import type { WriteText } from '../../content/export/stream.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';

export interface DocumentOptions extends ExportSelection {
  /** Includes article versions if the format supports them. */
  readonly revisions: boolean;
  readonly signal: AbortSignal;
  readonly write: WriteText;
}

/** Single-file export that can be streamed while it is created. */
export interface ExportDocument {
  /** Media type. */
  readonly type: string;
  readonly extension: string;
  write(
    kb: KnowledgeBase,
    hooks: OwnedHooks,
    options: DocumentOptions,
  ): Promise<Omit<ExportReport, 'destination' | 'files'>>;
}

/** Formats that the knowledge base can be downloaded in. */
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

/** Loads the exporters on first use, like the importer. */
export async function loadExporter() {
  const [whole, json, wxr] = await Promise.all([
    import('./export-to.js'),
    import('../../content/json/write-export.js'),
    import('../../content/export/wxr/wxr.js'),
  ]);
  return { ...whole, ...json, ...wxr };
}
