import { namesInUserAgent } from '#shared/user-agent.ts';

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
