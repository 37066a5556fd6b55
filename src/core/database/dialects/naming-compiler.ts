import {
  type AliasNode,
  type CompiledQuery,
  type DefaultQueryCompiler,
  IdentifierNode,
  type QueryCompiler,
  type QueryId,
  TableNode,
} from 'kysely';
import type { TableNames } from '../table-names.js';

/**
 * Creates a query compiler that writes stored table names. Tables, qualified columns, table aliases and names of
 * common table expressions are renamed alike, so a query means the same as without a prefix.
 */
export function createNamingCompiler(Compiler: new () => DefaultQueryCompiler, names: TableNames): QueryCompiler {
  class NamingCompiler extends Compiler {
    #isFinal = true;

    override compileQuery(node: CompiledQuery['query'], queryId: QueryId): CompiledQuery {
      this.#isFinal = true;
      const compiled = super.compileQuery(node, queryId);
      if (!this.#isFinal) names.unsettled.add(node);
      return compiled;
    }

    protected override visitTable(node: TableNode): void {
      const { schema, identifier } = node.table;
      const { name } = identifier;
      this.#isFinal &&= names.isFinal(name);
      super.visitTable(schema === undefined && names.has(name) ? TableNode.create(names.stored(name)) : node);
    }

    protected override visitAlias(node: AliasNode): void {
      const { alias } = node;
      const isColumn = this.parentNode?.kind === 'SelectionNode' || this.parentNode?.kind === 'RawNode';
      // An alias that equals a table name must still hide that table.
      const isRenamed = !isColumn && IdentifierNode.is(alias) && names.has(alias.name);
      super.visitAlias(isRenamed ? { ...node, alias: IdentifierNode.create(names.stored(alias.name)) } : node);
    }
  }
  return new NamingCompiler();
}
