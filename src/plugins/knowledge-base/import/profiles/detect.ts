import { hugo } from './hugo.js';
import { jekyll } from './jekyll.js';
import type { ImportProfile } from './profile.js';

/** A profile and the folder, ending in `/` or empty, that its pages lie in. */
export interface DetectedProfile {
  profile: ImportProfile;
  contentRoot: string;
}

/**
 * Tells from the paths of a source which generator it is for. Collections (`_en/`, `_posts/`) are Jekyll's alone;
 * everything else reads as Hugo, whose layout is that of any plain folder of Markdown.
 * @param keys posix paths of the Markdown files
 * @param wanted the profile that the user named
 */
export function detectProfile(keys: readonly string[], wanted: 'auto' | 'hugo' | 'jekyll' = 'auto'): DetectedProfile {
  const contentRoot = keys.some((key) => key.startsWith('content/')) ? 'content/' : '';
  if (wanted !== 'auto') return { profile: wanted === 'hugo' ? hugo : jekyll, contentRoot };
  const collections = keys.some((key) =>
    /^_[^/]+\//.test(key.startsWith(contentRoot) ? key.slice(contentRoot.length) : ''),
  );
  return { profile: collections ? jekyll : hugo, contentRoot };
}
