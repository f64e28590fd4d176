import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDeviceType, parseUserAgent, isBotUserAgent } from './user-agents.ts';
import { getDimensionLabel } from './labels.ts';
import { getCountryByTimeZone, getTrafficSource } from './traffic-sources.ts';
import { generateSalt, hashVisitor } from './visitors.ts';

const site = 'https://site.example';
const visits = fc.record({ network: fc.oneof(fc.ipV4(), fc.ipV6()), userAgent: fc.string({ maxLength: 300 }) });

describe('hashVisitor', () => {
  it("returns the same hash for a visitor on one day, and another with another day's salt", () => {
    fc.assert(
      fc.property(visits, visit => {
        const [today, tomorrow] = [generateSalt(), generateSalt()];
        const id = hashVisitor(today, { site, ...visit });
        expect(hashVisitor(today, { site, ...visit })).toBe(id);
        expect(hashVisitor(tomorrow, { site, ...visit })).not.toBe(id);
        expect(hashVisitor(today, { site: 'https://other.example', ...visit })).not.toBe(id);
      }),
    );
  });

  it('has a fixed format that contains neither the address nor the browser', () => {
    fc.assert(
      fc.property(visits, visit => {
        const id = hashVisitor(generateSalt(), { site, ...visit });
        expect(id).toMatch(/^[\w-]{22}$/);
        expect(id).not.toContain(visit.network);
        if (visit.userAgent.length > 8) expect(id).not.toContain(visit.userAgent);
      }),
    );
  });

  it('distinguishes networks and browsers, however they are concatenated', () => {
    const salt = generateSalt();
    fc.assert(
      fc.property(visits, visits, (one, other) => {
        const same = one.network === other.network && one.userAgent === other.userAgent;
        expect(hashVisitor(salt, { site, ...one }) === hashVisitor(salt, { site, ...other })).toBe(same);
      }),
    );
    const pair = (network: string, userAgent: string) => hashVisitor(salt, { site, network, userAgent });
    expect(pair('a', 'b","c')).not.toBe(pair('a","b', 'c'));
  });
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

describe('browsers', () => {
  it.each([
    [firefox, 'Firefox', 'Linux'],
    [chrome, 'Chrome', 'Windows'],
    [`${chrome} Edg/141.0.0.0`, 'Edge', 'Windows'],
    [`${chrome} OPR/120.0.0.0`, 'Opera', 'Windows'],
    [safari, 'Safari', 'macOS'],
    [iPhone, 'Safari', 'iOS'],
    [iPhone.replace('Version/19.0', 'CriOS/141.0.1'), 'Chrome', 'iOS'],
    [iPhone.replace('Version/19.0', 'FxiOS/143.0'), 'Firefox', 'iOS'],
    [iPhone.replaceAll('iPhone', 'iPad').replace('Version/19.0', 'Version/19.0 EdgiOS/141.0'), 'Edge', 'iOS'],
    [android, 'Chrome', 'Android'],
    [`${android} EdgA/141.0`, 'Edge', 'Android'],
    [android.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/'), 'Samsung Internet', 'Android'],
    [chrome.replace('Windows NT 10.0; Win64; x64', 'X11; CrOS x86_64 14541.0.0'), 'Chrome', 'ChromeOS'],
    ['Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'Other', 'Other'],
  ])('%s is %s on %s', (userAgent, browser, os) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, os });
    expect(isBotUserAgent(userAgent)).toBe(false);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'curl/8.9.1',
    chrome.replace('Chrome/', 'HeadlessChrome/'),
    'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    '',
    '  ',
  ])('%s is a bot', userAgent => expect(isBotUserAgent(userAgent)).toBe(true));

  it.each([
    [320, 'phone'],
    [639, 'phone'],
    [640, 'tablet'],
    [1023, 'tablet'],
    [1024, 'desktop'],
    [3840, 'desktop'],
  ])('a viewport of %i pixels is a %s', (width, device) => expect(getDeviceType(width)).toBe(device));
});

describe('traffic source', () => {
  const own = 'site.example';
  const none = { source: null, medium: null, campaign: null };

  it.each([
    ['another page of a visit', {}, none],
    ['nowhere', { referrerHost: '' }, { ...none, source: '' }],
    ['another site', { referrerHost: 'news.example' }, { ...none, source: 'news.example' }],
    ['another site by www', { referrerHost: 'WWW.News.example' }, { ...none, source: 'news.example' }],
    [
      'another site by its address for phones',
      { referrerHost: 'm.news-24.example:8080' },
      { ...none, source: 'news-24.example:8080' },
    ],
    ['what looks like paying', { referrerHost: 'paypal.com.example' }, { ...none, source: 'paypal.com.example' }],
    ['a page of the site itself', { referrerHost: 'site.example' }, none],
    ['the site itself by www', { referrerHost: 'www.site.example' }, none],
    ['signing in by Google', { referrerHost: 'accounts.google.com' }, none],
    ['paying by Stripe', { referrerHost: 'checkout.stripe.com' }, none],
    ['paying by PayPal', { referrerHost: 'www.paypal.com' }, none],
    ['a search', { referrerHost: 'www.google.com' }, { ...none, source: 'google.com' }],
    ['what is no host', { referrerHost: 'a b<script>' }, { ...none, source: '' }],
    [
      'a link that was marked',
      { referrerHost: 'mail.example', utmSource: 'Newsletter', utmMedium: 'E-Mail', utmCampaign: 'Spring 2026' },
      { source: 'newsletter', medium: 'e-mail', campaign: 'spring 2026' },
    ],
    [
      'a link tagged with an email address',
      { referrerHost: '', utmSource: 'ada@mail.example' },
      { ...none, source: '' },
    ],
    ['a link marked with half a character', { referrerHost: '', utmSource: 'feed\ud83d' }, { ...none, source: 'feed' }],
    ['a link marked with nothing to see', { referrerHost: '', utmSource: ' \u202e\u0000 ' }, { ...none, source: '' }],
    [
      'a link marked on the site itself',
      { referrerHost: 'site.example', utmCampaign: 'banner' },
      { ...none, campaign: 'banner' },
    ],
  ])('%s', (_name, view, origin) => expect(getTrafficSource(view, own)).toEqual(origin));

  it.each([
    ['Europe/Berlin', 'DE', 'Germany'],
    ['America/New_York', 'US', 'United States'],
    ['Asia/Dhaka', 'BD', 'Bangladesh'],
    ['Australia/Lord_Howe', 'AU', 'Australia'],
    ['Asia/Calcutta', 'IN', 'India'],
    ['UTC', '', 'Unknown'],
    ['Nowhere/At_All', '', 'Unknown'],
    ['constructor', '', 'Unknown'],
  ])('the time zone %s is in %s', (zone, country, name) => {
    expect(getCountryByTimeZone(zone)).toBe(country);
    expect(getDimensionLabel('country', country)).toBe(name);
  });
});
