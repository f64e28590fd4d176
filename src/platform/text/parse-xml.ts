import sax from 'sax';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

export type XmlProblem = 'doctype' | 'damaged' | 'deep' | 'empty';

/** Maximum nesting of elements. */
const MAX_DEPTH = 100;

/**
 * Parses XML. Rejects document types before use, so no entity is expanded and nothing external is loaded. Throws the
 * error that `createError` returns for a problem and its line.
 */
export function parseXml(text: string, createError: (problem: XmlProblem, line: number) => Error): XmlElement {
  const parser = sax.parser(true, { position: true });
  const fail = (problem: XmlProblem) => {
    throw createError(problem, parser.line + 1);
  };
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  const addText = (part: string) => {
    const current = open.at(-1);
    if (current) current.text += part;
  };
  Object.assign(parser, {
    ondoctype: () => fail('doctype'),
    onerror: () => fail('damaged'),
    onopentag: ({ name, attributes }: sax.Tag) => {
      if (open.length >= MAX_DEPTH) fail('deep');
      open.push({ name, attributes, children: [], text: '' });
    },
    ontext: addText,
    oncdata: addText,
    onclosetag: () => {
      root = open.pop();
      if (root) open.at(-1)?.children.push(root);
    },
  });
  parser.write(text).close();
  if (!root) throw createError('empty', 1);
  return root;
}
