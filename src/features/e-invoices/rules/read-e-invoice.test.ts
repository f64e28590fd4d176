import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readEInvoice } from './read-e-invoice.ts';

const CII = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const cii = (inner: string, prolog = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${prolog}<rsm:CrossIndustryInvoice xmlns:rsm="${CII}" xmlns:ram="r">${inner}</rsm:CrossIndustryInvoice>`;
const numbered = cii('<rsm:ExchangedDocument><ram:ID>R-7</ram:ID></rsm:ExchangedDocument>');
const stream = (content: Uint8Array, dictionary = '/Type /EmbeddedFile /Filter /FlateDecode') =>
  Buffer.concat([Buffer.from(`1 0 obj\n<< ${dictionary} >>\nstream\n`), content, Buffer.from('\nendstream\nendobj\n')]);
const pdf = (...parts: readonly Uint8Array[]) => Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts]);
const read = (content: string | Buffer) => readEInvoice(Buffer.from(content));

describe('a received e-invoice', () => {
  it('is read from XML and from a PDF', () => {
    expect(read(numbered).number).toBe('R-7');
    expect(read(pdf(stream(deflateSync('page')), stream(deflateSync(numbered)))).number).toBe('R-7');
    expect(read(pdf(stream(Buffer.from(numbered), '/Type /EmbeddedFile'))).number).toBe('R-7');
  });

  it('is read in UTF-16 and Latin-1', () => {
    const named = numbered.replace('R-7', 'Ü-7');
    expect(read(Buffer.from(`\uFEFF${named.replace('UTF-8', 'UTF-16')}`, 'utf16le')).number).toBe('Ü-7');
    expect(read(Buffer.from(named.replace('UTF-8', 'ISO-8859-1'), 'latin1')).number).toBe('Ü-7');
    expect(() => read(Buffer.from(named, 'latin1'))).toThrow('characters');
    expect(() => read(named.replace('UTF-8', 'x-unknown'))).toThrow('characters');
  });

  it('shows unknown codes as they are', () => {
    const line = (
      unit: string,
      category: string,
    ) => `<rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="${unit}">2</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:CategoryCode>${category}</ram:CategoryCode></ram:ApplicableTradeTax></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem></rsm:SupplyChainTradeTransaction>`;
    expect(read(cii(line('HUR', 'E'))).lines).toMatchObject([{ quantity: '2 hours', tax: 'Exempt' }]);
    expect(read(cii(line('constructor', 'constructor'))).lines).toMatchObject([
      { quantity: '2 constructor', tax: 'constructor' },
    ]);
  });

  it('leaves out attached files before it is parsed', () => {
    const attached = `<ram:AttachmentBinaryObject mimeCode="application/pdf">${'QUJD'.repeat(1_000_000)}</ram:AttachmentBinaryObject>`;
    expect(read(numbered.replace('</ram:ID>', `</ram:ID>${attached}`)).number).toBe('R-7');
  });
});

describe('a hostile file', () => {
  const entities = Array.from({ length: 10 }, (_none, level) =>
    level === 0 ? '<!ENTITY e0 "ha">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  );
  it.each([
    ['expands entities', cii('&e9;', `<!DOCTYPE x [${entities.join('')}]>`), 'document type'],
    ['reads a local file', cii('&f;', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'), 'document type'],
    ['loads a document type', cii('', '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">'), 'document type'],
    ['uses an unknown entity', cii('&f;'), 'damaged'],
    ['is nested deeply', cii('<a>'.repeat(100_000)), 'nested too deeply'],
    ['is too long', cii(`<a>${'x'.repeat(2_000_000)}</a>`), 'too long'],
    ['is another XML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'isn’t an e-invoice'],
    ['only looks like UBL', '<Invoice/>', 'isn’t an e-invoice'],
    ['is not XML', 'MZ\u0090', 'damaged'],
    ['is empty', '', 'empty'],
    ['is a PDF without XML', pdf(stream(deflateSync('page'))), 'no e-invoice'],
    ['is an encrypted PDF', pdf(Buffer.from('trailer << /Encrypt 5 0 R >>')), 'encrypted'],
    ['decompresses to gigabytes', pdf(stream(deflateSync(Buffer.alloc(300_000_000, 60)))), 'no e-invoice'],
    [
      'has many compressed streams',
      pdf(...Array.from({ length: 300 }, () => stream(deflateSync(Buffer.alloc(4_000_000))))),
      'no e-invoice',
    ],
    [
      'has broken streams',
      pdf(Buffer.from('1 0 obj << /Filter /FlateDecode >>\nstream\n'.repeat(10_000))),
      'no e-invoice',
    ],
  ])('that %s is refused', (_name, file, message) => {
    expect(() => read(file)).toThrow(message);
  });
});
