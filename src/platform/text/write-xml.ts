import XMLBuilder from 'fast-xml-builder';

/** Elements and attributes (`@name`) by name, in their order. `#text` is the text of an element with attributes. */
export interface XmlContent {
  readonly [name: string]: XmlValue;
}

/** The content of an element, or of several with the same name. */
type XmlValue = string | null | undefined | XmlContent | readonly XmlValue[];

/** Characters that XML 1.0 (section 2.2) forbids, including lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const removeForbidden = (_name: string, text: unknown) => String(text).replace(FORBIDDEN, '');

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
  tagValueProcessor: removeForbidden,
  attributeValueProcessor: removeForbidden,
});

/**
 * Returns an XML document. Leaves out characters that XML forbids, elements whose `#text` is empty, and empty elements
 * without attributes, unless `keepEmpty` names them.
 */
export function writeXml(root: XmlContent, { keepEmpty = [] }: { keepEmpty?: readonly string[] } = {}): string {
  const prune = (value: XmlValue): XmlValue => {
    if (!value || typeof value === 'string') return value || undefined;
    if (isList(value)) {
      const values = value.map(prune).filter(each => each !== undefined);
      return values.length > 0 ? values : undefined;
    }
    if ('#text' in value && !value['#text']) return undefined;
    const content = Object.entries(value)
      .map(([name, each]) => [name, prune(each) ?? (keepEmpty.includes(name) ? '' : undefined)] as const)
      .filter(([, each]) => each !== undefined);
    return content.length > 0 ? Object.fromEntries(content) : undefined;
  };
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...(prune(root) as XmlContent) });
}

const isList = (value: XmlContent | readonly XmlValue[]): value is readonly XmlValue[] => Array.isArray(value);
