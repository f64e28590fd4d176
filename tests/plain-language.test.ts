import { describe, expect, it } from 'vitest';
import { findComments } from './support/comments.ts';
import { readVisibleTexts } from './support/visible-text.ts';

/** Words that nearly always have a plainer replacement. */
const GIVEAWAYS = [
  /\banew\b/,
  /\bwho(m|se)?ever\b/,
  /\bwhat (came|comes) of\b/,
  /\b(told|tells|telling)\b/,
  /\bmend(s|ed|ing)?\b/,
  /\bawait(s|ing)\b/,
  /\b(take|takes|took|taken) (it |them )?back\b/,
  /\bin (its|their) place\b/,
  /\bof (its|their) own\b/,
  /\bby (itself|themselves)\b/,
  /\bmeanwhile\b/,
  /\bat once\b/,
  /\bso that\b/,
  /\bbesides?\b/,
  /\bfor good\b/,
  /\b(nobody|somebody|anybody)\b/,
  /\b(is|are|was|were) to be\b/,
  /\bno such\b/,
  /\bsuch an?\b/,
  /\bwhat (is|was)\b(?!.*\?)/,
  /\be-mails?\b/,
];

/** Words that comments also need: clocks and browsers go back, and code has awaited promises and whole numbers. */
const VISIBLE_GIVEAWAYS = [
  /\b(have|had) \w+ back\b|\b(goes|go|went) back\b(?! to)/,
  /\b(stands?|standing|stood)\b/,
  /\bwhole\b(?! number)/,
  /\bawait(ed)?\b/,
  /\b(comes?|came) to\b/,
  /\bapart\b/,
  /(?<![/@-])\bmails?\b(?! (server|service|client)s?\b)/,
];

const oneOf = (words: readonly RegExp[]) => new RegExp(words.map(({ source }) => source).join('|'), 'i');

/** Texts that may contain one of these words, with the reason. */
const ALLOWED: readonly (readonly [text: RegExp, reason: string])[] = [
  [/^[a-z0-9 -]{30,}$/, 'Search words of the command palette, which include those of other products.'],
  [/^No such (payment_intent|checkout\.session)/, 'The fake payment provider answers in the words of Stripe.'],
  [/create the user "nobody"/, 'The name of a Unix account.'],
  [/\bpar e-mail\b|\bper E-Mail\b/, 'The usual spelling in French and German.'],
  [/^\| .+ \| .+ \| .+ \|$/, 'The glossary lists terms to avoid.'],
];

/** The same for comments and test titles. */
const ALLOWED_COMMENTS: typeof ALLOWED = [[/`nobody`/, 'The name of a Unix account.']];

describe('visible texts', () => {
  it('contain no words that have a plainer replacement', () => {
    const words = oneOf([...GIVEAWAYS, ...VISIBLE_GIVEAWAYS]);
    const found = readVisibleTexts()
      .filter(({ text }) => words.test(text) && !ALLOWED.some(([allowed]) => allowed.test(text)))
      .map(({ path, line, text }) => `${path}:${line}: ${text}`);
    expect(found).toEqual([]);
  });

  it('are found in pages, emails, the console, documents and the sample site', () => {
    const paths = new Set(readVisibleTexts().map(({ path }) => path));
    expect([...paths]).toEqual(
      expect.arrayContaining([
        'README.md',
        'content/pricing/plans.yaml',
        'src/app/layouts/ErrorPage.tsx',
        'src/features/billing/emails.tsx',
        'src/features/billing/pdf/draw-billing-document.ts',
        'src/platform/api/errors.ts',
        'tools/launcher/build.mjs',
      ]),
    );
  });

  it('need every entry of the allow-list', () => {
    const texts = readVisibleTexts().map(({ text }) => text);
    expect(ALLOWED.filter(([allowed]) => !texts.some(text => allowed.test(text)))).toEqual([]);
  });
});

describe('comments and test titles', () => {
  const found = findComments(oneOf(GIVEAWAYS));

  it('contain no words that have a plainer replacement', () => {
    const refused = found.filter(({ text }) => !ALLOWED_COMMENTS.some(([allowed]) => allowed.test(text)));
    expect(refused.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
  });

  it('need every entry of their allow-list', () => {
    expect(ALLOWED_COMMENTS.filter(([allowed]) => !found.some(({ text }) => allowed.test(text)))).toEqual([]);
  });
});
