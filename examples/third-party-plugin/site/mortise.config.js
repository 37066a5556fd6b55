import { acmeRecipes } from 'acme-recipes';
import { defineConfig, localDefaults } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';

/** The site that tries the plugin: `server.js` and the command `mortise` both read it. */
export default defineConfig({
  ...localDefaults(),
  name: 'The test kitchen',
  plugins: [knowledgeBase(), acmeRecipes()],
  templates: new URL('./templates', import.meta.url),
  webhooks: { allowPrivate: true },
});
