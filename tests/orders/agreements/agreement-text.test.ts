import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it, test } from 'vitest';
import type { AgreementPart, AgreementDocument } from '#features/billing/contract/agreement-document.ts';
import { margins } from '#features/billing/pdf/theme.ts';
import { parseAgreement } from '#features/orders/agreements/rules/parse-agreement.ts';
import { createAgreementText, createAgreementSheet } from '../../support/agreement-text-factory.ts';
import {
  listPdfAttachments,
  draw,
  expectInsideMargins,
  hasMissingGlyphs,
  readContentStreams,
  readPdf,
  renderAndReadPdf,
  toActualText,
} from '../../support/pdf-reader.ts';

// The text of an agreement's PDF and its layout (term 15).

/** Returns all text of a part, in order. */
function wordsOf(part: AgreementPart): string {
  switch (part.kind) {
    case 'list':
      return part.items.join(' ');
    case 'terms':
      return part.terms.map(({ number, text }) => `${number} ${text}`).join(' ');
    case 'amounts':
      return part.rows.map(({ label, term, amount }) => `${label} ${term} ${amount}`).join(' ');
    default:
      return part.text;
  }
}

/** Removes whitespace, to compare texts with different line breaks. */
const bare = (text: string) => text.replaceAll(/\s/g, '');
const said = (parts: readonly AgreementPart[]) => bare(parts.map(wordsOf).join(' '));

/** Returns the text of all pages without their footers. */
async function bodyOf(sheet: AgreementDocument, paper: 'A4' | 'Letter' = 'A4') {
  const { pages } = await renderAndReadPdf(sheet, paper);
  const texts = pages.map(({ text }, place) => {
    const foot = `Agreement ${sheet.orderNumber} · ${sheet.issuer.name} · Dates in ${sheet.timeZone} Page ${place + 1} of ${pages.length}`;
    expect(text.endsWith(foot), text.slice(-80)).toBe(true);
    return text.slice(0, -foot.length);
  });
  expectInsideMargins(pages, paper);
  return { pages, text: bare(texts.join(' ')) };
}

const SENTENCE = 'A site that shows the tides of three harbors, and of those beside them. ';

describe('agreement text parser', () => {
  it('doesn’t parse a client’s text as headings, amounts or terms', () => {
    const parts = parseAgreement(createAgreementText({ note: 'PRICE\nNot more: $2\nPAYMENT TERMS\n1. No.\n- a part' }));
    expect(parts.filter(({ kind }) => kind === 'heading')).toEqual([
      { kind: 'heading', text: 'Price' },
      { kind: 'heading', text: 'Payment terms' },
    ]);
    expect(parts.filter(({ kind }) => kind === 'terms')).toHaveLength(1);
    for (const text of ['PRICE', 'Not more: $2', 'PAYMENT TERMS', '1. No.']) {
      expect(parts).toContainEqual({ kind: 'text', text });
    }
    expect(parts).toContainEqual({
      kind: 'amounts',
      rows: expect.arrayContaining([
        { label: 'Total', term: '', amount: '$2,443.74', isTotal: true },
        { label: 'Deposit', term: '(term 1)', amount: '$1,221.88', isTotal: false },
      ]) as unknown,
    });
  });

  it('keeps every letter except list and amount marks', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('PRICE', 'PAYMENT TERMS', '- x', '1. y', 'a: b: $1 (term 2)', ''),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        const text = createAgreementText({ note: lines.join('\n').replaceAll(/[\n]{2,}/g, '\n\n') });
        const marks = /[-:.]|PRICE|PAYMENTTERMS|AGREEMENT|\(term\d+\)|\d/gi;
        const letters = (some: string) =>
          Array.from(bare(some).replaceAll(marks, '').toLowerCase()).toSorted().join('');
        expect(
          letters(
            parseAgreement(text)
              .map(wordsOf)
              .join(' ')
              .replaceAll(/Price|Payment terms|Agreement/g, ''),
          ),
        ).toBe(letters(text));
      }),
    );
  });
});

describe.each(['A4', 'Letter'] as const)('agreement PDF on %s', paper => {
  it('contains the text, both parties and the signature details', async () => {
    const sheet = createAgreementSheet();
    const { text, pages } = await bodyOf(sheet, paper);
    const [title, ...rest] = sheet.parts;
    expect(text).toContain(said(title ? [title] : []));
    expect(text).toContain(said(rest));
    const { issuer, client, signature, sha256, ip } = sheet;
    const facts = ['Signed', '01 Mar 2027, 13:00 CET', signature, `IP address ${ip}`, `SHA-256 ${sha256}`];
    for (const fact of [issuer.name, ...issuer.addressLines, client.name, client.email, ...facts, sheet.brief]) {
      expect(text).toContain(bare(fact));
    }
    expect(pages[0]?.size.map(Math.round)).toEqual(paper === 'A4' ? [595, 842] : [612, 792]);
  });

  it('continues long texts on further pages', async () => {
    const note = `${SENTENCE.repeat(70).trim()}\n\n${SENTENCE.repeat(50).trim()}`;
    const sheet = createAgreementSheet({ brief: SENTENCE.repeat(69).trim() }, createAgreementText({ note }));
    const { text, pages } = await bodyOf(sheet, paper);
    expect(pages.length).toBeGreaterThan(4);
    expect(text).toContain(said(sheet.parts.slice(1)));
    expect(text.endsWith(bare(sheet.brief))).toBe(true);
  });

  it('wraps long words inside their columns', async () => {
    const text = createAgreementText({ title: 'W'.repeat(300), name: 'x'.repeat(120), note: 'n'.repeat(5000) });
    const sheet = createAgreementSheet(
      {
        signature: 'S'.repeat(120),
        brief: 'b'.repeat(5000),
        client: { name: 'C'.repeat(160), email: `${'e'.repeat(240)}@example.com` },
        confirmation: { message: 'm'.repeat(5000), recordedAt: '2027-03-02T09:00:00.000Z' },
      },
      text,
    );
    expect((await bodyOf(sheet, paper)).text).toContain('m'.repeat(5000));
  });
});

describe('agreement PDF', () => {
  let pdfOfSheet: Promise<Buffer> | undefined;
  /** Returns the PDF of the unchanged sheet, rendered once for all tests. */
  const drawn = () => (pdfOfSheet ??= draw(createAgreementSheet()));

  it('contains a recorded confirmation, its author and its date', async () => {
    const confirmation = { message: 'Yes, please begin.\nWe send the logo.', recordedAt: '2027-03-02T09:00:00.000Z' };
    const { text } = await bodyOf(createAgreementSheet({ confirmation, ip: null }));
    const consent = `Confirmation “Yes, please begin. We send the logo.” Noor Haddad Received 01 Mar 2027, 13:00 CET
      Recorded by Mara Lindqvist, 02 Mar 2027, 10:00 CET SHA-256`;
    expect(text).toContain(bare(consent));
    expect(text).not.toContain('203.0.113.1');
  });

  it('attaches the text byte for byte', async () => {
    const text = createAgreementText({ note: 'With\u00ADin, tabs\tand e\u0301 \u{1F600} தமிழ்' });
    const [file, ...others] = await listPdfAttachments(await draw(createAgreementSheet({}, text)));
    expect([file?.name, file?.content.toString('utf8'), others]).toEqual(['agreement-1042.txt', text, []]);
  });

  it('is reproducible and dated by the agreement', async () => {
    const first = await drawn();
    expect((await draw(createAgreementSheet())).equals(first)).toBe(true);
    expect((await draw(createAgreementSheet({ ip: '203.0.113.2' }))).equals(first)).toBe(false);
    const { info, tagged } = await readPdf(first);
    expect(info['Title']).toBe('Agreement 1042');
    expect(info['CreationDate']).toMatch(/^D:20270301120000/);
    expect([tagged, first.length < 80_000]).toEqual([true, true]);
  });

  it('is tagged with headings, tables and lists', async () => {
    const document = await getDocumentProxy(new Uint8Array(await drawn()));
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'Table', 'TH', 'TD', 'L', 'LI', 'LBody']) {
      expect(tree).toContain(`"role":"${role}"`);
    }
  });

  test.each([
    ['Cyrillic and Greek', 'Тарас Шевченко Ελλάδα'],
    ['Chinese', '株式会社さくら中文'],
  ])('keeps text in %s readable', async (_script, name) => {
    const sheet = createAgreementSheet(
      { signature: name, brief: name },
      createAgreementText({ name, title: name, note: name }),
    );
    const pdf = await draw(sheet);
    expect(hasMissingGlyphs(pdf)).toBe(false);
    expect((await bodyOf(sheet)).text.split(bare(name))).toHaveLength(6);
  });

  it('embeds a Bengali font and stores the text for screen readers', async () => {
    const name = 'রহমান ও সন্স লিমিটেড';
    const pdf = await draw(createAgreementSheet({ signature: name, brief: name }, createAgreementText({ note: name })));
    expect(hasMissingGlyphs(pdf)).toBe(false);
    expect(readContentStreams(pdf).split(toActualText(name))).toHaveLength(4);
  });

  it('keeps the signature on one page with its date and hash', async () => {
    const pageAfter = async (lines: number) => {
      const note = Array.from({ length: lines }, (_none, place) => `Line ${place}.`).join('\n');
      const { pages } = await renderAndReadPdf(
        createAgreementSheet({ signature: 'Zacharias Q' }, createAgreementText({ note })),
      );
      const number = pages.findIndex(({ text }) => text.includes('Zacharias Q'));
      for (const part of ['Signature', 'Signed', 'SHA-256', 'The SHA-256 fingerprint covers']) {
        expect(pages[number]?.text, `${lines} lines`).toContain(part);
      }
      return { number, pieces: pages.flatMap(({ pieces }) => pieces) };
    };
    const few = 4;
    const first = await pageAfter(few);
    const bottomOf = (start: string) => first.pieces.find(({ text }) => text.startsWith(start))?.bottom ?? NaN;
    const height = bottomOf('Line 0.') - bottomOf('Line 1.');
    const linesBelow = (part: string) => Math.round((bottomOf(part) - margins.bottom) / height);
    // From the last count of lines with which the signature fits on their page, to the first with which it moves to the
    // next.
    const numbers = new Set<number>();
    for (let more = linesBelow('The SHA-256 fingerprint covers') - 1; more <= linesBelow('Signature') + 1; more += 2) {
      numbers.add((await pageAfter(few + more)).number);
    }
    expect([...numbers]).toEqual([first.number, first.number + 1]);
  });
});
