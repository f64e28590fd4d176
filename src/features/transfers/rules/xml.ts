import sax from 'sax';
import { AppError } from '#shared/errors.ts';

/** An element of an XML document: its text, and its children by their names. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const refuse = (sentence: string) => new AppError('BAD_REQUEST', sentence, { archive: sentence });

/** Elements lie at most so deep in each other. */
const MOST_DEPTH = 100;

/**
 * Reads XML. A document type is refused before anything of it is used, so that no entity of its own is ever expanded and
 * nothing outside of it is asked for. Throws BAD_REQUEST with the line where it is broken.
 */
export function readXml(text: string): XmlElement {
  const parser = sax.parser(true, { position: true });
  interface Open {
    name: string;
    attributes: Record<string, string>;
    children: XmlElement[];
    text: string;
  }
  const open: Open[] = [];
  let root: XmlElement | undefined;
  const addText = (part: string) => {
    const current = open.at(-1);
    if (current) current.text += part;
  };
  Object.assign(parser, {
    ondoctype: () => {
      throw refuse('This XML declares a document type, which is not read here. Export it anew from WordPress.');
    },
    onerror: () => {
      throw refuse(`This XML is broken near line ${parser.line + 1}. Export it anew, and send the file as it is.`);
    },
    onopentag: ({ name, attributes }: sax.Tag) => {
      if (open.length >= MOST_DEPTH) throw refuse('This XML is nested too deeply to be read.');
      open.push({ name, attributes, children: [], text: '' });
    },
    ontext: addText,
    oncdata: addText,
    onclosetag: () => {
      const closed = open.pop();
      if (!closed) return;
      const parent = open.at(-1);
      if (parent) parent.children.push(closed);
      else root = closed;
    },
  });
  parser.write(withoutControls(text)).close();
  if (!root) throw refuse('There is nothing in this XML.');
  return root;
}

/** Characters that no XML may have, which old exports have all the same. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out.
  return text.replace(/^\uFEFF/, '').replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '');
}

/** The text of an element's first child of a name; empty where there is none. */
export function childText({ children }: XmlElement, name: string): string {
  return children.find(child => child.name === name)?.text.trim() ?? '';
}

/** The children of a name. */
export function childrenNamed({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter(child => child.name === name);
}
