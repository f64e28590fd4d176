import { namesInUserAgent } from '#shared/user-agent.ts';

/** Returns the default name of a passkey, from the user agent: "Chrome on Linux". */
export function getDefaultPasskeyName(userAgent: string): string {
  const { browser, system } = namesInUserAgent(userAgent);
  return [browser, system === 'macOS' ? 'Mac' : system].filter(Boolean).join(' on ') || 'Passkey';
}
