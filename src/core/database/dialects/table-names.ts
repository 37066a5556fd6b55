import type { DatabaseIntrospector, TableMetadata } from 'kysely';

/**
 * What Kysely's Migrator and our own reports ask of a database: which tables there are, by name. Its own introspectors
 * read every column of every table besides, which every start of a site would pay for.
 */
export function createTableNames(readNames: () => Promise<readonly { readonly name: string }[]>): DatabaseIntrospector {
  async function getTables(): Promise<TableMetadata[]> {
    const rows = await readNames();
    return rows.map(({ name }) => ({ name, isView: false, columns: [] }));
  }
  return {
    getSchemas: async () => [],
    getTables,
    getMetadata: async () => ({ tables: await getTables() }),
  };
}
