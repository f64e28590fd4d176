import { describe, expect, it } from 'vitest';
import { findWebmailInbox, MAX_CODE_ATTEMPTS, formatWrongCodeError } from './rules.ts';

describe('findWebmailInbox', () => {
  it.each([
    ['ada@gmail.com', 'https://mail.google.com/'],
    ['ada@GoogleMail.com', 'https://mail.google.com/'],
    ['ada@hotmail.com', 'https://outlook.live.com/mail/'],
    ['ada@me.com', 'https://www.icloud.com/mail/'],
    ['ada@pm.me', 'https://mail.proton.me/'],
  ])('returns for %s: %s', (email, href) => {
    expect(findWebmailInbox(email)?.href).toBe(href);
  });

  it.each(['ada@site.example', 'ada@gmail.com.evil.example', 'ada@notgmail.com', 'gmail.com@site.example', 'ada'])(
    'returns nothing for %s',
    email => {
      expect(findWebmailInbox(email)).toBeUndefined();
    },
  );
});

it('a wrong code shows how many attempts are left', () => {
  expect(Array.from({ length: MAX_CODE_ATTEMPTS }, (_, index) => formatWrongCodeError(index + 1))).toEqual([
    'This code is incorrect. You have 4 attempts left.',
    'This code is incorrect. You have 3 attempts left.',
    'This code is incorrect. You have 2 attempts left.',
    'This code is incorrect. You have 1 attempt left.',
    'This code is incorrect, and you have no attempts left. Request a new code.',
  ]);
});
