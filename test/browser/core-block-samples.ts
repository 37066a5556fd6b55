/**
 * Article with every core block visible to readers, as its author leaves it.
 * @param picture an image of the media library
 */
export function articleOfCoreBlocks(picture: { readonly id: number; readonly url: string }): string {
  const image = (more = '', caption = '') =>
    `<!-- wp:image {"id":${picture.id},"sizeSlug":"full","linkDestination":"none"${more}} -->
<figure class="wp-block-image size-full"><img src="${picture.url}" alt="Four colours" class="wp-image-${picture.id}"/>${caption}</figure>
<!-- /wp:image -->`;
  return `<!-- wp:paragraph -->
<p>A paragraph with <strong>strong</strong>, <em>emphasis</em>, <code>code</code> and <a href="https://example.org/" target="_blank" rel="noreferrer noopener">a link</a>.</p>
<!-- /wp:paragraph -->

<!-- wp:paragraph {"style":{"typography":{"textAlign":"center"}}} -->
<p class="has-text-align-center">In the middle.</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">A heading</h2>
<!-- /wp:heading -->

<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">A smaller one</h3>
<!-- /wp:heading -->

<!-- wp:list {"ordered":true,"type":"lower-alpha","start":3} -->
<ol start="3" style="list-style-type:lower-alpha" class="wp-block-list"><!-- wp:list-item -->
<li>Reeds</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Ponds</li>
<!-- /wp:list-item --></ol>
<!-- /wp:list -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>It sings at dusk.</p>
<!-- /wp:paragraph --><cite>Maria</cite></blockquote>
<!-- /wp:quote -->

<!-- wp:code -->
<pre class="wp-block-code"><code>call(1 &lt; 2);</code></pre>
<!-- /wp:code -->

<!-- wp:preformatted -->
<pre class="wp-block-preformatted">As   it
 stands</pre>
<!-- /wp:preformatted -->

<!-- wp:table {"className":"is-style-stripes"} -->
<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><thead><tr><th>Bird</th><th class="has-text-align-right" data-align="right">Seen</th></tr></thead><tbody><tr><td>Egret</td><td class="has-text-align-right" data-align="right">12</td></tr><tr><td>Heron</td><td class="has-text-align-right" data-align="right">7</td></tr></tbody><tfoot><tr><td>All</td><td class="has-text-align-right" data-align="right">19</td></tr></tfoot></table><figcaption class="wp-element-caption">Counted in May</figcaption></figure>
<!-- /wp:table -->

${image('', '<figcaption class="wp-element-caption">Red, green, blue, white</figcaption>')}

<!-- wp:gallery {"linkTo":"none"} -->
<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${image()}

${image()}

${image()}<figcaption class="blocks-gallery-caption wp-element-caption">Three of them</figcaption></figure>
<!-- /wp:gallery -->

<!-- wp:separator -->
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<!-- /wp:separator -->

<!-- wp:separator {"className":"is-style-dots"} -->
<hr class="wp-block-separator has-alpha-channel-opacity is-style-dots"/>
<!-- /wp:separator -->

<!-- wp:details {"showContent":true} -->
<details class="wp-block-details" open><summary>More of it</summary><!-- wp:paragraph -->
<p>Details inside.</p>
<!-- /wp:paragraph --></details>
<!-- /wp:details -->

<!-- wp:columns {"verticalAlignment":"center"} -->
<div class="wp-block-columns are-vertically-aligned-center"><!-- wp:column {"verticalAlignment":"center","width":"33.33%"} -->
<div class="wp-block-column is-vertically-aligned-center" style="flex-basis:33.33%"><!-- wp:paragraph -->
<p>A third.</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column -->

<!-- wp:column {"verticalAlignment":"center","width":"66.66%"} -->
<div class="wp-block-column is-vertically-aligned-center" style="flex-basis:66.66%"><!-- wp:paragraph -->
<p>Two thirds, with a text that is long enough to go on in a second line, and perhaps in a third one too.</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->

<!-- wp:buttons {"layout":{"type":"flex","justifyContent":"center"}} -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://example.org/">Filled</a></div>
<!-- /wp:button -->

<!-- wp:button {"className":"is-style-outline"} -->
<div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="https://example.org/">Outline</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->`;
}
