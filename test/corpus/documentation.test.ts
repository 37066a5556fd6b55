import { afterAll, beforeAll, describe, inject } from 'vitest';
import { dialects } from '../support/databases.js';
import { type Documentation, importDocumentation } from './documentation/documentation.js';
import { describeHtmlExport } from './documentation/exported-html.js';
import { describeMarkdownExport } from './documentation/exported-markdown.js';
import { describeWxrExport } from './documentation/exported-wxr.js';
import { describeImport } from './documentation/imported.js';

/** Soak tests import every export on each database. The others do on SQLite, since an import takes ten seconds. */
const FULL = Boolean(process.env.MORTISE_FULL);

describe.skipIf(!inject('services').includes('corpus')).each(dialects)('documentation corpus on $name', (dialect) => {
  const isImported = FULL || dialect.name === 'sqlite';
  let documentation: Documentation;
  beforeAll(async () => {
    documentation = await importDocumentation(dialect);
  }, 180_000);
  afterAll(() => documentation?.close());

  describeImport(() => documentation);
  describeMarkdownExport(() => documentation, isImported);
  if (dialect.name === 'sqlite') describeHtmlExport(() => documentation);
  // Runs last, because it adds articles from other sources.
  if (isImported) describeWxrExport(() => documentation);
});
