/**
 * 'mortise/resource': lists of rows, declared once for SQL, REST, CSV files, commands and admin pages.
 *
 *     export const recipeList = defineResource({ table: 'acme_recipes', read: (rows) => rows, title: 'Recipe', ... });
 */

export { commandColumns, commandRow, type ListCommandOptions, listCommand } from './core/resource/command.js';
export { type CsvColumn, type CsvRow, csvLines } from './core/resource/csv.js';
export type { Field, FieldKit, FieldOptions, RestField } from './core/resource/fields.js';
export type {
  ColumnOf,
  CustomFilter,
  Filter,
  FilterContext,
  FilterKit,
  FilterOptions,
  SearchedColumns,
} from './core/resource/filters.js';
export type { Cursor, Sort } from './core/resource/listing.js';
export {
  defineResource,
  type FieldValues,
  type FiltersOf,
  type FilterValues,
  type ListOf,
  type ListPage,
  type OrderQuery,
  type PageQuery,
  type RecordOf,
  type Resource,
  type ResourceErrors,
  type ResourceOptions,
} from './core/resource/resource.js';
export type { ListContext } from './core/resource/values.js';
export { type ExportRouteOptions, exportRoute, type ListRouteOptions, listRoute } from './core/rest/resource-routes.js';
