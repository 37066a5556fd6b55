import { getCategories, setCategories } from '@wordpress/blocks';

/**
 * Adds a heading to the list of blocks, above those that are there; blocks come under it by `category` of their metadata.
 * @param title in the language of the page
 */
export function addBlockCategory({ slug, title }: { readonly slug: string; readonly title: string }): void {
  setCategories([{ slug, title }, ...getCategories().filter((category) => category.slug !== slug)]);
}
