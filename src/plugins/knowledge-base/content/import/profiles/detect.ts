import { CATEGORY_FILE } from './category-file.js';
import { docusaurus } from './docusaurus.js';
import { hugo } from './hugo.js';
import { jekyll } from './jekyll.js';
import type { ImportProfile, ProfileName } from './profile.js';

/** Detected profile and the folder of its pages, ending in `/` or empty. */
export interface DetectedProfile {
  profile: ImportProfile;
  contentRoot: string;
}

/**
 * Detects the generator of a source from its paths. Only Jekyll has collections (`_en/`, `_posts/`), and only
 * Docusaurus has MDX and category files. Everything else is read as Hugo, whose layout fits any folder of Markdown.
 * @param keys POSIX paths of all files
 * @param requested profile chosen by the user
 */
export function detectProfile(keys: readonly string[], requested: 'auto' | ProfileName = 'auto'): DetectedProfile {
  const rootNamed = (folder: string): string =>
    keys.some((key) => key.startsWith(folder) && /\.(?:md|mdx|markdown)$/i.test(key)) ? folder : '';
  const isDocusaurus = keys.some((key) => CATEGORY_FILE.test(key) || /\.mdx$|^docusaurus\.config\./.test(key));
  if (requested === 'docusaurus' || (requested === 'auto' && isDocusaurus)) {
    return { profile: docusaurus, contentRoot: rootNamed('docs/') };
  }
  const contentRoot = rootNamed('content/');
  if (requested !== 'auto') return { profile: requested === 'hugo' ? hugo : jekyll, contentRoot };
  const collections = keys
    .filter((key) => /\.(?:md|markdown)$/i.test(key))
    .some((key) =>
      /^_[^/]+\/|\/_(?:posts|drafts)\//.test(key.startsWith(contentRoot) ? key.slice(contentRoot.length) : ''),
    );
  return { profile: collections ? jekyll : hugo, contentRoot };
}
