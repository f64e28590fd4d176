/** A piece of XML that needs no more escaping. Only {@link xml} makes one out of text. */
export interface Xml {
  readonly xml: string;
}

type XmlValue = string | number | Xml | undefined | readonly XmlValue[];

/** Everything that XML 1.0 (section 2.2) does not allow, lone surrogates among it. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as it may stand in an element or an attribute. `>` is escaped too, so that no `]]>` can appear. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, character => entities[character] ?? character);
}

/** Writes XML from a template: values are escaped, pieces of XML and lists of them go in as they are. */
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

/** A whole file. */
export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}
