/** Escaped XML. Only {@link xml} creates it from text. */
export interface Xml {
  readonly xml: string;
}

type XmlValue = string | number | Xml | undefined | readonly XmlValue[];

/** Characters that XML 1.0 (section 2.2) forbids, including lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for elements and attributes. Escapes `>` too, so `]]>` can't appear. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, character => entities[character] ?? character);
}

/** Template tag for XML: escapes values, and inserts XML fragments and lists of them unchanged. */
export function xml(strings: TemplateStringsArray, ...values: readonly XmlValue[]): Xml {
  return { xml: strings.map((part, index) => part + (index < values.length ? write(values[index]) : '')).join('') };
}

function write(value: XmlValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return escapeXml(value);
  if (typeof value === 'number') return String(value);
  if ('xml' in value) return value.xml;
  return value.map(write).join('');
}

/** Returns a complete XML document. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}
