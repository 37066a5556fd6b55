import { serveTasks } from '../../core/concurrency/thread-tasks.js';
import { type ConvertTextOptions, convertText } from './convert-text.js';

const conversionTasks = {
  convert: ({ source, options }: { source: string; options: ConvertTextOptions }): string =>
    convertText(source, options),
};

export type ConversionTasks = typeof conversionTasks;

serveTasks(conversionTasks);
