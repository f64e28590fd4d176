/** The parts of PDFKit that its types don't declare. */
interface PdfInternals {
  appendXML: (xml: string) => void;
  ref: (data: object) => { write: (bytes: Uint8Array) => void; end: () => void };
  file: (content: Uint8Array, options: object) => void;
  _root: { data: Record<string, unknown> };
}

const FILE_NAME = 'factur-x.xml';

/**
 * Attaches the XML of an invoice to a PDF/A-3b, which makes it a Factur-X invoice with the profile EN 16931. It keeps the
 * structure of PDF/UA.
 */
export function embedFacturX(document: PDFKit.PDFDocument, xml: string, date: Date): void {
  const pdf = document as unknown as PdfInternals;
  // PDFKit reads its own profile from a file, which the bundled program doesn't have.
  Object.assign(pdf, { _addColorOutputIntent: () => addOutputIntent(pdf) });
  pdf.file(Buffer.from(xml), {
    name: FILE_NAME,
    type: 'text/xml',
    description: 'Invoice data (EN 16931)',
    relationship: 'Alternative',
    creationDate: date,
    modifiedDate: date,
  });
  pdf.appendXML(METADATA);
}

function addOutputIntent(pdf: PdfInternals): void {
  const profile = pdf.ref({ N: 3 });
  profile.write(Buffer.from(SRGB, 'base64'));
  profile.end();
  const intent = pdf.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: new String('sRGB'),
    OutputConditionIdentifier: new String('sRGB'),
    DestOutputProfile: profile,
  });
  intent.end();
  const { _root: root } = pdf;
  root.data.OutputIntents = [intent];
}

const property = (name: string, type: string, category: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

const schema = (name: string, uri: string, prefix: string, properties: readonly string[]) =>
  `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const UA = 'http://www.aiim.org/pdfua/ns/id/';

/** The metadata of Factur-X and PDF/UA, and their schemas, which PDF/A requires (ISO 19005-3, 6.6.2.3). */
const METADATA = `
<rdf:Description rdf:about="" xmlns:pdfuaid="${UA}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FX}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${FILE_NAME}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>${[
  schema('Factur-X PDFA Extension Schema', FX, 'fx', [
    property('DocumentFileName', 'Text', 'external', 'The name of the embedded XML document'),
    property('DocumentType', 'Text', 'external', 'The type of the hybrid document'),
    property('Version', 'Text', 'external', 'The version of the standard'),
    property('ConformanceLevel', 'Text', 'external', 'The conformance level of the XML document'),
  ]),
  schema('PDF/UA identification schema', UA, 'pdfuaid', [
    property('part', 'Integer', 'internal', 'The part of ISO 14289 to which the document conforms'),
  ]),
].join('')}</rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/** An sRGB profile of 410 bytes, in the public domain (CC0): sRGB-v2-nano of saucecontrol/Compact-ICC-Profiles. */
const SRGB =
  'AAABmmxjbXMCEAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5k63cfPKpTUQLpPihskUauVwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJZGVzYwAAAPAAAABfd3RwdAAAAQwAAAAUclhZWgAAASAAAAAUZ1hZWgAAATQAAAAUYlhZWgAAAUgAAAAUclRSQwAAAVwAAAA0Z1RSQwAAAVwAAAA0YlRSQwAAAVwAAAA0Y3BydAAAAZAAAAAKZGVzYwAAAAAAAAAFblJHQgAAAAAAAAAAAAAAAFhZWiAAAAAAAADzVAABAAAAARbJWFlaIAAAAAAAAG+gAAA48gAAA49YWVogAAAAAAAAYpYAALeJAAAY2lhZWiAAAAAAAAAkoAAAD4UAALbEY3VydgAAAAAAAAAUAAABBwK1BWsJNg5QFLEcgCXIMKE9GUtAWyds24BrleOtUMbC4jH//3RleHQAAAAAMAA=';
