import { isbot } from 'isbot';

/** The first that fits: many browsers name others in front of themselves. */
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

/** The families of browser and system that a `User-Agent` names: no versions, which would tell people apart. */
export function parseUserAgent(userAgent: string): { readonly browser: string; readonly system: string } {
  const firstOf = (list: typeof browsers) => list.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? OTHER;
  return { browser: firstOf(browsers), system: firstOf(systems) };
}

/** Whether a `User-Agent` is that of a program rather than somebody's browser. */
export function isBotUserAgent(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent);
}

/** The kind of device, by the width of what its browser shows pages in, in CSS pixels. */
export function getDeviceType(width: number): 'Phone' | 'Tablet' | 'Desktop' {
  if (width < 640) return 'Phone';
  return width < 1024 ? 'Tablet' : 'Desktop';
}
