import { getCategories, setCategories } from '@wordpress/blocks';

/**
 * Adds a category to the top of the block list. Blocks join it through `category` in their metadata.
 * @param title heading in the language of the page
 */
export function addBlockCategory({ slug, title }: { readonly slug: string; readonly title: string }): void {
  setCategories([{ slug, title }, ...getCategories().filter((category) => category.slug !== slug)]);
}
