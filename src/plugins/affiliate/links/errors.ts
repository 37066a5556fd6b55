import { HostError } from '../../../index.js';

/** Error for a URL that links may not lead to. */
export function invalidUrl(): HostError {
  const message =
    'Links lead to pages of this site, and to those that its owner allows. Write an address of one, such as https://example.org/page.';
  return new HostError('vendor_affiliate_invalid_url', message, { status: 400, params: { url: message } });
}

/** Error for a link to a short link, which would count clicks twice. */
export function shortTarget(): HostError {
  const message =
    'A short address cannot be what another one leads to: each visitor would count twice. Write the address of the page itself.';
  return new HostError('vendor_affiliate_invalid_url', message, { status: 400, params: { url: message } });
}

export function invalidCampaign(): HostError {
  const message = 'A campaign has 1 to 64 letters, digits, dots, hyphens and underscores.';
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { campaign: message } });
}
