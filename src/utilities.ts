/**
 * 'mortise/utilities': helpers that the bundled plugins share. All of them are experimental.
 *
 *     const byRecipe = groupBy(ratings, ({ recipeId }) => recipeId);
 */

export { allEnded } from './core/concurrency/all-ended.js';
export { createGrouping, type GroupingOptions } from './core/concurrency/grouping.js';
export { createTurns, type NextTurn } from './core/concurrency/turns.js';
export { createWriteBuffer, type WriteBuffer, type WriteBufferOptions } from './core/concurrency/write-buffer.js';
export { messageOf } from './core/errors.js';
export { groupBy } from './core/group-by.js';
export { assertPublicHost, createPublicLookup, type PrivateAddress } from './core/http/public-lookup.js';
export { once } from './core/once.js';
export { createTemporaryFile, type TemporaryFile } from './core/temporary-file.js';
export { trimSlashes, trimTrailingSlashes } from './core/trim-slashes.js';
export {
  isRelativePath,
  isZip,
  openZip,
  type ZipArchive,
  type ZipFault,
  type ZipLimits,
  type ZipOptions,
} from './core/zip-archive.js';
export { freezeDeep } from './hooks/freeze.js';
