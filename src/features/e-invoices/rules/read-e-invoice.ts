import { parseXml, type XmlElement, type XmlProblem } from '#platform/text/parse-xml.ts';
import { AppError } from '#shared/errors.ts';
import type { ReceivedEInvoice } from '../contract/index.ts';
import { findPdfXml } from './find-pdf-xml.ts';
import { readCii } from './read-cii.ts';
import { readUbl } from './read-ubl.ts';
import { localName } from './xml-tree.ts';

/** The largest XML without its attachments, in characters. */
const MAX_XML = 2_000_000;

const refuse = (message: string) => new AppError('BAD_REQUEST', message, { file: message });

const problems: Readonly<Record<XmlProblem, string>> = {
  doctype: 'This file declares a document type, which e-invoices never do. It wasn’t read.',
  damaged: 'This XML file is damaged. Ask the sender for it again.',
  deep: 'This XML file is nested too deeply to read.',
  empty: 'This file is empty.',
};

/** Reads a received e-invoice. Throws BAD_REQUEST if it isn't one. */
export function readEInvoice(file: Buffer): ReceivedEInvoice {
  const root = parseXml(toXml(file), problem => refuse(problems[problem]));
  const name = localName(root.name);
  if (name === 'CrossIndustryInvoice') return readCii(root);
  if (isUbl(root) && (name === 'Invoice' || name === 'CreditNote')) return readUbl(root);
  throw refuse('This XML file isn’t an e-invoice in UBL or CII.');
}

const isUbl = ({ attributes }: XmlElement) =>
  Object.values(attributes).some(value => value.startsWith('urn:oasis:names:specification:ubl:schema:xsd:'));

function toXml(file: Buffer): string {
  const isPdf = file.subarray(0, 1024).includes('%PDF-');
  const xml = isPdf ? findPdfXml(file) : file;
  if (xml === null) {
    throw refuse(
      file.includes('/Encrypt')
        ? 'This PDF is encrypted. Ask the sender for one without a password.'
        : 'This PDF contains no e-invoice, only pages.',
    );
  }
  const text = decode(xml).replaceAll(ATTACHMENT, '$1$2');
  if (text.length > MAX_XML) throw refuse('This e-invoice is too long to read here.');
  return text;
}

/** Attached files, which aren't shown. */
const ATTACHMENT = /(<(?:\w+:)?(?:EmbeddedDocumentBinaryObject|AttachmentBinaryObject)\b[^<>]*>)[^<]*(<)/g;

function decode(xml: Buffer): string {
  const declared = /^[^]{0,3}<\?xml[^>]{0,100}encoding=["']([\w.-]{1,20})["']/.exec(
    xml.toString('latin1', 0, 200),
  )?.[1];
  const mark = xml.length > 1 ? xml.readUInt16BE() : 0;
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : (declared ?? 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(xml);
  } catch {
    throw refuse('The characters of this file can’t be read. Ask the sender for it in UTF-8.');
  }
}
