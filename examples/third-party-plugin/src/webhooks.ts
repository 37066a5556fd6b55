import type { OwnedWebhooks } from 'mortise/webhooks';

/** Announces cooked recipes to other systems, without the user. */
export function registerTopic(webhooks: OwnedWebhooks): void {
  webhooks.topic({
    action: 'acme_recipe_cooked',
    title: 'Recipe cooked',
    payload: ({ id, title, timesCooked }, portions) => ({ recipe: { id, title, times_cooked: timesCooked }, portions }),
    sample: { recipe: { id: 1, title: 'Soup', times_cooked: 1 }, portions: 2 },
  });
}
