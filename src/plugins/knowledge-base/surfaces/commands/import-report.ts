import type { CommandOutput } from '../../../../operations.js';
import type { ImportReport, Tally } from '../../content/import/report.js';

/** Maximum lines per list printed for a person. Machine-readable output has all. */
const MAX_PRINTED = 20;

/** Name of the items read, by source. */
const READ: Readonly<Record<string, string>> = { wordpress: 'posts', json: 'entries', zendesk: 'entries' };

/** Prints an import's report: totals and the start of lists for people, everything for machines. */
export function printImport(report: ImportReport, forPerson: boolean, output: CommandOutput): void {
  if (!forPerson) {
    output.record({ ...report });
    return;
  }
  const tallies: [what: string, tally: Tally][] = [
    ['articles', report.articles],
    ['categories', report.categories],
    ['categories of folders without a page', report.generatedCategories],
    ['redirects', report.redirects],
    ['synonyms', report.synonyms],
    ['promoted results', report.promotions],
    ['images and downloads', report.media],
  ];
  output.rows(
    tallies.map(([what, { created, updated, unchanged }]) => ({ what, created, updated, unchanged })),
    ['what', 'created', 'updated', 'unchanged'],
  );
  const { links } = report;
  output.note(
    `${report.files} ${READ[report.profile] ?? 'files'} read as ${report.profile}. Links: ${links.resolved} to imported pages, ${links.external} external, ` +
      `${links.assets} to files, ${links.unresolved.length} broken${report.dryRun ? '. Nothing was changed (dry run)' : ''}.`,
  );
  list(
    output,
    'Not imported',
    report.problems.map(({ key, code, message }) => `${key}: ${message} (${code})`),
  );
  list(
    output,
    'Imported with changes',
    report.warnings.map(({ key, message }) => `${key}: ${message}`),
  );
  list(output, 'Skipped: not pages', report.skipped);
  list(
    output,
    'Skipped: not pages',
    report.listed.map(({ key, type, title }) => `${type}: ${title} (${key})`),
  );
  list(output, 'Other files, not imported', report.otherFiles);
  list(
    output,
    'With constructs that only their generator understands',
    report.templateTags.map(({ key, tags }) => `${key}: ${tags.join(', ')}`),
  );
  if (report.media.left > 0) output.note(`${report.media.left} images and downloads not copied.`);
  list(
    output,
    'Missing images and downloads, linked to their original URL',
    report.media.linked.map(({ key, link }) => `${key}: ${link}`),
  );
  if (report.beyondLimit > 0) output.note(`${report.beyondLimit} articles and redirects exceed the limit.`);
  if (report.comments > 0) output.note(`${report.comments} comments skipped.`);
  list(
    output,
    'Changed here since the last import, not updated (use --update=overwrite to replace them)',
    report.edited,
  );
  list(
    output,
    'Links without a target',
    links.unresolved.map(({ key, line, link }) => `${key}:${line}: ${link}`),
  );
  list(
    output,
    'Links to missing headings',
    links.brokenFragments.map(({ key, link }) => `${key}: ${link}`),
  );
}

function list(output: CommandOutput, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  output.note('');
  output.note(`${title} (${lines.length}):`);
  for (const line of lines.slice(0, MAX_PRINTED)) output.note(`  ${line}`);
  if (lines.length > MAX_PRINTED)
    output.note(`  ... and ${lines.length - MAX_PRINTED} more; use --format=json to list all.`);
}
