import type { Finding } from '../../finding.js';
import { type DeclaredSchema, type DeclaredTable, declaredSchema } from '../declared.js';
import { describeColumn, type Inspection, isSameColumn, type StoredTable } from '../inspection.js';
import type { Migration } from '../migrate.js';
import { migrationNeeds } from '../missing-migrations.js';
import { type AppliedMigrations, ownerKey } from '../schema-record.js';

export interface OwnedMigrations {
  readonly owner: string;
  readonly migrations: readonly Migration[];
  /** Whether missing objects are an error; they are not for a deactivated plugin. */
  readonly isActive: boolean;
}

/** Input for comparing the tables of one owner with its migrations. */
interface Comparison {
  readonly owner: string;
  readonly declared: DeclaredSchema;
  /** Schema that pending migrations create. */
  readonly coming: DeclaredSchema;
  readonly stored: ReadonlyMap<string, StoredTable>;
  readonly readAs: Inspection['readAs'];
}

/** Compares an owner's migrations with its tables, to find interrupted steps and manual changes. */
export async function compareSchema(
  { owner, migrations, isActive }: OwnedMigrations,
  applied: AppliedMigrations,
  stored: ReadonlyMap<string, StoredTable>,
  readAs: Inspection['readAs'],
): Promise<Finding[]> {
  const names = applied.get(ownerKey(owner)) ?? [];
  const missing = migrations.filter(({ name }) => !names.includes(name));
  const declared = await declaredSchema(migrations.filter(({ name }) => names.includes(name)));
  const coming = await declaredSchema(missing);
  const comparison = { owner, declared, coming, stored, readAs };
  return [
    ...unknownMigrations(owner, migrations, applied),
    ...(isActive ? missing.map(({ name }) => missingMigration(owner, name)) : []),
    ...(isActive ? halfApplied(comparison) : []),
    ...[...declared.tables.values()].flatMap((table) => compareTable(table, comparison)),
  ];
}

function unknownMigrations(owner: string, migrations: readonly Migration[], applied: AppliedMigrations): Finding[] {
  const { newer, diverged } = migrationNeeds(applied, [[owner, migrations]]);
  return [
    ...newer.map((subject): Finding => {
      const message = `The migration "${subject}" was applied by a newer release. Install that release again.`;
      return { severity: 'error', code: 'migration_unknown', subject, message };
    }),
    ...diverged.map((subject): Finding => {
      const message = `The migration "${subject}" comes from another branch, or from a build of which it was removed: no site starts here. Install the build that has it.`;
      return { severity: 'error', code: 'migration_diverged', subject, message };
    }),
  ];
}

function missingMigration(owner: string, name: string): Finding {
  return {
    severity: 'warning',
    code: 'migration_missing',
    subject: `${owner}/${name}`,
    message: `The migration "${name}" of "${owner}" is not applied. Run "mortise db migrate", or start the site.`,
  };
}

/** Finds tables of interrupted migrations, on servers that commit each schema change immediately. */
function halfApplied({ owner, declared, coming, stored }: Comparison): Finding[] {
  return [...coming.tables.keys()]
    .filter((name) => stored.has(name) && !declared.tables.has(name))
    .map((name) => ({
      severity: 'error',
      code: 'migration_half_applied',
      subject: name,
      message: `The table "${name}" of "${owner}" exists, but its migration was interrupted. Run "mortise db migrate" to complete it.`,
    }));
}

function compareTable(table: DeclaredTable, comparison: Comparison): Finding[] {
  const stored = comparison.stored.get(table.name);
  if (comparison.declared.isUncertain(table.name)) return [];
  if (!stored) {
    return [
      {
        severity: 'error',
        code: 'table_missing',
        subject: table.name,
        message: `The table "${table.name}" of "${comparison.owner}" is missing, although its migration was applied. Restore it from a backup.`,
      },
    ];
  }
  return [...compareColumns(table, stored, comparison), ...compareIndexes(table, stored, comparison)];
}

function compareColumns(table: DeclaredTable, stored: StoredTable, { coming, readAs }: Comparison): Finding[] {
  const later = coming.tables.get(table.name);
  const findings: Finding[] = [];
  for (const [name, definition] of table.columns) {
    const found = stored.columns.find((column) => column.name === name);
    const subject = `${table.name}.${name}`;
    // A release may declare the whole table and add newer columns to existing sites in a later migration.
    if (!found && (later?.columns.has(name) || coming.isAdded(subject))) continue;
    if (!found) {
      const message = `The column "${name}" of "${table.name}" is gone, and should be ${describeColumn(definition)}. Restore it from a backup.`;
      findings.push({ severity: 'error', code: 'column_missing', subject, message });
    } else if (!found.definition || !isSameColumn(definition, found.definition, readAs)) {
      const message = `The column "${name}" of "${table.name}" is "${found.type}", and should be ${describeColumn(definition)}. Change it back.`;
      findings.push({ severity: 'error', code: 'column_differs', subject, message });
    }
  }
  for (const { name } of stored.columns) {
    if (table.columns.has(name) || coming.isAdded(`${table.name}.${name}`)) continue;
    const message = `The column "${name}" of "${table.name}" is not declared by a plugin. Drop it, unless another program uses it.`;
    findings.push({ severity: 'warning', code: 'column_extra', subject: `${table.name}.${name}`, message });
  }
  return findings;
}

function compareIndexes(table: DeclaredTable, stored: StoredTable, { coming }: Comparison): Finding[] {
  const findings: Finding[] = [];
  for (const [name, { columns, isUnique }] of table.indexes) {
    const found = stored.indexes.find((index) => sameList(index.columns, columns) && index.isUnique === isUnique);
    if (found || coming.isAdded(name)) continue;
    const [severity, risk] = isUnique
      ? (['error', 'the same value can be stored twice'] as const)
      : (['warning', 'queries are slow'] as const);
    const message = `"${table.name}" lacks its ${isUnique ? 'unique ' : ''}index on ${columns.join(', ')}: ${risk}. Create the index "${name}" again.`;
    findings.push({ severity, code: 'index_missing', subject: name, message });
  }
  for (const { name, columns, isUnique } of stored.indexes) {
    const isDeclared = [...table.indexes.values()].some(
      (index) => sameList(index.columns, columns) && index.isUnique === isUnique,
    );
    if (isDeclared || coming.isAdded(name)) continue;
    const message = `The index "${name}" on ${columns.join(', ')} is not declared by a plugin. It does no harm. Drop it, unless another program needs it.`;
    findings.push({ severity: isUnique ? 'warning' : 'notice', code: 'index_extra', subject: name, message });
  }
  return findings;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.join('\n') === b.join('\n');
}
