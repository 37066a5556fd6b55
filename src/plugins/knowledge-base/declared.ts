/** What the plugin adds to the host's types reaches whoever imports it from the package through here. */
import './capabilities.js';
import './hooks/access-hooks.js';
import './hooks/article-hooks.js';
import './hooks/category-hooks.js';
import './hooks/page-hooks.js';
import './hooks/search-hooks.js';
import './settings.js';
import './tables/access.js';
import './tables/articles.js';
import './tables/revisions.js';
import './tables/sources.js';
import './tables/visitors.js';
import './template-data.js';
