import { CATEGORY_FILE } from './category-file.js';
import { docusaurus } from './docusaurus.js';
import { hugo } from './hugo.js';
import { jekyll } from './jekyll.js';
import type { ImportProfile, ProfileName } from './profile.js';

/** A profile and the folder, ending in `/` or empty, that its pages lie in. */
export interface DetectedProfile {
  profile: ImportProfile;
  contentRoot: string;
}

/**
 * Tells from the paths of a source which generator it is for. Collections (`_en/`, `_posts/`) are Jekyll's alone, MDX and
 * descriptions of folders are Docusaurus's; everything else reads as Hugo, whose layout is that of any plain folder of
 * Markdown.
 * @param keys posix paths of all files
 * @param wanted the profile that the user named
 */
export function detectProfile(keys: readonly string[], wanted: 'auto' | ProfileName = 'auto'): DetectedProfile {
  const rootNamed = (folder: string): string =>
    keys.some((key) => key.startsWith(folder) && /\.(?:md|mdx|markdown)$/i.test(key)) ? folder : '';
  const isDocusaurus = keys.some((key) => CATEGORY_FILE.test(key) || /\.mdx$|^docusaurus\.config\./.test(key));
  if (wanted === 'docusaurus' || (wanted === 'auto' && isDocusaurus)) {
    return { profile: docusaurus, contentRoot: rootNamed('docs/') };
  }
  const contentRoot = rootNamed('content/');
  if (wanted !== 'auto') return { profile: wanted === 'hugo' ? hugo : jekyll, contentRoot };
  const collections = keys
    .filter((key) => /\.(?:md|markdown)$/i.test(key))
    .some((key) => /^_[^/]+\//.test(key.startsWith(contentRoot) ? key.slice(contentRoot.length) : ''));
  return { profile: collections ? jekyll : hugo, contentRoot };
}
