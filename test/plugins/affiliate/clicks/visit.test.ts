import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newClickId } from '../../../../src/plugins/affiliate/clicks/recorder.js';
import { deviceOf, isOpened, sourceOf, type Visit } from '../../../../src/plugins/affiliate/clicks/visit.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const visit = (headers: Visit['headers'], more: Partial<Visit> = {}): Visit => ({
  method: 'GET',
  remoteAddress: '203.0.113.7',
  headers: { 'user-agent': FIREFOX, ...headers },
  ...more,
});

describe('visit', () => {
  it.each<[string, Visit, boolean]>([
    ['is opened by a click', visit({}), true],
    ['is not opened by HEAD', visit({}, { method: 'HEAD' }), false],
    ['is not opened by loading ahead', visit({ 'sec-purpose': 'prefetch' }), false],
    ['is not opened by rendering ahead', visit({ 'sec-purpose': 'prefetch;prerender' }), false],
    ['is not opened by the preview of old browsers', visit({ 'x-purpose': 'preview' }), false],
    ['is not opened by the loading ahead of old browsers', visit({ 'x-moz': 'prefetch' }), false],
  ])('%s', (_case, request, expected) => {
    expect(isOpened(request)).toBe(expected);
  });

  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148',
      'mobile',
    ],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 'tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) AppleWebKit/605.1.15 Version/15.0 Mobile/15E148', 'tablet'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 'desktop'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15', 'desktop'],
    [FIREFOX, 'desktop'],
    ['SomethingElse/1.0', 'other'],
  ])('maps the user agent %s to the device %s', (agent, device) => {
    expect(deviceOf(visit({ 'user-agent': agent }))).toBe(device);
  });

  it.each([
    ['https://www.example.com/reviews?token=secret', 'example.com'],
    ['http://blog.example.org:8080/', 'blog.example.org'],
    ['android-app://com.example', ''],
    ['javascript:alert(1)', ''],
    ['no address', ''],
    [`https://${'a.'.repeat(200)}example`, ''],
    [undefined, ''],
  ])('maps the referrer %s to the source %j', (referer, source) => {
    expect(sourceOf(visit({ referer }))).toBe(source);
  });
});

it('creates unique click ids that sort by time', () => {
  const time = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [first, second] = [newClickId(one), newClickId(other)];
      expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
      expect(first).not.toBe(second);
      if (one.getTime() !== other.getTime()) expect(first < second).toBe(one < other);
    }),
  );
});
