import type { PluginContext } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { registerAccessCommands } from './access.js';
import { registerArticleChangeCommands } from './article-changes.js';
import { registerArticleStateCommands } from './article-states.js';
import { registerArticleCommands } from './articles.js';
import { registerBlockCommands } from './blocks/blocks.js';
import { registerBlockConvertCommand } from './blocks/convert.js';
import { registerBlockValidateCommand } from './blocks/validate.js';
import { registerCacheCommands } from './cache.js';
import { registerCategoryCommands } from './categories.js';
import { registerCategoryChangeCommands } from './category-changes.js';
import { registerDoctorCommand } from './doctor.js';
import { registerEvaluateCommand } from './evaluate.js';
import { registerExportCommand } from './export.js';
import { registerFeedbackCommands } from './feedback.js';
import { registerGenerateCommand } from './generate.js';
import { registerImportCommand } from './import.js';
import { registerLinkCommand } from './links.js';
import { registerRatingCommands } from './ratings.js';
import { registerSearchCommands } from './search.js';
import { registerStatisticsCommands } from './statistics.js';
import { registerSynonymCommands } from './synonyms.js';

/** Registers all commands under `mortise kb` and `mortise blocks`. */
export function registerCommands(context: PluginContext, kb: KnowledgeBase): void {
  const { cli, users } = context;
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
  registerDoctorCommand(cli, kb);
  registerAccessCommands(cli, kb, context.access);
}
