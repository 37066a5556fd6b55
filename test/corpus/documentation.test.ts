import { afterAll, beforeAll, describe, inject } from 'vitest';
import { dialects } from '../support/databases.js';
import { type Documentation, importDocumentation } from './documentation/documentation.js';
import { describeHtmlExport } from './documentation/exported-html.js';
import { describeMarkdownExport } from './documentation/exported-markdown.js';
import { describeWxrExport } from './documentation/exported-wxr.js';
import { describeImport } from './documentation/imported.js';

describe.skipIf(!inject('services').includes('corpus')).each(dialects)('documentation corpus on $name', (dialect) => {
  let documentation: Documentation;
  beforeAll(async () => {
    documentation = await importDocumentation(dialect);
  }, 180_000);
  afterAll(() => documentation?.close());

  describeImport(() => documentation);
  describeMarkdownExport(() => documentation);
  if (dialect.name === 'sqlite') describeHtmlExport(() => documentation);
  // Runs last, because it adds articles from other sources.
  describeWxrExport(() => documentation);
});
