import type { Element } from 'hast';
import { describe, expect, it } from 'vitest';
import { renderEmail, renderEmailTemplate } from '#app/emails.tsx';
import type { EmailTemplateName } from '#shared/emails.ts';
import { sampleLink, sampleMails, sampleSite } from '../support/email-samples.ts';
import { parsePage, textOf } from '../support/page-html.ts';

const names = Object.keys(sampleMails) as EmailTemplateName[];

const write = (name: EmailTemplateName, props: object = {}, from = sampleSite) =>
  renderEmailTemplate(name, { ...sampleMails[name], ...props }, from);

describe.each(names)('email %s', name => {
  it('is valid HTML for mail programs', async () => {
    const { html, subject } = await write(name);
    const page = await parsePage(html);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page.text('title')).toBe(subject);
    expect(page.all('h1')).toHaveLength(1);
    expect(page.meta('color-scheme')).toBe('light dark');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    // Emails load no resources and run no scripts.
    for (const tag of ['script', 'img', 'link', 'iframe', 'form']) expect(page.all(tag), tag).toEqual([]);
    for (const table of page.all('table')) expect(table.properties.role).toBe('presentation');
    expect(new TextEncoder().encode(html).length).toBeLessThan(20_000);
  });

  it('has the same content and addresses in plain text', async () => {
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

  it('has a one-line subject', async () => {
    const { subject } = await write(name, {}, { ...sampleSite, name: 'Ada\r\nBcc: all@site.example\u2028\tByron' });
    if (subject.includes('Bcc')) expect(subject).toContain('Ada Bcc: all@site.example Byron');
    expect((await write('newsletter_issue', { subject: 'One\r\nBcc: two@site.example' })).subject).toBe(
      'One Bcc: two@site.example',
    );
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect((await write(name)).subject.length).toBeLessThan(70);
  });

  it('escapes a person’s name', async () => {
    const { html } = await write(name, { name: '<script>alert(1)</script>"><img src=x>' });
    const page = await parsePage(html);
    expect(page.all('script')).toEqual([]);
    expect(page.all('img')).toEqual([]);
  });
});

/** Returns whether a paragraph is body text: not the introduction of a URL, and not the site name above the rule. */
function isRead(paragraph: Element): boolean {
  const classes = String(paragraph.properties.className ?? '');
  return !classes.includes('site-name') && !textOf(paragraph).startsWith('Or open');
}

describe('email', () => {
  it('shows its one button and the full address below it', async () => {
    const page = await parsePage((await write('verify_email')).html);
    expect(page.all('a').filter(({ properties }) => properties.href === sampleLink)).toHaveLength(2);
    expect(page.all('a').map(a => textOf(a))).toContain(sampleLink);
  });

  it('shows a code in one piece', async () => {
    const { html, text, subject } = await write('password_reset_code');
    expect(html).toContain('>042917<');
    expect(text).toMatch(/^042917$/m);
    // Subjects stay in the email log when the code is deleted.
    expect(subject).not.toContain('042917');
  });

  it('shows times in the site’s zone', async () => {
    expect((await write('password_changed')).text.replace(/\s+/g, ' ')).toContain('20 Nov 2026, 07:00 GMT-5');
    const inBerlin = { ...sampleSite, timeZone: 'Europe/Berlin' };
    expect((await write('email_changed', {}, inBerlin)).text.replace(/\s+/g, ' ')).toContain('20 Nov 2026, 13:00 CET');
  });

  it('keeps the line breaks of a message', async () => {
    const { html, text } = await write('order_message', { body: 'Two things:\n1. The logo\n\nThanks' });
    expect(text).toContain('\n\nTwo things:\n1. The logo\n\nThanks\n');
    expect(html).toContain('Two things:<br/>1. The logo</p>');
    expect((await write('quote_sent', { note: 'First\nSecond' })).text).toContain('“First\nSecond”');
  });

  it.each([
    [0, 'You have no codes left. Generate new codes in your profile.'],
    [1, 'You have 1 code left. Generate new codes in your profile before you run out.'],
    [4, 'You have 4 codes left. If this was you, you don’t need to do anything.'],
  ])('says what to do with %d recovery codes left', async (remainingCodes, sentences) => {
    const { text } = await write('recovery_code_used', { remainingCodes });
    expect(text.replaceAll(/\s+/g, ' ')).toContain(sentences);
  });

  it.each([
    ['contact_message_received', 'body'],
    ['contact_reply', 'body'],
    ['order_message', 'body'],
    ['quote_sent', 'note'],
    ['testimonial_submitted', 'body'],
    ['comment_received', 'excerpt'],
    ['entry_changes_requested', 'note'],
  ] as const)('shows right-to-left text of %s from the right', async (name, field) => {
    const page = await parsePage((await write(name, { [field]: 'مرحبا بالعالم.\n\nHello.' })).html);
    const paragraph = page.all('p').find(p => textOf(p).includes('مرحبا'));
    expect(paragraph?.properties).toMatchObject({ dir: 'auto', style: expect.stringContaining('text-align:start') });
    // English sentences may begin with a name in Arabic.
    const named = await parsePage((await write(name, { clientName: 'محمد', commenterName: 'محمد' })).html);
    const english = named.all('p').filter(p => /محمد [a-z]/.test(textOf(p)));
    for (const { properties } of english) expect(properties.dir).toBeUndefined();
  });

  it.each([
    ['order_placed', 'title'],
    ['order_received', 'brief'],
    ['order_message', 'body'],
    ['quote_sent', 'title'],
    ['quote_sent', 'note'],
    ['support_requested', 'body'],
    ['contact_message_received', 'body'],
    ['contact_reply', 'body'],
    ['contact_reply', 'quoted'],
    ['testimonial_submitted', 'body'],
    ['comment_received', 'title'],
  ] as const)('cuts no emoji of %s in half, in a long %s', async (name, field) => {
    for (const before of ['', 'a']) {
      const { subject, html, text } = await write(name, { [field]: before + '🚀'.repeat(700) });
      expect(`${subject}${html}${text}`.isWellFormed()).toBe(true);
    }
  });

  it('dates a quoted message in the site’s time zone', async () => {
    const { text } = await write('contact_reply', { receivedAt: '2026-11-20T02:30:00Z' });
    expect(text.replace(/\s+/g, ' ')).toContain('You wrote on 19 Nov 2026, 21:30 GMT-5:');
  });

  it('uses the singular for one hour and one minute', async () => {
    expect((await write('verify_email', { expiresInHours: 1 })).text).toMatch(/1 hour\b/);
    expect((await write('password_reset_code', { expiresInMinutes: 1 })).text).toMatch(/1 minute\b/);
  });

  it('hides its preheader from the body', async () => {
    const mail = await renderEmail({ subject: 'S', preheader: 'planted preheader', body: 'Body' }, sampleSite);
    expect(mail.html).toMatch(/<div class="preheader" style="display:none[^>]*>planted preheader/);
    expect(mail.text).not.toContain('planted preheader');
  });
});

it('uses the prepared plain text of a newsletter', async () => {
  const { text } = await write('newsletter_issue', { html: '<p>Not converted again</p>', text: 'Prepared\n$& text' });
  expect(text).not.toContain('Not converted again');
  expect(text).toMatch(/\n\nPrepared\n\$& text\n\n[^]*-- \nAda Byron/);
});
