import { foldText, toFoldedWords, splitWords } from '#shared/search-words.ts';
import type { HighlightedParts } from './contract.ts';

/** What marks the words of a text that answer a search. */
export interface SearchTerms {
  /** What was asked, word by word, compared as `fold` has it. */
  readonly words: readonly string[];
  /** The same as full text has it: without English endings. */
  readonly stems: readonly string[];
}

/** English endings that full text takes off a word, the last letter before them sometimes written twice. */
const ENDING =
  /^([a-z])??(?:e?s|e|y|ies|ied|ed|e?ly|er|ers|ing|ings|ion|ions|ation|ations|al|ally|ment|ments|able|ible|ity|ive|or|ors|ness|ful|ance|ence)?$/;

/** Shorter ones begin too much. A sign of another writing says more than a letter. */
const isSignificantWord = (word: string) => word.length >= 3 || /[^\p{ASCII}\p{M}]/u.test(word);

function hasStem(word: string, stem: string): boolean {
  if (stem.endsWith('i') && word === `${stem.slice(0, -1)}y`) return true;
  if (!word.startsWith(stem)) return false;
  const ending = ENDING.exec(word.slice(stem.length));
  return ending !== null && (ending[1] === undefined || stem.endsWith(ending[1]));
}

function matchesTerms(word: string, { words, stems }: SearchTerms): boolean {
  return (
    stems.some(stem => hasStem(word, stem)) ||
    words.some(asked => word === asked || (isSignificantWord(asked) && word.startsWith(asked)))
  );
}

/** The words that a search asks for, without those that it forbids. */
export function parseSearchWords(search: string): string[] {
  return [...new Set(toFoldedWords(search.replace(/(?<![\p{L}\p{N}])-(?:"[^"]*"?|\S+)/gu, ' ')))];
}

/** A text with the words marked that answer a search. */
export function highlightText(text: string, terms: SearchTerms): HighlightedParts {
  const parts: HighlightedParts = [];
  for (const piece of splitWords(text)) {
    const hit = piece.word && matchesTerms(foldText(piece.text), terms);
    const before = parts.at(-1);
    if (before && !before.hit && !hit) before.text += piece.text;
    else parts.push({ text: piece.text, hit });
  }
  return parts;
}

/** A title with the words marked that answer a search, or that contain what was typed. */
export function highlightTitle(title: string, terms: SearchTerms): HighlightedParts {
  const marked = highlightText(title, terms);
  if (hasMatch(marked)) return marked;
  const within = terms.words.filter(isSignificantWord);
  return splitWords(title).map(({ text, word }) => {
    return { text, hit: word && within.some(asked => foldText(text).includes(asked)) };
  });
}

/** The tags of which a word answers a search. */
export function filterMatchingTags(tags: readonly string[], terms: SearchTerms): string[] {
  return tags.filter(tag => hasMatch(highlightTitle(tag, terms)));
}

export function hasMatch(marked: HighlightedParts): boolean {
  return marked.some(part => part.hit);
}

/** How many characters of a text are shown before its first hit, and in all. */
const BEFORE = 60;
const SNIPPET = 180;

/** Lets a text be cut between words, at most so many characters further on. */
const LONGEST_CUT = 24;

/** A piece of a Markdown text around its first word that answers a search, marked; nothing where there is none. */
export function createSnippet(markdown: string, terms: SearchTerms): HighlightedParts {
  const text = plainText(markdown);
  let first = 0;
  const found = splitWords(text).some(piece => {
    if (piece.word && matchesTerms(foldText(piece.text), terms)) return true;
    first += piece.text.length;
    return false;
  });
  if (!found) return [];
  const start = first <= BEFORE ? 0 : findCutStart(text, first - BEFORE, first);
  const end = text.length - start <= SNIPPET + LONGEST_CUT ? text.length : findCutEnd(text, start + SNIPPET, first);
  const marked = highlightText(text.slice(start, end).trim(), terms);
  return [
    ...(start > 0 ? [{ text: '… ', hit: false }] : []),
    ...marked,
    ...(end < text.length ? [{ text: ' …', hit: false }] : []),
  ];
}

function findCutStart(text: string, from: number, most: number): number {
  const blank = text.indexOf(' ', from);
  return blank === -1 || blank >= Math.min(most, from + LONGEST_CUT) ? from : blank + 1;
}

function findCutEnd(text: string, to: number, least: number): number {
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
