/** What the plugin adds to the host's types reaches whoever imports it from the package through here. */
import './capabilities.js';
import './hooks/article-hooks.js';
import './hooks/page-hooks.js';
import './hooks/search-hooks.js';
import './hooks/statistics-hooks.js';
import './settings.js';
import './tables/access.js';
import './tables/articles.js';
import './tables/sources.js';
import './tables/statistics.js';
import './tables/visitors.js';
import './template-data.js';
