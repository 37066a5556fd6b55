import { HostError } from '../../../index.js';

/** Error for a URL that links may not lead to. */
export function invalidUrl(): HostError {
  const message =
    'Links can only lead to this site and to sites that its owner allows. Enter a URL such as https://example.org/page.';
  return new HostError('vendor_affiliate_invalid_url', message, { status: 400, params: { url: message } });
}

/** Error for a link to a short link, which would count clicks twice. */
export function shortTarget(): HostError {
  const message = 'The target cannot be an affiliate link: visitors would be counted twice. Enter the URL of the page.';
  return new HostError('vendor_affiliate_invalid_url', message, { status: 400, params: { url: message } });
}
