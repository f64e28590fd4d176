import type { Node } from 'prosemirror-model';
import { createDocument, parseBlocks } from './from-markdown.ts';
import { stringifyBlock } from './to-markdown.ts';

interface OutputBlock {
  readonly node: Node;
  /** Its Markdown. */
  text: string;
  /** Index of the unchanged source block; undefined if it is new or changed. */
  readonly origin: number | undefined;
  /** Index of the source block that it replaces, as inferred from the block before and after it. */
  before: number | undefined;
  after: number | undefined;
}

/**
 * Markdown source and its document. Unchanged blocks are written byte for byte as in the source, even if moved, and so
 * are the gaps between blocks that still follow each other.
 */
export class MarkdownSource {
  readonly markdown: string;
  readonly doc: Node;
  readonly #nodes: readonly Node[];
  readonly #texts: readonly string[];
  /** Text before the first block, between blocks, and after the last. */
  readonly #gaps: readonly string[];
  /** Line ending of the source. */
  readonly #lineEnd: string;
  readonly #indexes: ReadonlyMap<Node, number>;
  readonly #serialized = new WeakMap<Node, string>();
  readonly #joins = new Map<string, readonly [string, string, string]>();

  constructor(markdown: string) {
    this.markdown = markdown;
    const bomLength = markdown.startsWith('\u{FEFF}') ? 1 : 0;
    const text = markdown.slice(bomLength);
    const blocks = parseBlocks(text);
    this.#lineEnd = /\r\n?|\n/.exec(text)?.[0] ?? '\n';
    this.#nodes = blocks.map(({ node }) => node);
    this.#texts = blocks.map(({ start, end }) => text.slice(start, end));
    const ends = [0, ...blocks.map(({ end }) => end)];
    const starts = [...blocks.map(({ start }) => start), text.length];
    this.#gaps = ends.map(
      (end, index) => (index === 0 ? markdown.slice(0, bomLength) : '') + text.slice(end, starts[index]),
    );
    this.#indexes = new Map(this.#nodes.map((node, index) => [node, index]));
    this.doc = createDocument(this.#nodes);
  }

  /** Returns the source of a document edited from this one. */
  write(doc: Node): string {
    if (doc.eq(this.doc)) return this.markdown;
    const blocks = this.#toOutput(doc.children.filter(node => !isEmpty(node)));
    this.#matchReplaced(blocks);
    const [first] = blocks;
    const last = blocks.at(-1);
    if (!first || !last) return '';
    const gaps = blocks.slice(1).map((right, index) => this.#join(blocks[index] ?? right, right));
    const head = first.before === 0 ? (this.#gaps[0] ?? '') : '';
    const tail =
      last.after !== undefined && last.after === this.#nodes.length - 1
        ? (this.#gaps.at(-1) ?? '')
        : this.#finalLineBreak(last);
    return head + blocks.map(({ text }, index) => text + (gaps[index] ?? '')).join('') + tail;
  }

  /** Returns the source offset where a block of the document starts. */
  offsetOf(doc: Node, block: number): number {
    const before = doc.children.slice(0, block);
    if (before.every((node, index) => node === this.#nodes[index])) {
      return this.#gaps.slice(0, block + 1).join('').length + this.#texts.slice(0, block).join('').length;
    }
    const rest = this.write(createDocument(before)).trimEnd();
    return rest === '' ? 0 : rest.length + this.#emptyLine.length;
  }

  /** Returns the index of the block at a source offset. */
  blockAt(offset: number): number {
    let end = this.#gaps[0]?.length ?? 0;
    for (const [index, text] of this.#texts.entries()) {
      end += text.length + (this.#gaps[index + 1]?.length ?? 0);
      if (offset < end) return index;
    }
    return Math.max(0, this.#texts.length - 1);
  }

  #toOutput(nodes: readonly Node[]): OutputBlock[] {
    const taken = new Set<number>();
    for (const node of nodes) {
      const index = this.#indexes.get(node);
      if (index !== undefined) taken.add(index);
    }
    return nodes.map(node => {
      const origin = this.#indexes.get(node) ?? this.#findEqual(node, taken);
      const text = origin === undefined ? this.#serialize(node) : (this.#texts[origin] ?? '');
      return { node, origin, text, before: origin, after: origin };
    });
  }

  /** Finds an equal, unused source block, such as after a change was reverted. */
  #findEqual(node: Node, taken: Set<number>): number | undefined {
    const index = this.#nodes.findIndex((other, i) => !taken.has(i) && other.eq(node));
    if (index < 0) return undefined;
    taken.add(index);
    return index;
  }

  #serialize(node: Node): string {
    const text = this.#serialized.get(node) ?? this.#withLineEnds(stringifyBlock(node));
    this.#serialized.set(node, text);
    return text;
  }

  get #emptyLine(): string {
    return this.#lineEnd.repeat(2);
  }

  #withLineEnds(text: string): string {
    return this.#lineEnd === '\n' ? text : text.replaceAll('\n', this.#lineEnd);
  }

  /** Returns the final line break, unless it would become part of the last block, as with unclosed HTML. */
  #finalLineBreak({ text }: OutputBlock): string {
    return getStructure(text) === getStructure(text + this.#lineEnd) ? this.#lineEnd : '';
  }

  /** Matches changed blocks to the source blocks that disappeared between their neighbors. */
  #matchReplaced(blocks: readonly OutputBlock[]): void {
    for (let start = 0; start < blocks.length; ) {
      if (blocks[start]?.origin !== undefined) {
        start += 1;
        continue;
      }
      let end = start;
      while (end < blocks.length && blocks[end]?.origin === undefined) end += 1;
      const from = (blocks[start - 1]?.origin ?? -1) + 1;
      const to = blocks[end]?.origin ?? this.#nodes.length;
      const changedBlocks = blocks.slice(start, end);
      if (from < to) {
        for (const [offset, changed] of changedBlocks.entries()) {
          if (from + offset < to) changed.before = from + offset;
          const fromEnd = to - (changedBlocks.length - offset);
          if (fromEnd >= from) changed.after = fromEnd;
        }
      }
      start = end;
    }
  }

  /**
   * Returns the text between two blocks. If it isn't the source's own, the result is parsed again and other forms are
   * tried when the blocks would merge.
   */
  #join(left: OutputBlock, right: OutputBlock): string {
    const follows = right.before !== undefined && left.after === right.before - 1;
    const gap = (follows ? this.#gaps[right.before ?? -1] : undefined) ?? this.#emptyLine;
    if (follows && left.origin !== undefined && right.origin !== undefined) return gap;
    const key = JSON.stringify([left.text, gap, right.text]);
    const joined = this.#joins.get(key) ?? this.#findJoin(left, gap, right);
    if (this.#joins.size > 2000) this.#joins.clear();
    this.#joins.set(key, joined);
    left.text = joined[0];
    right.text = joined[2];
    return joined[1];
  }

  /** Yields the ways to write two consecutive blocks, best first. */
  *#candidates(left: OutputBlock, gap: string, right: OutputBlock): Generator<readonly [string, string, string]> {
    const gaps = [...new Set([gap, this.#emptyLine])];
    const rightTexts = [
      () => right.text,
      () => this.#serialize(right.node),
      () => this.#withLineEnds(stringifyBlock(right.node, 'alternate')),
    ];
    for (const leftText of new Set([left.text, this.#serialize(left.node)])) {
      for (const toRightText of rightTexts) for (const between of gaps) yield [leftText, between, toRightText()];
    }
  }

  #findJoin(left: OutputBlock, gap: string, right: OutputBlock): readonly [string, string, string] {
    const expected = getStructure(this.#serialize(left.node)) + getStructure(this.#serialize(right.node));
    const match = this.#candidates(left, gap, right).find(parts => getStructure(parts.join('')) === expected);
    return match ?? [left.text, this.#emptyLine, right.text];
  }
}

/** Returns whether a block has no Markdown form: a paragraph or source block without text. */
function isEmpty(node: Node): boolean {
  if (node.content.size > 0 && node.textContent.trim() !== '') return false;
  if (node.type.name === 'source_block') return true;
  return node.type.name === 'paragraph' && (node.childCount === 0 || stringifyBlock(node) === '');
}

/** Returns the block structure of a text, a line per block. Inline text is left out, since it depends on definitions elsewhere. */
function getStructure(markdown: string): string {
  return parseBlocks(markdown)
    .map(({ node }) => `${JSON.stringify(toStructure(node))}\n`)
    .join('');
}

function toStructure(node: Node): unknown {
  const { name, spec } = node.type;
  if (spec.code) return [name, node.attrs, node.textContent];
  return node.inlineContent ? [name, node.attrs] : [name, node.attrs, node.children.map(toStructure)];
}
