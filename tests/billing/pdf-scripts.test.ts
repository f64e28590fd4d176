import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyCharacter } from '../support/any-character.ts';
import { documentFixture, documentDraftFixture } from '../support/billing-document-fixture.ts';
import {
  draw,
  expectInsideMargins,
  hasMissingGlyphs,
  readContentStreams,
  readPdf,
  toActualText,
} from '../support/pdf-reader.ts';
import { wordsByScript } from '../support/scripts.ts';

// A document shows a client's name in any script: no missing glyphs, no wrong letter order, nothing outside of the
// page.

// Without the parts below, which take most of the time.
const named = (name: string) =>
  documentFixture({
    client: { ...documentDraftFixture().client, name },
    paymentInstructions: [],
    paymentUrl: null,
    terms: [],
  });

describe('names in any script', () => {
  test.each([
    ['Polish, Greek, Ukrainian', 'Łódź Ελλάδα Київ'],
    ['Vietnamese', 'Nguyễn Thị Hồng'],
    ['Chinese and Japanese', '株式会社さくら中文'],
    ['Korean', '한국회사'],
    ['Hebrew', 'ישראל כהן'],
    ['currency symbols', 'In ৳ € £ ¥ ₹ ₽ ₩ ₫ ₪'],
  ])('%s stays readable as text', async (_script, name) => {
    const pdf = await draw(named(name));
    expect((await readPdf(pdf)).text).toContain(name);
    expect(hasMissingGlyphs(pdf)).toBe(false);
  });

  test.each([
    ['Bengali', 'রহমান ও সন্স লিমিটেড'],
    ['Hindi', 'हिन्दी क्षेत्र प्रकाशन'],
    ['Thai', 'บริษัท น้ำ จำกัด'],
  ])('%s uses its own font and stores text for screen readers', async (_script, name) => {
    const pdf = await draw(named(name));
    expect(hasMissingGlyphs(pdf)).toBe(false);
    expect(readContentStreams(pdf)).toContain(toActualText(name));
    const { text } = await readPdf(pdf);
    const letters = new Set(name.replaceAll(/[\s\u0E33]/g, ''));
    expect(Array.from(letters).filter(letter => !text.includes(letter))).toEqual([]);
  });

  test.each([
    ['Arabic', 'شركة النور للتجارة', ''],
    ['Arabic with Latin and digits', 'شركة النور (Noor) 12', '12 (Noor) '],
    ['Persian digits', 'شرکت ۱۲۳', '۱۲۳ '],
  ])('%s runs from right to left', async (_script, name, leftmost) => {
    const pdf = await draw(named(name));
    expect(hasMissingGlyphs(pdf)).toBe(false);
    const { text } = await readPdf(pdf);
    expect(Array.from(name).filter(letter => !text.includes(letter))).toEqual([]);
    expect(text).toContain(`Bill to ${leftmost}`);
  });

  it('in modern use are rendered with all glyphs and stay readable', async () => {
    const [first] = documentDraftFixture().lineItems;
    const words = Object.values(wordsByScript).map(word => word.normalize('NFC'));
    if (!first) throw new Error('The sample has no lines.');
    const pdf = await draw(documentFixture({ lineItems: words.map(description => ({ ...first, description })) }));
    expect(hasMissingGlyphs(pdf)).toBe(false);
    const { text } = await readPdf(pdf);
    const spoken = readContentStreams(pdf);
    const isRead = (word: string) => Array.from(word.replaceAll(' ', '')).every(letter => text.includes(letter));
    expect(words.filter(word => !spoken.includes(toActualText(word)) && !isRead(word))).toEqual([]);
  });

  it('without a font are transliterated', async () => {
    const pdf = await draw(named('ᚠᚢᚦ 𒀀'));
    expect((await readPdf(pdf)).text).toContain('futh ?');
    expect(hasMissingGlyphs(pdf)).toBe(false);
  });

  it('lose invisible characters', async () => {
    const pdf = await draw(named('Ann\u0000\u0007\u202E\u2066 \u{1F600}B\uFEFFoyd\uD800 \uE000'));
    expect((await readPdf(pdf)).text).toMatch(/Ann .*Boyd/);
    expect(hasMissingGlyphs(pdf)).toBe(false);
  });

  it('align all lines of a right-to-left note at the right margin, and its names at the left', async () => {
    const notes = `${'שלום עולם '.repeat(20)}\nתודה\n${'Thank you. '.repeat(20)}`;
    const { pages } = await readPdf(await draw({ ...named('ישראל כהן'), notes }));
    const pieces = pages[0]?.pieces ?? [];
    const lineOf = (found: RegExp) =>
      [...Map.groupBy(pieces, ({ bottom }) => Math.round(bottom)).values()].filter(line =>
        found.test(line.map(({ text }) => text).join('')),
      );
    const edges = (lines: (typeof pieces)[]) => ({
      left: lines.map(line => Math.min(...line.map(({ left }) => left))),
      right: lines.map(line => Math.max(...line.map(({ right }) => right))),
    });
    const wrapped = edges(lineOf(/שלום|עולם|םולש|םלוע/));
    expect(wrapped.right.length).toBeGreaterThan(1);
    for (const right of wrapped.right) expect(right).toBeCloseTo(595.28 - 54, 0);
    for (const left of edges(lineOf(/Thank|תודה|הדות|ישראל|לארשי/)).left) expect(left).toBeLessThan(56);
  });

  it('never break the PDF', async () => {
    const mixed = fc.constantFrom(
      ...'ab ()[/12٣۴אבשׁ\u05C1لامحمّ،কিক্ষ্যৌ्हिन्น้ำ中あ한\u200D\u200C\n\t😀👧🇧ﷺé\u0302\u09CD𞤀'.split(''),
    );
    const anyText = fc
      .oneof(
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 120 }),
        fc.string({ unit: mixed, maxLength: 120 }),
      )
      .filter(text => text.trim() !== '');
    const [line] = documentDraftFixture().lineItems;
    if (!line) throw new Error('The sample has no lines.');
    await fc.assert(
      // Few texts in each document, because another text could bring the letters that one lacks.
      fc.asyncProperty(anyText, anyText, async (name, detail) => {
        const client = { ...documentDraftFixture().client, name };
        const pdf = await draw(documentFixture({ client, lineItems: [{ ...line, detail }] }));
        expect(hasMissingGlyphs(pdf)).toBe(false);
        expectInsideMargins((await readPdf(pdf)).pages, 'A4');
      }),
      { numRuns: 15 },
    );
  });
});
