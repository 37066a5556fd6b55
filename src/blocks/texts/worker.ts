import { serveTasks } from '../../core/concurrency/thread-tasks.js';
import { textTasks } from './tasks.js';

serveTasks(textTasks);
