import path from 'node:path';
import { mayHoldBlocks } from '../../../../../blocks.js';
import type { ContentFormat } from '../../../../../content.js';
import type { CommandOption } from '../../../../../operations.js';

const FORMATS: readonly ContentFormat[] = ['blocks', 'markdown', 'html'];

/** Option of commands that read text from a file. */
export const FROM: CommandOption = {
  flags: '--from <format>',
  description: 'format of the file; default: from its name (.md, .html), or blocks for texts with block comments',
  choices: FORMATS,
};

/** Returns the given format, or detects it from the file name and text. */
export function formatOfFile(file: string, text: string, said: unknown): ContentFormat {
  const known = FORMATS.find((format) => format === said);
  if (known) return known;
  const ending = path.extname(file).toLowerCase();
  if (ending === '.md' || ending === '.markdown') return 'markdown';
  if (mayHoldBlocks(text)) return 'blocks';
  return ending === '.html' || ending === '.htm' ? 'html' : 'markdown';
}
