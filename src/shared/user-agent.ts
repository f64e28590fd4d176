type Patterns = readonly (readonly [sign: RegExp, name: string])[];

/** Browsers by user agent. Each also matches those below it, so the first match counts. */
const browsers: Patterns = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

/** Systems, most specific first. */
const systems: Patterns = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Returns the names of browser and system in a `User-Agent` header (RFC 9110, 10.1.5), as far as they are known. */
export function namesInUserAgent(userAgent: string) {
  const findName = (list: Patterns) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: findName(browsers), system: findName(systems) };
}

/**
 * Returns a readable device name for a `User-Agent` header: "Firefox on Windows". Clients can send anything, so use it
 * only to help users recognize their own devices.
 */
export function formatUserAgent(userAgent: string): string {
  const { browser, system } = namesInUserAgent(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  if (browser ?? system) return browser ?? `A browser on ${system}`;
  // Use the product name of other programs, such as "curl/8.5.0".
  const program = /^([\w.-]{2,30})\/[\d.]+/.exec(userAgent)?.[1];
  return program && program !== 'Mozilla' ? program : 'An unknown device';
}
