/** Browsers by what they say of themselves. Each claims to be those below it, so the first that fits is the one. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

/** Systems, again from the one that says most. */
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * What somebody would call a device, by its `User-Agent` header (RFC 9110, 10.1.5): "Firefox on Windows". Programs say
 * anything there, so this is for recognizing one's own devices and for nothing else.
 */
export function formatUserAgent(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  if (browser ?? system) return browser ?? `A browser on ${system}`;
  // A program that calls itself "curl/8.5.0" is best known by that name.
  const program = /^([\w.-]{2,30})\/[\d.]+/.exec(userAgent)?.[1];
  return program && program !== 'Mozilla' ? program : 'An unknown device';
}

function nameIn(list: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return list.find(([sign]) => sign.test(userAgent))?.[1];
}
