import type { Element } from 'hast';
import { describe, expect, it } from 'vitest';
import { renderMail, writeMail } from '#app/mails.tsx';
import type { MailName, MailSite, MailTemplates } from '#shared/mails.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import { parsePage, textOf } from './support/page-html.ts';

const site: MailSite = { name: 'Ada Byron', url: 'https://ada.example', address: '12 Quay Street, Port Aster' };
const when = '2026-11-20T12:00:00Z';
const day = '2027-03-31';
const link = 'https://ada.example/one/two?token=a_b-c&more=1';
const aboutOrder = {
  name: 'Lin',
  number: 1001,
  title: 'Growth',
  link,
  timeZone: 'America/New_York',
  terms: [{ number: 6, text: 'After seven days a late fee may be added.' }],
};
const aboutInvoice = {
  ...aboutOrder,
  invoice: '2027-0009',
  amount: { minor: minorUnits(49_950), currency: 'USD' },
  dueOn: day,
};

const paper = { number: '2026-0007', amount: '$499.50', attached: true, link };

const aboutBooking = {
  name: 'Lin',
  isOwner: false,
  number: 1001,
  title: 'Project Strategy Session',
  by: 'Lin',
  link,
  when,
  timeZone: 'America/New_York',
  minutes: 120,
  place: 'https://meet.example/room',
  changeableUntil: when,
};

/** Every mail there is, with props that stand out. A new one is added here knowingly. */
const samples: { [Name in MailName]: MailTemplates[Name] } = {
  confirmAddress: { name: 'Lin', link, hours: 24 },
  alreadyRegistered: { name: 'Lin', signInLink: link, resetLink: 'https://ada.example/reset' },
  resetCode: { code: '042917', minutes: 10 },
  passwordChanged: { name: 'Lin', when, timeZone: 'America/New_York', resetLink: link },
  confirmNewAddress: { name: 'Lin', link, hours: 1 },
  addressChanged: { name: 'Lin', newAddress: 'l••@site.example', when, timeZone: 'Europe/Berlin' },
  newSignInMethod: { name: 'Lin', method: 'Google', change: 'added', when, timeZone: 'UTC', profileLink: link },
  addressTaken: { name: 'Lin', signInLink: link },
  recoveryCodeUsed: { name: 'Lin', left: 3, when, timeZone: 'UTC', profileLink: link },
  bookingBegun: { ...aboutBooking, amount: '$250.00', heldUntil: when },
  bookingConfirmed: { ...aboutBooking, about: 'A shop for tide tables.', phone: '+880 1' },
  bookingMoved: { ...aboutBooking, isOwn: false, before: when },
  bookingCancelled: { ...aboutBooking, isOwn: true, reason: 'Ill.', refunded: '$250.00' },
  bookingReminder: { ...aboutBooking, kind: 'day', about: '', phone: null },
  bookingExpired: { ...aboutBooking, isPaymentUnderWay: true },
  bookingLost: { ...aboutBooking, why: 'Its time was not free any more.', refunded: '$250.00' },
  accountDisabled: { name: 'Lin' },
  accountDeleted: { name: 'Lin' },
  textSubmitted: { name: 'Ada', noun: 'post', writer: 'Lin', title: 'Tides', link },
  textPublished: { name: 'Lin', noun: 'post', title: 'Tides', link },
  textSentBack: { name: 'Lin', noun: 'project', title: 'Tides', note: 'Shorter, please.', link },
  commentsWaiting: { name: 'Lin', held: 2, reported: 1, link },
  commentWritten: { name: 'Lin', by: 'Grace', title: 'A post', excerpt: 'Well said', link, settingsLink: link },
  commentAnswered: { name: 'Lin', by: 'Grace', title: 'A post', excerpt: 'Well said', link, settingsLink: link },
  documentIssued: { name: 'Lin', ...paper, kind: 'Deposit invoice', subject: 'Growth', dueOn: '2026-11-27' },
  lateFeeIssued: { name: 'Lin', ...paper, about: 'Balance invoice 2026-0006', dueOn: '2026-11-27' },
  creditNoteIssued: { name: 'Lin', ...paper, about: 'Balance invoice 2026-0006' },
  receiptIssued: { name: 'Lin', ...paper, about: 'Balance invoice 2026-0006' },
  confirmSubscription: { link, days: 7 },
  alreadySubscribed: { link },
  newsletterIssue: { subject: 'Tides', preview: '', html: '<p>Hi</p>', preferencesLink: link, openingPicture: null },
  commentApproved: { name: 'Lin', title: 'A post', link, settingsLink: link },
  orderPlaced: { name: 'Lin', number: 1001, title: 'Growth', link, isQuoted: false, attached: true },
  orderArrived: {
    name: 'Ada',
    number: 1001,
    title: 'Growth',
    link,
    by: 'Lin',
    brief: 'A site for my bakery.',
    isQuoted: false,
    isUrgent: true,
    attached: true,
  },
  orderAgreed: {
    name: 'Lin',
    number: 1001,
    title: 'Growth',
    link,
    by: 'Lin Osei',
    isMine: true,
    message: 'Yes, please begin.',
    next: 'The first payment is awaited.',
    attached: false,
  },
  orderLink: { name: 'Lin', number: 1001, title: 'Growth', link },
  orderMessage: { name: 'Lin', number: 1001, title: 'Growth', link, by: 'Ada', body: 'A word.\n\nAnother one.' },
  orderQuoted: {
    name: 'Lin',
    number: 1001,
    title: 'Growth',
    link,
    total: '$2,400.00',
    until: '01 Dec 2026',
    note: 'In two parts.',
    isNew: true,
  },
  supportRequested: {
    name: 'Ada',
    number: 1001,
    title: 'Growth',
    link,
    by: 'Lin',
    body: 'A word.\n\nAnother one.',
    isIncluded: false,
  },
  orderMoved: {
    name: 'Lin',
    number: 1001,
    title: 'Growth',
    link,
    news: 'The work can be looked at.',
    next: 'The work waits to be looked at.',
    reason: 'So it is.',
  },
  testimonialWritten: {
    name: 'Ada',
    number: 1001,
    title: 'Growth',
    link,
    by: 'Lin',
    words: 'A word.\n\nAnother one.',
    wasShown: true,
  },
  testimonialDecided: { name: 'Lin', number: 1001, title: 'Growth', link, shownAt: null, note: 'Shorter, please.' },
  paymentWaiting: {
    name: 'Ada',
    amount: '$499.00',
    number: '2026-0001',
    link,
    client: 'Lin',
    method: 'bKash',
    sender: '01700',
    reference: 'TRX7',
  },
  paymentRejected: { name: 'Lin', amount: '$499.00', number: '2026-0001', link, method: 'bKash', reason: 'Not there.' },
  paymentExceeded: { name: 'Lin', amount: '$499.00', number: '2026-0001', link },
  paymentTakenBack: {
    name: 'Ada',
    amount: '$499.00',
    number: '2026-0001',
    link,
    client: 'Lin',
    provider: 'PayPal',
    isDisputed: true,
    isOwed: true,
  },
  paymentReinstated: {
    name: 'Ada',
    amount: '$499.00',
    number: '2026-0001',
    link,
    client: 'Lin',
    provider: 'PayPal',
  },
  refundSent: {
    name: 'Lin',
    amount: '$499.00',
    number: '2026-0001',
    link,
    reason: 'Payment term 7',
    reference: 'TRX8',
    byHand: true,
  },
  contactArrived: {
    name: 'Ada',
    by: 'Lin Osei',
    email: 'lin@site.example',
    subject: 'Tide tables for three harbors',
    budget: 'about 2,000 USD',
    body: 'A word.\nA line.\n\nAnother one.',
    file: 'tides.pdf',
    isUnchecked: true,
    link,
  },
  contactReceived: {},
  contactAnswered: {
    subject: 'Tide tables for three harbors',
    body: 'A word.\n\nAnother one.',
    quoted: 'Tides.',
    when,
  },
  quoteEnding: { ...aboutOrder, until: day },
  paymentDueSoon: { ...aboutInvoice, isInstallment: true },
  paymentOverdue: { ...aboutInvoice, feePercent: 5, feeFrom: day },
  contentAwaited: { ...aboutOrder, missing: ['The logo', 'The texts'], since: day },
  answerAwaited: { ...aboutOrder, isQuote: false, since: day },
  lateFeeProposed: { ...aboutInvoice, by: 'Noor', fee: { minor: minorUnits(2498), currency: 'USD' } },
  quoteAwaited: { ...aboutOrder, by: 'Noor', since: day },
  workExpected: { ...aboutOrder, by: 'Noor', on: day, isOverdue: true },
  monthUnpaid: { ...aboutInvoice, by: 'Noor' },
};
const names = Object.keys(samples) as MailName[];

const write = (name: MailName, props: object = {}, from = site) =>
  writeMail(name, { ...samples[name], ...props }, from);

describe.each(names)('the mail %s', name => {
  it('is a document that mail programs can show', async () => {
    const { html, subject } = await write(name);
    const page = await parsePage(html);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page.text('title')).toBe(subject);
    expect(page.all('h1')).toHaveLength(1);
    expect(page.meta('color-scheme')).toBe('light dark');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    // Nothing is loaded, and nothing runs.
    for (const tag of ['script', 'img', 'link', 'iframe', 'form']) expect(page.all(tag), tag).toEqual([]);
    for (const table of page.all('table')) expect(table.properties.role).toBe('presentation');
    expect(new TextEncoder().encode(html).length).toBeLessThan(20_000);
  });

  it('says the same in plain text, with every address that it links to', async () => {
    const { html, text } = await write(name);
    const page = await parsePage(html);
    for (const address of page.all('a').map(({ properties }) => String(properties.href))) {
      expect(text).toContain(address);
    }
    for (const paragraph of page.all('p').filter(isRead)) {
      const words = textOf(paragraph)
        .split(/\s+/)
        .filter(word => /^[a-z]{4,}$/i.test(word));
      for (const word of words) expect(text).toContain(word);
    }
    expect(text).not.toMatch(/<[a-z]|&\w+;|\[object|undefined|prefers-color-scheme/);
    expect(text.trimEnd()).toMatch(/-- \nAda Byron\n12 Quay Street, Port Aster\nhttps:\/\/ada\.example$/);
  });

  it('names the site and stays on one line in its subject', async () => {
    const { subject } = await write(name, {}, { ...site, name: 'Ada\r\nBcc: all@site.example\u2028\tByron' });
    // The owner writes the subject of a newsletter.
    if (name !== 'newsletterIssue') expect(subject).toContain('Ada Bcc: all@site.example Byron');
    expect((await write('newsletterIssue', { subject: 'One\r\nBcc: two@site.example' })).subject).toBe(
      'One Bcc: two@site.example',
    );
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect((await write(name)).subject.length).toBeLessThan(70);
  });

  it('leaves no markup of a person’s name standing', async () => {
    const { html } = await write(name, { name: '<script>alert(1)</script>"><img src=x>' });
    const page = await parsePage(html);
    expect(page.all('script')).toEqual([]);
    expect(page.all('img')).toEqual([]);
  });
});

/** What belongs to the text: not what introduces an address, and not the name above the rule. */
function isRead(paragraph: Element): boolean {
  const classes = String(paragraph.properties.className ?? '');
  return !classes.includes('site-name') && !textOf(paragraph).startsWith('Or open');
}

describe('a mail', () => {
  it('shows its one button, and the address in full below it', async () => {
    const page = await parsePage((await write('confirmAddress')).html);
    expect(page.all('a').filter(({ properties }) => properties.href === link)).toHaveLength(2);
    expect(page.all('a').map(a => textOf(a))).toContain(link);
  });

  it('shows a code in one piece', async () => {
    const { html, text, subject } = await write('resetCode');
    expect(html).toContain('>042917<');
    expect(text).toMatch(/^042917$/m);
    // Subjects stay in the outbox when the code is erased.
    expect(subject).not.toContain('042917');
  });

  it('tells times in the reader’s zone', async () => {
    expect((await write('passwordChanged')).text.replace(/\s+/g, ' ')).toContain('20 Nov 2026, 07:00 GMT-5');
    expect((await write('addressChanged')).text.replace(/\s+/g, ' ')).toContain('20 Nov 2026, 13:00 CET');
  });

  it('says one hour and one minute', async () => {
    expect((await write('confirmAddress', { hours: 1 })).text).toMatch(/1 hour\b/);
    expect((await write('resetCode', { minutes: 1 })).text).toMatch(/1 minute\b/);
  });

  it('puts its preheader where only lists of mails show it', async () => {
    const mail = await renderMail({ subject: 'S', preheader: 'planted preheader', body: 'Body' }, site);
    expect(mail.html).toMatch(/<div class="preheader" style="display:none[^>]*>planted preheader/);
    expect(mail.text).not.toContain('planted preheader');
  });
});
