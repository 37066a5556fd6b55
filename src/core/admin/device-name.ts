import type { Strings } from '../templates/strings.js';

/** Browsers by their distinguishing mark. The order matters: most also contain "Safari". */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/\d[\d.]* (?:Mobile(?:\/\w+)? )?Safari\//],
  ['Internet Explorer', /\b(?:MSIE |Trident\/)/],
  ['curl', /^curl\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iOS', /\biPhone\b|\biPod\b/],
  ['iPadOS', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

/**
 * Names the device behind a User-Agent header: "Firefox on Windows".
 * Versions are omitted: browsers no longer report those of systems, and users do not recognize a device by them. The
 * header is set by the client and cannot be trusted.
 */
export function deviceName(userAgent: string, { text }: Pick<Strings, 'text'>): string {
  const browser = BROWSERS.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  if (browser !== undefined && system !== undefined) return text('device.name', { browser, system });
  return browser ?? system ?? text('device.unknown');
}
