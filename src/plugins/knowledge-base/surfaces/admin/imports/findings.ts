import type { Strings } from '../../../../../text.js';
import type { StoredReport } from '../../../content/import/runs/stored-report.js';

/** Types of findings about single pages, most important first. */
export const FINDINGS = [
  ...(['problem', 'warning', 'link', 'heading', 'media', 'tags', 'edited', 'listed', 'skipped'] as const),
];
export type FindingKind = (typeof FINDINGS)[number];

/** A finding about one page that needs the importing user's attention. */
export interface Finding {
  readonly kind: FindingKind;
  /** Location in the source. */
  readonly key: string;
  readonly text: string;
}

interface ReportEntry {
  readonly key: string;
  readonly code?: string;
  readonly message?: string;
  readonly link?: string;
  readonly line?: number;
  readonly tags?: readonly string[];
  readonly type?: string;
  readonly title?: string;
}

/** Returns the report's findings about single pages as one list. Details keep the import's own wording. */
export function findingsOf(report: StoredReport, { text, number }: Strings): Finding[] {
  const entries = (path: string): readonly ReportEntry[] => {
    const found = path
      .split('.')
      .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], report);
    return Array.isArray(found) ? found.map((entry) => (typeof entry === 'string' ? { key: entry } : entry)) : [];
  };
  const all = (kind: FindingKind, path: string, textOf: (entry: ReportEntry) => string): Finding[] =>
    entries(path).map((entry) => ({ kind, key: entry.key, text: textOf(entry) }));
  return [
    ...all('problem', 'problems', ({ message = '', code = '' }) => text('import.failed-notice', { message, code })),
    ...all('warning', 'warnings', ({ message = '' }) => message),
    ...all('link', 'links.unresolved', ({ link = '', line = 0 }) =>
      line > 0 ? `${link} (${text('import.line', { line: number(line) })})` : link,
    ),
    ...all('heading', 'links.broken_fragments', ({ link = '' }) => link),
    ...all('media', 'media.linked', ({ link = '' }) => link),
    ...all('tags', 'template_tags', ({ tags = [] }) => tags.join(', ')),
    ...all('edited', 'edited', () => ''),
    ...all('listed', 'listed', ({ type = '', title = '' }) => `${type}: ${title}`),
    ...all('skipped', 'skipped', () => ''),
    ...all('skipped', 'other_files', () => ''),
  ];
}

/** Number of further entries that the report leaves out. */
export function omittedFrom({ omitted }: StoredReport): number {
  return Object.values(omitted).reduce((sum, count) => sum + count, 0);
}
