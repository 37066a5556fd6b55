/**
 * 'mortise/operations': commands of the command line, and health checks.
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
export type { HealthCheck, HealthReport, HealthStatus, OwnedHealth } from './core/operations/health.js';
