import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '../..');

/** A text that a person can read on the site, in an email, a document, the console or the documentation. */
export interface VisibleText {
  /** Relative to the repository root. */
  readonly path: string;
  /** Starts at 1. */
  readonly line: number;
  /** On one line; inserted values are written as `{}`. */
  readonly text: string;
}

/** Returns the visible texts of the product, the sample site and the documentation, in the order of the files. */
export function readVisibleTexts(): VisibleText[] {
  const code = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(path => !path.includes('.test.'));
  const scripts = globSync('{start.mjs,tools/launcher/*.mjs}', { cwd: root });
  const prose = globSync(['*.md', 'docs/*.md', 'content/{pricing,site}/**/*.{md,yaml}'], { cwd: root });
  return [...code, ...scripts].toSorted().flatMap(readCode).concat(prose.toSorted().flatMap(readProse));
}

type Node = { type: string; start: number } & Record<string, unknown>;

/** Attributes and template tags whose strings are never shown. */
const TECHNICAL_ATTRIBUTE =
  /^(class\w*|id|href|src|rel|type|name|key|style|d|viewBox|sizes|media|data-.*|autoComplete)$/;
const TECHNICAL_TAG = /^(sql|css)\b|\.raw$/;
const SQL = /\b(select|insert into|update|delete from|where|create (table|index)|from|join|order by|on conflict)\b/;

function readCode(path: string): VisibleText[] {
  const source = readFileSync(join(root, path), 'utf8');
  const texts: VisibleText[] = [];
  const add = (node: Node, value: string) => {
    const text = value.replaceAll(/\s+/g, ' ').trim();
    if (isProse(text)) texts.push({ path, line: source.slice(0, node.start).split('\n').length, text });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const it = node as Node;
    switch (it.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSLiteralType':
        return;
      case 'JSXText':
        add(it, String(it['value']));
        return;
      case 'JSXAttribute':
        if (TECHNICAL_ATTRIBUTE.test(String((it['name'] as Node)['name']))) return;
        break;
      case 'TaggedTemplateExpression':
        if (TECHNICAL_TAG.test(source.slice(it.start, (it['quasi'] as Node).start))) return;
        break;
      case 'Literal':
        if (typeof it['value'] === 'string') add(it, it['value']);
        return;
      case 'TemplateLiteral':
        add(
          it,
          (it['quasis'] as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? '').join('{}'),
        );
        visit(it['expressions']);
        return;
    }
    for (const [name, child] of Object.entries(it)) if (name !== 'parent') visit(child);
  };
  visit(parseSync(path, source).program);
  return texts;
}

/** True for sentences, labels and fragments of them; false for identifiers, class names, addresses and SQL. */
function isProse(text: string): boolean {
  if (!/[a-z]{2}/i.test(text) || /^[a-z]+:\/\//.test(text)) return false;
  if (/^[\w.:/[\]{}()#*&%=,@-]+$/.test(text)) return /^[A-Z][a-z]+$/.test(text);
  if (/[;{]\s*[\w-]+:|=>|var\(--|\[&|^\.|^#|\b\w+(-\w+)*:\w+-/.test(text) && !/[.!?]$/.test(text)) return false;
  return !SQL.test(text) || /^[A-Z]/.test(text);
}

function readProse(path: string): VisibleText[] {
  const source = readFileSync(join(root, path), 'utf8').replaceAll(/```[\s\S]*?```/g, code =>
    '\n'.repeat(code.split('\n').length - 1),
  );
  return source.split('\n').flatMap((line, index) => {
    const text = line.replaceAll(/`[^`]*`/g, '{}').trim();
    return /[a-z]{2}/i.test(text) ? [{ path, line: index + 1, text }] : [];
  });
}
