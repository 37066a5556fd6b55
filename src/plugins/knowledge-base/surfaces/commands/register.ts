import type { PluginContext } from '../../../../index.js';
import { addressChecks } from '../../content/doctor/address-checks.js';
import { rowChecks } from '../../content/doctor/row-checks.js';
import { upkeepChecks } from '../../content/doctor/upkeep-checks.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { registerAccessCommands } from './access.js';
import { registerArticleChangeCommands } from './article-changes.js';
import { registerArticleStateCommands } from './article-states.js';
import { registerArticleCommands } from './articles.js';
import { registerBlockConvertCommand } from './blocks/convert.js';
import { registerBlockCommands, registerBlockValidateCommand } from './blocks.js';
import { registerCacheCommands, registerLinkCommand, registerRatingCommands } from './cache.js';
import { registerCategoryCommands } from './categories.js';
import { registerCategoryChangeCommands } from './category-changes.js';
import { registerEvaluateCommand } from './evaluate.js';
import { registerExportCommand } from './export.js';
import { registerFeedbackCommands } from './feedback.js';
import { registerGenerateCommand } from './generate.js';
import { registerImportCommand } from './import.js';
import { registerSearchCommands } from './search.js';
import { registerStatisticsCommands } from './statistics.js';
import { registerSynonymCommands } from './synonyms.js';

/** Registers all commands under `mortise kb` and `mortise blocks`, and the checks of `mortise doctor`. */
export function registerCommands(context: PluginContext, kb: KnowledgeBase): void {
  const { cli, doctor, users } = context;
  registerImportCommand(cli, kb, context);
  registerExportCommand(cli, kb, context);
  registerArticleCommands(cli, kb, users);
  registerArticleChangeCommands(cli, kb, users);
  registerArticleStateCommands(cli, kb);
  registerGenerateCommand(cli, kb, users);
  registerCategoryCommands(cli, kb);
  registerCategoryChangeCommands(cli, kb);
  registerSearchCommands(cli, kb);
  registerEvaluateCommand(cli, kb);
  registerSynonymCommands(cli, kb);
  registerRatingCommands(cli, kb);
  registerFeedbackCommands(cli, kb);
  registerStatisticsCommands(cli, kb);
  registerCacheCommands(cli, kb);
  registerBlockCommands(cli, kb, context);
  registerBlockValidateCommand(cli, kb);
  registerBlockConvertCommand(cli, kb);
  registerLinkCommand(cli, kb);
  for (const check of [...rowChecks(kb), ...addressChecks(kb), ...upkeepChecks(kb)]) doctor.check(check);
  doctor.command('kb doctor');
  registerAccessCommands(cli, kb, context.access);
}
