import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscriberStates, type SubscriberState } from '#features/newsletter/contract/limits.ts';
import { buildIssueFromPost } from '#features/newsletter/rules/issue-from-post.ts';
import { canTransitionIssue, findMissingFields } from '#features/newsletter/rules/issues.ts';
import { parsePreferencesToken, formatPreferencesToken } from '#features/newsletter/rules/signed-links.ts';
import {
  listCells,
  listHeading,
  planImportRow,
  parseSubscribersCsv,
} from '#features/newsletter/rules/subscriber-csv.ts';
import { isSenderLikelyRejected, getBatchPlan } from '#features/newsletter/rules/batching.ts';
import {
  applyBlock,
  applyConfirmation,
  applyUnsubscribe,
  canSendConfirmation,
  applyUnblock,
  maskEmail,
} from '#features/newsletter/rules/subscription.ts';
import { parseCsv, writeCsvRows } from '#shared/csv.ts';
import { renderEmailHtml } from '#platform/text/email-html.ts';

const at = new Date('2026-11-20T12:00:00Z');

type Before = 'pending' | 'subscribed' | 'unsubscribed' | null;
const subscriptionState = fc
  .record({
    state: fc.constantFrom(...subscriberStates),
    before: fc.constantFrom<Exclude<Before, null>>('pending', 'subscribed', 'unsubscribed'),
  })
  .map(({ state, before }) => ({ state, previousState: state === 'blocked' ? before : null }));

/** Every event that can affect an address, except the subscriber's own confirmation. */
const eventArbitrary = fc.constantFrom(
  'owner consents',
  'list brings in',
  'leaves',
  'bounces',
  'complains',
  'unblocked',
  'list takes out',
);

describe('subscriber', () => {
  it('who left or complained is resubscribed only through the link', () => {
    fc.assert(
      fc.property(subscriptionState, fc.array(eventArbitrary, { maxLength: 12 }), (from, what) => {
        let now: { state: SubscriberState; previousState: Before } = from;
        let hasLeft = now.state === 'unsubscribed' || now.previousState === 'unsubscribed';
        for (const event of what) {
          const changes =
            event === 'owner consents'
              ? applyConfirmation(now, 'owner', at)
              : event === 'list brings in'
                ? applyConfirmation(now, 'import', at)
                : event === 'leaves'
                  ? applyUnsubscribe(now, 'preferences_page', at)
                  : event === 'list takes out'
                    ? applyUnsubscribe(now, 'import', at)
                    : event === 'unblocked'
                      ? applyUnblock(now)
                      : applyBlock(now, event === 'bounces' ? 'bounce' : 'complaint', at, '');
          now = { ...now, ...changes };
          hasLeft ||= ['leaves', 'list takes out', 'complains'].includes(event);
          if (hasLeft) expect(now.state).not.toBe('subscribed');
          expect(now.previousState !== null).toBe(now.state === 'blocked');
        }
        const back = applyConfirmation({ state: now.state }, 'email_link', at);
        expect(back?.state).toBe(now.state === 'blocked' ? undefined : 'subscribed');
      }),
    );
  });

  it('keeps the first reason and time of the end', () => {
    const later = new Date('2026-11-21T12:00:00Z');
    const left = { state: 'unsubscribed', previousState: null } as const;
    const bounced = { state: 'blocked', previousState: 'subscribed' } as const;
    expect(applyUnsubscribe(left, 'owner', later)).toBeUndefined();
    expect(applyUnsubscribe({ ...bounced, previousState: 'unsubscribed' }, 'owner', later)).toBeUndefined();
    expect(applyBlock(bounced, 'bounce', later, 'Again')).toBeUndefined();
    expect(applyBlock({ ...bounced, previousState: 'unsubscribed' }, 'complaint', later, 'Spam')).toBeUndefined();
    expect(applyBlock(bounced, 'complaint', later, 'Spam')).toMatchObject({ previousState: 'unsubscribed' });
  });

  it.each<[SubscriberState, number | null, boolean]>([
    ['pending', null, true],
    ['pending', 23.99, false],
    ['pending', 24, true],
    ['subscribed', 1, false],
    ['unsubscribed', 25, true],
    ['blocked', null, false],
    ['blocked', 1000, false],
  ])('%s who got an email %s hours ago gets another: %s', (state, hours, expected) => {
    const confirmationSentAt = hours === null ? null : new Date(at.getTime() - hours * 3_600_000);
    expect(canSendConfirmation({ state, confirmationSentAt }, at)).toBe(expected);
  });

  it('sees only a masked address', () => {
    expect(maskEmail('lin@site.example')).toBe('l••@site.example');
    expect(maskEmail('a@b.example')).toBe('a•@b.example');
    expect(maskEmail('averyveryverylongname@b.example')).toBe('a••••••@b.example');
  });
});

describe('sending pace', () => {
  it('stays between half and all of the configured rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6000 }), pace => {
        const { size, seconds } = getBatchPlan(pace);
        expect((size * 60) / seconds).toBeLessThanOrEqual(pace);
        expect((size * 60) / seconds).toBeGreaterThan(pace / 2);
        expect(size).toBeLessThanOrEqual(500);
      }),
    );
    expect(getBatchPlan(120)).toEqual({ size: 10, seconds: 5 });
    expect(getBatchPlan(1)).toEqual({ size: 1, seconds: 60 });
  });

  it('suspects the sender when most recipients are rejected', () => {
    expect(isSenderLikelyRejected({ refused: 9, sent: 0 })).toBe(false);
    expect(isSenderLikelyRejected({ refused: 10, sent: 9 })).toBe(true);
    expect(isSenderLikelyRejected({ refused: 10, sent: 10 })).toBe(false);
  });
});

describe('preferences token', () => {
  it('parses only what it formats', () => {
    const token = 'a_b-'.repeat(11);
    expect(parsePreferencesToken(formatPreferencesToken({ subscriberId: 12, issueId: 0 }, token))).toEqual({
      subscriberId: 12,
      issueId: 0,
      token,
    });
    for (const wrong of [
      '',
      '1.2',
      `1.${token}`,
      `x.0.${token}`,
      `1.0.${token}/`,
      `1.0.${token} `,
      `1234567890.0.${token}`,
    ]) {
      expect(parsePreferencesToken(wrong)).toBeUndefined();
    }
  });
});

describe('newsletter issues', () => {
  it('can be edited only as drafts', () => {
    expect(canTransitionIssue('draft', 'save')).toBe(true);
    for (const state of ['scheduled', 'sending', 'paused', 'sent'] as const) {
      expect([state, canTransitionIssue(state, 'save'), canTransitionIssue(state, 'discard')]).toEqual([
        state,
        false,
        false,
      ]);
    }
    expect(canTransitionIssue('sent', 'send')).toBe(false);
    expect(canTransitionIssue('sent', 'resume')).toBe(false);
  });

  it('report missing fields', () => {
    expect(findMissingFields({ subject: ' ', markdown: '\n' })).toHaveProperty('subject');
    expect(findMissingFields({ subject: 'x', markdown: '' })).toEqual({
      markdown: 'Enter the text of your newsletter.',
    });
    expect(findMissingFields({ subject: 'x', markdown: 'y' })).toEqual({});
  });

  it('escape a post’s title and description', async () => {
    const issue = buildIssueFromPost({
      title: 'Tides [2] *and* <b>clocks</b>',
      description: '# not a heading',
      cover: { address: '/media/pictures/0123456789abcdef-1200.webp', alt: 'A ] clock' },
      path: '/blog/tides',
    });
    expect(issue.subject).toBe('Tides [2] *and* <b>clocks</b>');
    const { html } = await renderEmailHtml(issue.markdown, { siteUrl: 'https://ada.example', styles: {}, classes: {} });
    expect(html).toBe(
      [
        '<p><img src="https://ada.example/media/pictures/0123456789abcdef-1200.webp" alt="A ] clock"></p>',
        '<p># not a heading</p>',
        '<p><a href="https://ada.example/blog/tides">Read “Tides [2] *and* &#x3C;b>clocks&#x3C;/b>”</a></p>',
      ].join('\n'),
    );
  });

  it('contain no scripts or foreign links', async () => {
    const { html, links } = await renderEmailHtml(
      '# One\n\n<script>x</script><img src="x" onerror="x">\n\n[a](javascript:x) [b](//evil.example) [c](/d)\n\n- [x] done\n\n> [!NOTE]\n> Mind',
      {
        siteUrl: 'https://ada.example',
        styles: { h2: 'margin:0' },
        classes: {},
        links: new Map([['https://ada.example/d', 'https://ada.example/counted']]),
      },
    );
    expect(links).toEqual(['https://evil.example/', 'https://ada.example/d']);
    expect(html).not.toMatch(/<script|onerror|javascript:/);
    expect(html).toContain('<h2 style="margin:0">One</h2>');
    expect(html).toContain('href="https://evil.example/"');
    expect(html).toContain('<a href="https://ada.example/counted">c</a>');
    expect(html).toContain('☑');
  });
});

describe('subscriber CSV', () => {
  const email = fc.stringMatching(/^[a-z0-9._%+-]{1,12}@[a-z]{1,8}\.[a-z]{2,4}$/);
  // The import reads a leading apostrophe as the escape of formulas.
  const text = fc.string({ maxLength: 40 }).map(words =>
    words
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .replace(/^'+/, '')
      .trim(),
  );
  const entry = fc.record({
    email,
    name: text,
    state: fc.constantFrom(...subscriberStates),
    note: text,
    topic: fc.boolean(),
  });

  it('round-trips, including formula-like values', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: one => one.email, minLength: 1, maxLength: 8 }), list => {
        const ends = (state: SubscriberState) => state === 'unsubscribed' || state === 'blocked';
        const csv = writeCsvRows([
          listHeading,
          ...list.map((one, id) =>
            listCells({
              id,
              email: one.email,
              name: one.name,
              labels: ['VIP', '=1'],
              state: one.state,
              topics: one.topic ? ['posts'] : ['posts', 'news'],
              source: 'form',
              createdAt: at.toISOString(),
              confirmedAt: one.state === 'subscribed' ? at.toISOString() : null,
              confirmationMethod: one.state === 'subscribed' ? 'email_link' : null,
              consentNote: one.note,
              inactiveSince: ends(one.state) ? at.toISOString() : null,
              inactiveReason: ends(one.state) ? 'preferences_page' : null,
              inactiveNote: '',
              hasPendingConfirmation: false,
            }),
          ),
        ]);
        expect(csv).not.toMatch(/^[=+\-@]/m);
        const { entries, invalid } = parseSubscribersCsv(`\uFEFF${csv}`, at);
        expect(invalid).toEqual([]);
        expect(
          entries.map(({ email: address, name, state, note, topics }) => [address, name, state, note, topics]),
        ).toEqual(
          list.map(one => [one.email, one.name, one.state, one.note, one.topic ? ['posts'] : ['posts', 'news']]),
        );
        expect(entries.every(({ labels }) => labels.join() === 'VIP,=1')).toBe(true);
      }),
    );
  });

  it('round-trips any table', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }), cells => {
        const rows = cells.filter(row => row.some(cell => cell !== ''));
        const head = ['a', 'b', 'c'];
        expect(parseCsv(writeCsvRows([head, ...cells]))).toEqual([head, ...rows]);
      }),
    );
    expect(parseSubscribersCsv('E-Mail;Status\r\nlin@site.example;active\r\n', at).entries).toMatchObject([
      { state: 'subscribed' },
    ]);
    expect(parseSubscribersCsv('lin@site.example\ngrace@site.example', at).entries).toHaveLength(2);
    expect(parseCsv('a,"b\n""c"\nd')).toEqual([['a', 'b\n"c'], ['d']]);
  });

  it('reports invalid rows and uses the stricter of duplicate rows', () => {
    const { entries, invalid } = parseSubscribersCsv(
      'Email,State,Topics\nlin@site.example,subscribed,\nnobody,,\n,subscribed,\nx@y.example,asleep,\nz@y.example,,offers\nLIN@site.example,unsubscribed,\nlin@site.example,,\n',
      at,
    );
    expect(entries).toMatchObject([{ email: 'LIN@site.example', state: 'unsubscribed', row: 7 }]);
    expect(invalid.map(({ row, message }) => [row, message])).toEqual([
      [3, 'This is not a valid email address.'],
      [4, 'This row has no email address.'],
      [5, 'Unknown state “asleep”.'],
      [6, 'None of these topics exist.'],
      [2, 'A later row has the same address with a stricter status.'],
      [8, 'This address is already in an earlier row.'],
    ]);
  });

  it('doesn’t resubscribe addresses that left or are suppressed', () => {
    const objected = fc.boolean();
    fc.assert(
      fc.property(subscriptionState, entry, objected, fc.boolean(), (known, row, isObjected, isKnown) => {
        const [read] = parseSubscribersCsv(`Email,State\n${row.email},${row.state}`, at).entries;
        if (!read) throw new Error('The row was not read.');
        const plan = planImportRow(
          read,
          isKnown ? { ...known, name: '', labels: [] } : undefined,
          isObjected,
          'They said so.',
          at,
        );
        const after = 'values' in plan ? ('state' in plan.values ? plan.values.state : known.state) : undefined;
        const wasOut = isObjected || (isKnown && (known.state === 'unsubscribed' || known.state === 'blocked'));
        if (wasOut) expect(after === 'subscribed' || after === 'pending').toBe(false);
        // An unsubscribed row in an import always wins.
        if (row.state === 'unsubscribed' && isKnown && !wasOut) expect(after).toBe('unsubscribed');
      }),
    );
  });
});
