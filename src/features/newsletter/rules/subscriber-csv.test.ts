import { describe, expect, it } from 'vitest';
import { isGhostMemberList, parseSubscribersCsv, planImportRow } from './subscriber-csv.ts';

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

describe('a list of subscribers', () => {
  const read = (...lines: string[]) => parseSubscribersCsv(lines.join('\n'), new Date('2026-11-20T12:00:00Z'));
  const lin = 'lin@site.example';

  it.each<[string, string[], string[][], object[]]>([
    [
      'with addresses only',
      [lin, 'ina@site.example'],
      [
        [lin, 'subscribed'],
        ['ina@site.example', 'subscribed'],
      ],
      [],
    ],
    ['with other headings', ['Status, E-Mail ', `Cleaned,${lin}`], [[lin, 'blocked']], []],
    [
      'with an address in several rows',
      ['email,state', `${lin},pending`, 'LIN@site.example,Unsubscribed', `${lin},subscribed`, `${lin},unsubscribed`],
      [['LIN@site.example', 'unsubscribed']],
      [
        { row: 2, email: lin, message: 'A later row has the same address with a stricter status.' },
        { row: 4, email: lin, message: 'This address is already in an earlier row.' },
        { row: 5, email: lin, message: 'This address is already in an earlier row.' },
      ],
    ],
    [
      'with invalid rows',
      ['', 'email,state,topics', '', 'lin,,', ',pending,', `${lin},gone,`, `${lin},,weather`],
      [],
      [
        { row: 4, email: 'lin', message: 'This is not a valid email address.' },
        { row: 5, email: '', message: 'This row has no email address.' },
        { row: 6, email: lin, message: 'Unknown state “gone”.' },
        { row: 7, email: lin, message: 'None of these topics exist.' },
      ],
    ],
    ['with an earlier end', ['email,state,ended', `${lin},subscribed,2024-01-01`], [[lin, 'subscribed']], []],
    ['with blocked readers', ['email,state,subscribed', `${lin},blocked,no`], [[lin, 'blocked']], []],
  ])('%s is parsed', (_what, lines, people, invalidRows) => {
    const { entries, invalid } = read(...lines);
    expect(entries.map(({ email, state }) => [email, state])).toEqual(people);
    expect(invalid).toEqual(invalidRows);
  });

  it.each<[string, string, object]>([
    ['topics', '', { topics: ['posts', 'news'] }],
    ['topics', 'News; weather', { topics: ['news'] }],
    ['name', '\u0007 Lin  ', { name: 'Lin' }],
    ['tags', '"b, a,,b"', { labels: ['b', 'a'] }],
    ['created_at', '2024-01-02 03:04:05', { createdAt: new Date('2024-01-02T03:04:05Z') }],
    ['created_at', '2024-01-02T03:04:05+01:00', { createdAt: new Date('2024-01-02T02:04:05Z') }],
    ['created_at', '2024-01-02', { createdAt: new Date('2024-01-02T00:00:00Z') }],
    ['created_at', '2026-11-21', { createdAt: null }],
    ['created_at', '2024-02-29', { createdAt: new Date('2024-02-29T00:00:00Z') }],
    ['created_at', '0000-00-00 00:00:00', { createdAt: null }],
    ['created_at', '1 Jan 2024', { createdAt: null }],
    ['ended by', 'complaint', { inactiveReason: 'complaint' }],
    ['ended by', 'weather', { inactiveReason: null }],
  ])('has the column %s with %j', (column, cell, entry) => {
    expect(read(`email,${column}`, `${lin},${cell}`).entries).toMatchObject([entry]);
  });

  it.each([
    ['created_at', '2024-02-31', '2024-02-31'],
    ['created_at', '2023-02-29T10:00:00Z', '2023-02-29'],
    ['confirmed', '2024-04-31 10:00', '2024-04-31'],
    ['unsub_time', '2024-13-01', '2024-13-01'],
  ])('reports a date in the column %s that doesn’t exist: %j', (column, cell, day) => {
    const { entries, invalid } = read(`email,${column}`, `${lin},${cell}`);
    expect(entries).toEqual([]);
    expect(invalid).toEqual([{ row: 2, email: lin, message: `The date ${day} doesn’t exist.` }]);
  });

  it.each([
    ['id,email,name,subscribed_to_emails\r\n1,a,b,true', true],
    ['email,name\r\nsubscribed_to_emails,x', false],
    ['subscribed_to_emails', false],
    ['', false],
  ])('is one from Ghost, or not: %j', (csv, isGhost) => {
    expect(isGhostMemberList(csv)).toBe(isGhost);
  });
});

describe('an import row', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const past = new Date('2024-01-02T00:00:00Z');
  const plan = (cells: string, state?: 'pending' | 'subscribed', isSuppressed = false) => {
    const columns = 'email,state,asked,confirmed,ended,ended by,why,note';
    const [entry] = parseSubscribersCsv(`${columns}\nlin@site.example,${cells}`, now).entries;
    if (!entry) throw new Error('The row was not read.');
    const known = state && { state, previousState: null, name: '', labels: [] };
    return planImportRow(entry, known, isSuppressed, 'Signed up at a fair', now);
  };

  it.each([
    [
      'subscribed,,,,,,At noon',
      { createdAt: now, confirmedAt: now, confirmationMethod: 'import', consentNote: 'Signed up at a fair · At noon' },
    ],
    [
      'subscribed,2024-01-02,2024-01-02',
      { createdAt: past, confirmedAt: past, confirmationMethod: 'import', consentNote: 'Signed up at a fair' },
    ],
    // Its confirmation period starts with the import.
    ['pending,2024-01-02,,,,,At noon', { createdAt: now, consentNote: 'At noon' }],
    [
      'unsubscribed,2024-01-02',
      { createdAt: past, consentNote: '', inactiveSince: now, inactiveReason: 'import', inactiveNote: '' },
    ],
    [
      'blocked,,,2024-01-02,complaint,Spam',
      {
        createdAt: now,
        consentNote: '',
        previousState: 'unsubscribed',
        inactiveSince: past,
        inactiveReason: 'complaint',
        inactiveNote: 'Spam',
      },
    ],
  ])('adds %s', (cells, values) => {
    const common = { email: 'lin@site.example', name: '', labels: [], topics: ['posts', 'news'], source: 'import' };
    expect(plan(cells)).toEqual({ kind: 'created', values: { state: cells.split(',')[0], ...common, ...values } });
  });

  it.each([
    ['subscribed,,2024-01-02', 'pending', { state: 'subscribed', confirmedAt: past }],
    ['unsubscribed,,,2024-01-02', 'subscribed', { state: 'unsubscribed', inactiveSince: past }],
    ['blocked,,,,complaint', 'subscribed', { state: 'blocked', previousState: 'unsubscribed', inactiveSince: now }],
    ['blocked,,,,bounce', 'subscribed', { state: 'blocked', previousState: 'subscribed', inactiveReason: 'import' }],
  ] as const)('%s changes a %s address', (cells, state, values) => {
    expect(plan(cells, state)).toMatchObject({ kind: 'updated', values });
  });

  it.each([
    ['pending', undefined],
    ['subscribed', undefined],
    ['subscribed', 'pending'],
  ] as const)('marked as %s doesn’t subscribe a suppressed address that is %s', (cells, state) => {
    expect(plan(cells, state, true)).toEqual({ kind: 'skipped' });
  });
});
