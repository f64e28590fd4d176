import { describe, expect, it } from 'vitest';
import { getSafeRedirectPath } from './redirect.ts';

describe('getSafeRedirectPath', () => {
  it.each([
    ['/dashboard/my-profile', '/dashboard/my-profile'],
    ['/blogs?page=2&search=a%20b', '/blogs?page=2&search=a%20b'],
    ['/', '/'],
    ['/dashboard#part', '/dashboard'],
    ['/a/../dashboard', '/dashboard'],
  ])('%s redirects to %s', (next, way) => {
    expect(getSafeRedirectPath(next)).toBe(way);
  });

  it.each([
    undefined,
    null,
    '',
    'dashboard',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\\b',
    '/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '/login?next=/login',
    '/login/second-step?with=recovery-code',
    '/register',
  ])('%j redirects to the dashboard', next => {
    expect(getSafeRedirectPath(next)).toBe('/dashboard');
  });
});
