import { expect, it } from 'vitest';
import { findRelyingParty } from './relying-party.ts';

it.each([
  ['https://example.org', 'example.org'],
  ['https://www.example.org:8443', 'www.example.org'],
  ['http://localhost:5050', 'localhost'],
  ['https://localhost', 'localhost'],
  ['http://ada.localhost:5050', 'ada.localhost'],
])('a site at %s uses the relying party %s', (siteUrl, id) => {
  expect(findRelyingParty(siteUrl)).toEqual({ id, origin: siteUrl });
});

it.each([
  'http://127.0.0.1:5050',
  'https://192.0.2.7',
  'http://[::1]:5050',
  'https://[2001:db8::1]',
  'http://example.org',
  'http://localhost.example.org',
])('a site at %s has no relying party', siteUrl => {
  expect(findRelyingParty(siteUrl)).toBeUndefined();
});
