/** Exports the plugin's augmentations of the host's types to users of the package. */
import './admin/design/template-data.js';
import './admin/library/template-data.js';
import './hooks/hooks.js';
import './settings/settings.js';
import './tables/backups.js';
import './tables/errors.js';
import './tables/journal.js';
import './tables/pictures.js';
import './tables/runs.js';
