import { describe, expect, it } from 'vitest';
import { parseSubscribersCsv } from './subscriber-csv.ts';

describe('a column that says who may be emailed', () => {
  it.each([
    ['subscribed_to_emails', 'true', 'subscribed'],
    ['subscribed_to_emails', 'TRUE', 'subscribed'],
    ['subscribed_to_emails', '1', 'subscribed'],
    ['subscribed_to_emails', 'false', 'unsubscribed'],
    ['subscribed_to_emails', 'FALSE', 'unsubscribed'],
    ['subscribed_to_emails', '0', 'unsubscribed'],
    ['subscribed_to_emails', '', 'unsubscribed'],
    ['subscribed', 'no', 'unsubscribed'],
    ['Subscribed', 'yes', 'subscribed'],
    ['Unsubscribed at', '2024-01-01', 'unsubscribed'],
    ['unsub_time', '', 'subscribed'],
    ['deleted_at', '2024-01-01T00:00:00Z', 'unsubscribed'],
  ])('reads %s %j as %s', (column, value, state) => {
    const { entries, invalid } = parseSubscribersCsv(
      `email,${column}\nlin@site.example,${value}`,
      new Date('2026-11-20T12:00:00Z'),
    );
    expect(invalid).toEqual([]);
    expect(entries.map(entry => entry.state)).toEqual([state]);
  });
});
