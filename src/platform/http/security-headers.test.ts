import { describe, expect, it } from 'vitest';
import { createSecurityHeaders, DATA_CSP, createPageCsp } from './security-headers.ts';

describe('createSecurityHeaders', () => {
  it('set HSTS only if the site uses https', () => {
    expect(createSecurityHeaders('https://site.example')).toHaveProperty(['strict-transport-security']);
    for (const siteUrl of ['http://localhost:5050', 'http://https.example', 'http://site.example']) {
      expect(createSecurityHeaders(siteUrl)).not.toHaveProperty(['strict-transport-security']);
    }
  });

  it('forbid content type sniffing and let sign-in popups reach their opener', () => {
    expect(createSecurityHeaders('http://localhost:5050')).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });
});

describe('createPageCsp', () => {
  const policy = createPageCsp(["'sha256-b='", "'sha256-c='"], "'sha256-d='");

  it('lists every inline script and style by hash and allows no others', () => {
    expect(policy).toContain("style-src 'self' 'sha256-d=';");
    expect(policy).toContain("script-src 'self' 'sha256-b=' 'sha256-c=';");
    expect(policy).not.toMatch(/unsafe|\*|http/);
  });

  it('has every directive of the security page, each once', () => {
    const names = policy.split('; ').map(directive => directive.split(' ')[0]);
    expect(new Set(names).size).toBe(names.length);
    for (const directive of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
  });
});

describe('DATA_CSP', () => {
  it('allows no loading, scripts or framing', () => {
    expect(DATA_CSP.split('; ').toSorted()).toEqual(["default-src 'none'", "frame-ancestors 'none'", 'sandbox']);
  });
});
