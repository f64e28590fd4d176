import { hash } from 'node:crypto';
import { findClientByEmail, getDocumentClient } from '#features/clients/index.ts';
import {
  type EInvoiceDataPage,
  type EInvoiceFormat,
  eInvoiceFormats,
} from '#features/e-invoices/contract/constants.ts';
import { writeEInvoice } from '#features/e-invoices/index.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { hasEInvoice, listMissingEInvoiceData, toEInvoice } from '../rules/e-invoices.ts';
import { formatDocumentTitle } from '../rules/labels.ts';
import { getIssuer } from './issuer.ts';
import type { PdfServices } from './pdf-files.ts';

/**
 * Returns an issued document with the data that e-invoices require and it lacks, from the current settings and the
 * client's current details. Existing data stays as issued, and the client's address is added only if it is the printed
 * one.
 */
export async function completeForEInvoice(db: Db, document: BillingDocument): Promise<BillingDocument> {
  const { issuer, client } = document;
  const { issuer: current } = await getIssuer(db);
  const { name, email } = client;
  const known = email === null ? undefined : await getDocumentClient(db, { name, email }, null);
  const isSameAddress = known?.addressLines.join('\n') === client.addressLines.join('\n');
  const { buyerReference, electronicAddress, address, country } = known ?? {};
  return {
    ...document,
    issuer: {
      ...pickDefined({ address: current.address, country: current.country }),
      ...pickDefined({ electronicAddress: current.electronicAddress }),
      ...issuer,
      taxId: issuer.taxId ?? current.taxId,
      phone: issuer.phone ?? current.phone,
      email: issuer.email ?? current.email,
    },
    client: {
      ...pickDefined({ buyerReference, electronicAddress }),
      ...(isSameAddress || client.addressLines.length === 0 ? pickDefined({ address, country }) : {}),
      ...client,
    },
  };
}

/** Returns an object without its undefined properties. */
const pickDefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>;
  };

/** Returns the formats in which a document is available, and the data missing for the others. */
export async function getEInvoiceOptions(db: Db, content: BillingDocument) {
  if (!hasEInvoice(content.kind)) return { formats: [], missing: [] };
  const document = await completeForEInvoice(db, content);
  const byMessage = new Map<string, { message: string; formats: EInvoiceFormat[]; page: EInvoiceDataPage | null }>();
  const formats = eInvoiceFormats.filter(format => {
    const missing = listMissingEInvoiceData(document, format);
    for (const { message, page } of missing) {
      const entry = byMessage.get(message) ?? { message, formats: [], page };
      entry.formats.push(format);
      byMessage.set(message, entry);
    }
    return missing.length === 0;
  });
  return { formats, missing: [...byMessage.values()] };
}

/**
 * Lists the data missing for e-invoices of a client, as far as it is known before an invoice has lines. Returns an
 * empty list if the client gets none.
 */
export async function listClientEInvoiceProblems(db: Db, email: string) {
  const found = await findClientByEmail(db, email);
  const format = found?.eInvoiceFormat;
  if (!found || !format) return [];
  const { issuer } = await getIssuer(db);
  const client = await getDocumentClient(db, { name: found.name, email }, null);
  const draft = { issuer, client, order: null, lineItems: [], tax: { name: '', basisPoints: 0 }, currency: 'EUR' };
  return listMissingEInvoiceData(draft, format).map(missing => ({ ...missing, formats: [format] }));
}

/** Returns a document as the XML of a format. Throws CONFLICT that names the missing data. */
export async function writeDocumentAsEInvoice(db: Db, content: BillingDocument, format: EInvoiceFormat) {
  const document = await completeForEInvoice(db, content);
  const [missing] = listMissingEInvoiceData(document, format);
  if (missing) throw new AppError('CONFLICT', missing.message);
  return writeEInvoice(toEInvoice(document, format), format);
}

/** Returns the e-invoice that is emailed with a document, and the data it lacks; undefined if the client gets none. */
async function findEmailedEInvoice(db: Db, content: BillingDocument) {
  const { kind, client } = content;
  const format = client.email === null ? '' : (await findClientByEmail(db, client.email))?.eInvoiceFormat;
  if (!format || !hasEInvoice(kind)) return undefined;
  const document = await completeForEInvoice(db, content);
  return { format, document, missing: listMissingEInvoiceData(document, format) };
}

/** Lists the data missing for the e-invoice that is emailed with a document. */
export async function listEmailedEInvoiceProblems(db: Db, content: BillingDocument) {
  const found = await findEmailedEInvoice(db, content);
  return (found?.missing ?? []).map(problem => ({ ...problem, formats: found ? [found.format] : [] }));
}

/** Returns the XML to attach to a document's email, or why there is none; neither if the client gets no e-invoices. */
export async function buildEmailedEInvoice(db: Db, content: BillingDocument) {
  const found = await findEmailedEInvoice(db, content);
  if (!found) return { eInvoice: undefined, problem: null };
  const { format, document, missing } = found;
  if (missing.length > 0) return { eInvoice: undefined, problem: missing.map(({ message }) => message).join(' ') };
  return { eInvoice: { format, xml: writeEInvoice(toEInvoice(document, format), format) }, problem: null };
}

/** Stores an XML file for an email, and returns the attachment. */
export async function storeXmlAttachment({ files }: Pick<PdfServices, 'files'>, content: BillingDocument, xml: string) {
  const digest = hash('sha256', xml).slice(0, 32);
  const storageKey = `documents/issued/${content.number.toLowerCase()}-${digest}.xml`;
  const bytes = Buffer.from(xml);
  await files.write(storageKey, bytes);
  const name = `${formatDocumentTitle(content)}.xml`;
  return { name, contentType: 'application/xml', storageKey, sizeBytes: bytes.length };
}
