import type { Node } from 'prosemirror-model';
import { createDocument, parseBlocks } from './from-markdown.ts';
import { stringifyBlock } from './to-markdown.ts';

interface Placed {
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
  readonly #places: ReadonlyMap<Node, number>;
  readonly #written = new WeakMap<Node, string>();
  readonly #seams = new Map<string, readonly [string, string, string]>();

  constructor(markdown: string) {
    this.markdown = markdown;
    const mark = markdown.startsWith('\u{FEFF}') ? 1 : 0;
    const text = markdown.slice(mark);
    const blocks = parseBlocks(text);
    this.#lineEnd = /\r\n?|\n/.exec(text)?.[0] ?? '\n';
    this.#nodes = blocks.map(({ node }) => node);
    this.#texts = blocks.map(({ start, end }) => text.slice(start, end));
    const ends = [0, ...blocks.map(({ end }) => end)];
    const starts = [...blocks.map(({ start }) => start), text.length];
    this.#gaps = ends.map(
      (end, place) => (place === 0 ? markdown.slice(0, mark) : '') + text.slice(end, starts[place]),
    );
    this.#places = new Map(this.#nodes.map((node, place) => [node, place]));
    this.doc = createDocument(this.#nodes);
  }

  /** Returns the source of a document edited from this one. */
  write(doc: Node): string {
    if (doc.eq(this.doc)) return this.markdown;
    const row = this.#place(doc.children.filter(node => !isEmpty(node)));
    this.#standIn(row);
    const [first] = row;
    const last = row.at(-1);
    if (!first || !last) return '';
    const gaps = row.slice(1).map((right, place) => this.#join(row[place] ?? right, right));
    const head = first.before === 0 ? (this.#gaps[0] ?? '') : '';
    const tail =
      last.after !== undefined && last.after === this.#nodes.length - 1
        ? (this.#gaps.at(-1) ?? '')
        : this.#endAfter(last);
    return head + row.map(({ text }, place) => text + (gaps[place] ?? '')).join('') + tail;
  }

  /** Returns the source offset where a block of the document starts. */
  offsetOf(doc: Node, block: number): number {
    const before = doc.children.slice(0, block);
    if (before.every((node, place) => node === this.#nodes[place])) {
      return this.#gaps.slice(0, block + 1).join('').length + this.#texts.slice(0, block).join('').length;
    }
    const rest = this.write(createDocument(before)).trimEnd();
    return rest === '' ? 0 : rest.length + this.#emptyLine.length;
  }

  /** Returns the index of the block at a source offset. */
  blockAt(offset: number): number {
    let end = this.#gaps[0]?.length ?? 0;
    for (const [place, text] of this.#texts.entries()) {
      end += text.length + (this.#gaps[place + 1]?.length ?? 0);
      if (offset < end) return place;
    }
    return Math.max(0, this.#texts.length - 1);
  }

  #place(nodes: readonly Node[]): Placed[] {
    const taken = new Set<number>();
    for (const node of nodes) {
      const place = this.#places.get(node);
      if (place !== undefined) taken.add(place);
    }
    return nodes.map(node => {
      const origin = this.#places.get(node) ?? this.#findAlike(node, taken);
      const text = origin === undefined ? this.#writeAnew(node) : (this.#texts[origin] ?? '');
      return { node, origin, text, before: origin, after: origin };
    });
  }

  /** Finds an equal, unused source block, such as after a change was reverted. */
  #findAlike(node: Node, taken: Set<number>): number | undefined {
    const place = this.#nodes.findIndex((other, index) => !taken.has(index) && other.eq(node));
    if (place < 0) return undefined;
    taken.add(place);
    return place;
  }

  #writeAnew(node: Node): string {
    const text = this.#written.get(node) ?? this.#withLineEnds(stringifyBlock(node));
    this.#written.set(node, text);
    return text;
  }

  get #emptyLine(): string {
    return this.#lineEnd.repeat(2);
  }

  #withLineEnds(text: string): string {
    return this.#lineEnd === '\n' ? text : text.replaceAll('\n', this.#lineEnd);
  }

  /** Returns the final line break, unless it would become part of the last block, as with unclosed HTML. */
  #endAfter({ text }: Placed): string {
    return skeletonOf(text) === skeletonOf(text + this.#lineEnd) ? this.#lineEnd : '';
  }

  /** Matches changed blocks to the source blocks that disappeared between their neighbors. */
  #standIn(row: readonly Placed[]): void {
    for (let place = 0; place < row.length; ) {
      if (row[place]?.origin !== undefined) {
        place += 1;
        continue;
      }
      let end = place;
      while (end < row.length && row[end]?.origin === undefined) end += 1;
      const from = (row[place - 1]?.origin ?? -1) + 1;
      const to = row[end]?.origin ?? this.#nodes.length;
      const run = row.slice(place, end);
      if (from < to) {
        for (const [index, changed] of run.entries()) {
          if (from + index < to) changed.before = from + index;
          const fromEnd = to - (run.length - index);
          if (fromEnd >= from) changed.after = fromEnd;
        }
      }
      place = end;
    }
  }

  /**
   * Returns the text between two blocks. If it isn't the source's own, the result is parsed again and other forms are
   * tried when the blocks would merge.
   */
  #join(left: Placed, right: Placed): string {
    const follows = right.before !== undefined && left.after === right.before - 1;
    const gap = (follows ? this.#gaps[right.before ?? -1] : undefined) ?? this.#emptyLine;
    if (follows && left.origin !== undefined && right.origin !== undefined) return gap;
    const key = JSON.stringify([left.text, gap, right.text]);
    const known = this.#seams.get(key) ?? this.#seam(left, gap, right);
    if (this.#seams.size > 2000) this.#seams.clear();
    this.#seams.set(key, known);
    left.text = known[0];
    right.text = known[2];
    return known[1];
  }

  /** Yields the ways to write two consecutive blocks, best first. */
  *#ways(left: Placed, gap: string, right: Placed): Generator<readonly [string, string, string]> {
    const gaps = [...new Set([gap, this.#emptyLine])];
    const others = [
      () => right.text,
      () => this.#writeAnew(right.node),
      () => this.#withLineEnds(stringifyBlock(right.node, 'alternate')),
    ];
    for (const one of new Set([left.text, this.#writeAnew(left.node)])) {
      for (const other of others) for (const between of gaps) yield [one, between, other()];
    }
  }

  #seam(left: Placed, gap: string, right: Placed): readonly [string, string, string] {
    const expected = skeletonOf(this.#writeAnew(left.node)) + skeletonOf(this.#writeAnew(right.node));
    const good = this.#ways(left, gap, right).find(way => skeletonOf(way.join('')) === expected);
    return good ?? [left.text, this.#emptyLine, right.text];
  }
}

/** Returns whether a block has no Markdown form: a paragraph or source block without text. */
function isEmpty(node: Node): boolean {
  if (node.content.size > 0 && node.textContent.trim() !== '') return false;
  if (node.type.name === 'source_block') return true;
  return node.type.name === 'paragraph' && (node.childCount === 0 || stringifyBlock(node) === '');
}

/** Returns the block structure of a text, a line per block. Inline text is left out, since it depends on definitions elsewhere. */
function skeletonOf(markdown: string): string {
  return parseBlocks(markdown)
    .map(({ node }) => `${JSON.stringify(bones(node))}\n`)
    .join('');
}

function bones(node: Node): unknown {
  const { name, spec } = node.type;
  if (spec.code) return [name, node.attrs, node.textContent];
  return node.inlineContent ? [name, node.attrs] : [name, node.attrs, node.children.map(bones)];
}
