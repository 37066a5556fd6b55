import {
  type AliasNode,
  type CompiledQuery,
  type DefaultQueryCompiler,
  IdentifierNode,
  type QueryCompiler,
  type QueryId,
  type TableNode,
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
      this.#isFinal &&= names.isFinal(node.table.identifier.name);
      super.visitTable(names.storedTable(node));
    }

    protected override visitAlias(node: AliasNode): void {
      const isColumn = this.parentNode?.kind === 'SelectionNode' || this.parentNode?.kind === 'RawNode';
      const { alias } = node;
      super.visitAlias(isColumn || !IdentifierNode.is(alias) ? node : { ...node, alias: names.storedAlias(alias) });
    }
  }
  return new NamingCompiler();
}
