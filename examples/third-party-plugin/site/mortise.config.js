import { acmeRecipes } from 'acme-recipes';
import { defineConfig, localDefaults } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';

/** Test site of the plugin, used by `server.js` and the `mortise` command. */
export default defineConfig({
  ...localDefaults(),
  name: 'The test kitchen',
  plugins: [knowledgeBase(), acmeRecipes()],
  templates: new URL('./templates', import.meta.url),
  webhooks: { allowPrivate: true },
});
