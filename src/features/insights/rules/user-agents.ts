import { isbot } from 'isbot';

/** The first match counts: many browsers also name others. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPX|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
];

const OTHER = 'Other';

/** Returns the families of browser and system in a `User-Agent`, without versions, which could identify people. */
export function parseUserAgent(userAgent: string): { readonly browser: string; readonly os: string } {
  const firstOf = (list: typeof browsers) => list.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? OTHER;
  return { browser: firstOf(browsers), os: firstOf(systems) };
}

/** Returns whether a `User-Agent` is a bot's. */
export function isBotUserAgent(userAgent: string): boolean {
  return userAgent === '' || isbot(userAgent);
}

/** Returns the device type for a viewport width in CSS pixels. */
export function getDeviceType(width: number): 'phone' | 'tablet' | 'desktop' {
  if (width < 640) return 'phone';
  return width < 1024 ? 'tablet' : 'desktop';
}
