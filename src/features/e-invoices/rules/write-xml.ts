import { escapeXml } from '#platform/text/xml.ts';

/** An element: its name, its text or children, and its attributes. */
export type XmlNode = readonly [
  name: string,
  content: string | readonly (XmlNode | null)[],
  attributes?: Readonly<Record<string, string>>,
];

/** Returns an element with a text; null if there is none. */
export const textElement = (name: string, text: string | null, attributes?: Readonly<Record<string, string>>) =>
  text === null || text === '' ? null : ([name, text, attributes] as XmlNode);

/** Returns an element with children; null if all of them are missing. */
export const element = (name: string, ...children: readonly (XmlNode | null)[]): XmlNode | null =>
  children.some(child => child !== null) ? [name, children] : null;

/** Returns an XML document. */
export const writeXml = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}\n`;

function write([name, content, attributes = {}]: XmlNode, indent: string): string {
  const tag = `${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')}`;
  if (typeof content === 'string') return `${indent}<${tag}>${escapeXml(content)}</${name}>`;
  const children = content.filter(child => child !== null).map(child => write(child, `${indent}  `));
  return `${indent}<${tag}>\n${children.join('\n')}\n${indent}</${name}>`;
}
