import { expect, it } from 'vitest';
import { isNearby } from './nearby.ts';

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.7', true],
  ['172.17.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['172.15.0.1', false],
  ['192.168.1.20', true],
  ['fd12:3456::1', true],
  ['fe80::1', true],
  ['203.0.113.7', false],
  ['100.10.0.1', false],
  ['11.0.0.1', false],
  ['2001:db8::1', false],
  ['', false],
  [undefined, false],
])('%s is nearby: %s', (address, nearby) => {
  expect(isNearby({ ip: address, headers: {} })).toBe(nearby);
});

it('whatever a proxy passes on may come from anywhere', () => {
  expect(isNearby({ ip: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(false);
  expect(isNearby({ ip: '127.0.0.1', headers: { forwarded: 'for=127.0.0.1' } })).toBe(false);
});

it('is whom a proxy names that is believed', () => {
  const headers = { 'x-forwarded-for': 'whatever it says' };
  expect(isNearby({ ip: '10.0.0.7', ips: ['127.0.0.1', '10.0.0.7'], headers })).toBe(true);
  expect(isNearby({ ip: '203.0.113.9', ips: ['127.0.0.1', '203.0.113.9'], headers })).toBe(false);
});
