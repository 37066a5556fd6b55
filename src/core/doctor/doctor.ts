import type { Logger } from 'pino';
import { HostError, messageOf } from '../errors.js';
import { type Finding, type Severity, worstOf } from '../finding.js';
import type { LocalText } from '../templates/strings.js';

/** Finding as a check returns it. */
export interface CheckFinding {
  /** Id, name or path of the affected thing. */
  readonly subject: number | string;
  /** The problem, as a sentence or a few words. */
  readonly message: string;
  /** @default 'warning' */
  readonly severity?: Severity;
  /** Stable identifier for programs. @default the name of the check */
  readonly code?: string;
}

/** Check of data or configuration, run on request. For checks that decide about readiness, see `health`. */
export interface DoctorCheck {
  /** Lowercase with hyphens, such as `recipes-without-photo`. */
  readonly name: string;
  /** Title on the admin page, such as `Recipes without a photo`. @default the name */
  readonly title?: LocalText;
  /** Sentence that says how to fix the findings. Without it, each message does. */
  readonly hint?: string;
  /** Returns the problems found; an empty list if there are none. Changes nothing. */
  readonly find: () => Promise<readonly CheckFinding[]>;
  /** Fixes what can be derived from other data. Called with `--fix`, and only if there are findings. */
  readonly fix?: () => Promise<unknown>;
}

/** Checks of a plugin, which `mortise doctor`, the admin area and REST run. */
export interface OwnedDoctor {
  /**
   * Adds a check. Errors and warnings make `mortise doctor` exit with 1.
   *
   * ```ts
   * doctor.check({
   *   name: 'recipes-without-photo',
   *   title: 'Recipes without a photo',
   *   hint: 'Upload photos, or delete the recipes.',
   *   async find() {
   *     const recipes = await findRecipesWithoutPhoto();
   *     return recipes.map(({ id, title }) => ({ subject: id, message: title }));
   *   },
   * });
   * ```
   * @throws HostError `doctor_check_invalid`
   */
  check(check: DoctorCheck): void;
  /** Adds a command that runs only the checks of this plugin: `doctor.command('recipes doctor')`. */
  command(name: string): void;
}

/** Result of a check. */
export interface CheckResult {
  /** Plugin, or `core`. */
  readonly owner: string;
  readonly name: string;
  readonly title: LocalText;
  /** Worst severity; `ok` without findings. */
  readonly status: Severity | 'ok';
  /** Null if each message says how to fix it. */
  readonly hint: string | null;
  readonly isFixable: boolean;
  /** Number of findings that are gone after the fix. */
  readonly fixed: number;
  readonly findings: readonly Finding[];
}

/** Options of an examination. */
export interface DoctorOptions {
  /** Only the checks of this plugin, or of `core`. */
  readonly owner?: string | undefined;
  /** Only the check with this name. */
  readonly name?: string | undefined;
  /** Whether checks fix what they can. @default false */
  readonly fix?: boolean;
  /** When aborted, the examination ends after the current check. */
  readonly signal?: AbortSignal;
  /** Called after each check. */
  readonly onChecked?: (total: number) => void;
}

/** Checks of the core and all plugins. */
export interface Doctor {
  check(check: DoctorCheck, owner: string): void;
  /** Runs the checks one after the other. @throws HostError 404 `doctor_check_missing` if there are none */
  examine(options?: DoctorOptions): Promise<readonly CheckResult[]>;
  removeOwner(owner: string): void;
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

interface OwnedCheck extends DoctorCheck {
  readonly owner: string;
}

export function createDoctor(log: Pick<Logger, 'error'>): Doctor {
  let checks: readonly OwnedCheck[] = [];

  /** A check that throws is a finding, so that the others still run. */
  async function attempt(check: OwnedCheck, mayFix: boolean): Promise<{ findings: Finding[]; fixed: number }> {
    try {
      const before = await findingsOf(check);
      if (!mayFix || before.length === 0 || !check.fix) return { findings: before, fixed: 0 };
      await check.fix();
      const findings = await findingsOf(check);
      return { findings, fixed: Math.max(0, before.length - findings.length) };
    } catch (error) {
      const { owner, name } = check;
      log.error({ err: error, plugin: owner, check: name }, 'A check of the doctor failed');
      const message = `The check could not run: ${messageOf(error)}`;
      return { findings: [{ severity: 'error', code: 'check_failed', subject: name, message }], fixed: 0 };
    }
  }

  return {
    check(check, owner) {
      const isTaken = checks.some((other) => other.owner === owner && other.name === check.name);
      if (!NAME.test(check.name) || isTaken) {
        throw new HostError(
          'doctor_check_invalid',
          `"${check.name}" cannot be the name of a check of "${owner}". Use lowercase letters with hyphens, and each name once.`,
          { check: check.name },
        );
      }
      checks = [...checks, { ...check, owner }];
    },
    async examine({ owner, name, fix = false, signal, onChecked } = {}) {
      const selected = checks.filter(
        (check) => (owner === undefined || check.owner === owner) && (name === undefined || check.name === name),
      );
      if (selected.length === 0) {
        const owners = [...new Set(checks.map((check) => check.owner))].join(', ');
        throw new HostError('doctor_check_missing', `There is no such check. These plugins have checks: ${owners}.`, {
          status: 404,
        });
      }
      const results: CheckResult[] = [];
      for (const check of selected) {
        if (signal?.aborted) break;
        const { findings, fixed } = await attempt(check, fix);
        results.push({
          owner: check.owner,
          name: check.name,
          title: check.title ?? check.name,
          status: worstOf(findings),
          hint: check.hint ?? null,
          isFixable: check.fix !== undefined,
          fixed,
          findings,
        });
        onChecked?.(selected.length);
      }
      return results;
    },
    removeOwner(owner) {
      checks = checks.filter((check) => check.owner !== owner);
    },
  };
}

async function findingsOf({ name, find }: DoctorCheck): Promise<Finding[]> {
  const found = await find();
  return found.map(({ subject, message, severity = 'warning', code = name }) => ({
    severity,
    code,
    subject: String(subject),
    message,
  }));
}
