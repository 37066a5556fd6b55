/**
 * 'mortise/operations': commands of the command line, health checks, and checks of the doctor.
 *
 *     cli.command('recipes list', { summary: 'List recipes', run: ({ output }) => output.rows(recipes, ['title']) });
 */

export type {
  CommandContext,
  CommandDefinition,
  CommandOption,
  CommandOutput,
  ExitCode,
  OwnedCommands,
  Progress,
  Row,
} from './core/commands.js';
export type {
  CheckFinding,
  CheckResult,
  Doctor,
  DoctorCheck,
  DoctorOptions,
  OwnedDoctor,
} from './core/doctor/doctor.js';
export type { Finding, Severity } from './core/finding.js';
export type { HealthCheck, HealthReport, HealthStatus, OwnedHealth } from './core/operations/health.js';
