import { fold, foldedWords, wordPieces } from '#shared/search-words.ts';
import type { Marked } from './contract.ts';

/** What marks the words of a text that answer a search. */
export interface Terms {
  /** What was asked, word by word, compared as `fold` has it. */
  readonly words: readonly string[];
  /** The same as full text has it: without English endings. */
  readonly stems: readonly string[];
}

/** English endings that full text takes off a word, the last letter before them sometimes written twice. */
const ENDING =
  /^([a-z])??(?:e?s|e|y|ies|ied|ed|e?ly|er|ers|ing|ings|ion|ions|ation|ations|al|ally|ment|ments|able|ible|ity|ive|or|ors|ness|ful|ance|ence)?$/;

/** Shorter ones begin too much. A sign of another writing says more than a letter. */
const isTelling = (word: string) => word.length >= 3 || /[^\p{ASCII}\p{M}]/u.test(word);

function hasStem(word: string, stem: string): boolean {
  if (stem.endsWith('i') && word === `${stem.slice(0, -1)}y`) return true;
  if (!word.startsWith(stem)) return false;
  const ending = ENDING.exec(word.slice(stem.length));
  return ending !== null && (ending[1] === undefined || stem.endsWith(ending[1]));
}

function answers(word: string, { words, stems }: Terms): boolean {
  return (
    stems.some(stem => hasStem(word, stem)) ||
    words.some(asked => word === asked || (isTelling(asked) && word.startsWith(asked)))
  );
}

/** The words that a search asks for, without those that it forbids. */
export function wordsAsked(search: string): string[] {
  return [...new Set(foldedWords(search.replace(/(?<![\p{L}\p{N}])-(?:"[^"]*"?|\S+)/gu, ' ')))];
}

/** A text with the words marked that answer a search. */
export function markText(text: string, terms: Terms): Marked {
  const parts: Marked = [];
  for (const piece of wordPieces(text)) {
    const hit = piece.word && answers(fold(piece.text), terms);
    const before = parts.at(-1);
    if (before && !before.hit && !hit) before.text += piece.text;
    else parts.push({ text: piece.text, hit });
  }
  return parts;
}

/** A title with the words marked that answer a search, or that contain what was typed. */
export function markTitle(title: string, terms: Terms): Marked {
  const marked = markText(title, terms);
  if (hasHit(marked)) return marked;
  const within = terms.words.filter(isTelling);
  return wordPieces(title).map(({ text, word }) => {
    return { text, hit: word && within.some(asked => fold(text).includes(asked)) };
  });
}

/** The tags of which a word answers a search. */
export function tagsAsked(tags: readonly string[], terms: Terms): string[] {
  return tags.filter(tag => hasHit(markTitle(tag, terms)));
}

export function hasHit(marked: Marked): boolean {
  return marked.some(part => part.hit);
}

/** How many characters of a text are shown before its first hit, and in all. */
const BEFORE = 60;
const SNIPPET = 180;

/** Lets a text be cut between words, at most so many characters further on. */
const LONGEST_CUT = 24;

/** A piece of a Markdown text around its first word that answers a search, marked; nothing where there is none. */
export function markSnippet(markdown: string, terms: Terms): Marked {
  const text = plainText(markdown);
  let first = 0;
  const found = wordPieces(text).some(piece => {
    if (piece.word && answers(fold(piece.text), terms)) return true;
    first += piece.text.length;
    return false;
  });
  if (!found) return [];
  const start = first <= BEFORE ? 0 : afterBlank(text, first - BEFORE, first);
  const end = text.length - start <= SNIPPET + LONGEST_CUT ? text.length : beforeBlank(text, start + SNIPPET, first);
  const marked = markText(text.slice(start, end).trim(), terms);
  return [
    ...(start > 0 ? [{ text: '… ', hit: false }] : []),
    ...marked,
    ...(end < text.length ? [{ text: ' …', hit: false }] : []),
  ];
}

function afterBlank(text: string, from: number, most: number): number {
  const blank = text.indexOf(' ', from);
  return blank === -1 || blank >= Math.min(most, from + LONGEST_CUT) ? from : blank + 1;
}

function beforeBlank(text: string, to: number, least: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank <= Math.max(least, to - LONGEST_CUT) ? to : blank;
}

/**
 * What a reader sees of Markdown, on one line. It is shown as text, so that a sign too many does no harm. No pattern reads
 * past a second opening sign: time grows with the text's length, whatever the text says.
 */
function plainText(markdown: string): string {
  return markdown
    .replace(/^(?:```|~~~).*$/gm, ' ')
    .replace(/^[^\S\n]+/gm, '')
    .replace(/^(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,9}[.)]\s|[-:| ]+$)/gm, ' ')
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/\[\^[^[\]]*\]:?/g, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/[*_`|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
