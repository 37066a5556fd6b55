import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { onTestFinished } from 'vitest';
import type { Article } from '../../../../src/plugins/knowledge-base/domain/articles/article.js';
import { migratedDatabase, type TestDialect } from '../../../support/databases.js';
import { createExportingHost } from '../../../support/knowledge-base-export.js';

/** Starts an empty knowledge base that is removed after the test. */
export function startImportHost(dialect: TestDialect): Promise<TestHost> {
  return started(dialect, (database) => createTestHost({ database, plugins: [knowledgeBase()] }));
}

/** Starts an empty knowledge base that works with `exportFrom`. */
export function startExportingHost(dialect: TestDialect): Promise<TestHost> {
  return started(dialect, (database) => createExportingHost({ database }));
}

async function started(dialect: TestDialect, create: (database: string) => Promise<TestHost>): Promise<TestHost> {
  const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
  onTestFinished(drop);
  const host = await create(url);
  onTestFinished(host.close);
  return host;
}

/** Returns the imported article at a path. */
export async function importedArticle(host: TestHost, path: string, locale = 'en'): Promise<Article> {
  const found = await host.plugin('knowledge-base').articles.byPath(locale, path);
  if (!found) throw new Error(`no article ${path}`);
  return found;
}
