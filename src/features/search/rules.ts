import { foldText, toFoldedWords, splitWords, UNSPACED_TEXT } from '#shared/search-words.ts';
import type { HighlightedParts } from './contract.ts';

/** The words to mark in a hit. */
export interface SearchTerms {
  /** The query's words, normalized by `fold`. */
  readonly words: readonly string[];
  /** The same words without English endings, as in the full-text index. */
  readonly stems: readonly string[];
}

/** English endings that the full-text index removes, with an optional doubled letter before them. */
const ENDING =
  /^([a-z])??(?:e?s|e|y|ies|ied|ed|e?ly|er|ers|ing|ings|ion|ions|ation|ations|al|ally|ment|ments|able|ible|ity|ive|or|ors|ness|ful|ance|ence)?$/;

/** Shorter prefixes match too much, except in scripts whose characters mean more than a letter. */
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

/** Returns the words of a query, without excluded ones. */
export function parseSearchWords(search: string): string[] {
  return [...new Set(toFoldedWords(search.replace(/(?<![\p{L}\p{N}])-(?:"[^"]*"?|\S+)/gu, ' ')))];
}

/** Marks matching words in a text. */
export function highlightText(text: string, terms: SearchTerms): HighlightedParts {
  const parts: HighlightedParts = [];
  for (const piece of splitMatches(text, terms)) {
    const before = parts.at(-1);
    if (before && !before.isMatch && !piece.isMatch) before.text += piece.text;
    else parts.push(piece);
  }
  return parts;
}

/** Yields the words of a text and the parts between them. Joined, they are the text. */
function* splitMatches(text: string, terms: SearchTerms): Generator<HighlightedParts[number]> {
  for (const piece of splitWords(text)) {
    if (isUnspaced(piece.text)) yield* splitUnspaced(piece.text, terms.words.filter(isUnspaced));
    else yield { text: piece.text, isMatch: piece.word && matchesTerms(foldText(piece.text), terms) };
  }
}

const isUnspaced = (word: string) => word.search(UNSPACED_TEXT) === 0;

/** Splits text without spaces between its words where it contains a word of the query. */
function splitUnspaced(text: string, words: readonly string[]): HighlightedParts {
  const characters = Array.from(text, character => ({ character, folded: foldText(character) }));
  const folded = characters.map(character => character.folded).join('');
  const isMarked: boolean[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      for (let index = at; index < at + word.length; index += 1) isMarked[index] = true;
  }
  const parts: HighlightedParts = [];
  let end = 0;
  for (const {
    character,
    folded: { length },
  } of characters) {
    end += length;
    const isMatch = isMarked[end - 1] ?? false;
    const before = parts.at(-1);
    if (before?.isMatch === isMatch) before.text += character;
    else parts.push({ text: character, isMatch });
  }
  return parts;
}

/** Marks words in a title that match, or that contain the query as typed. */
export function highlightTitle(title: string, terms: SearchTerms): HighlightedParts {
  const marked = highlightText(title, terms);
  if (hasMatch(marked)) return marked;
  const queryWords = terms.words.filter(isSignificantWord);
  return splitWords(title).map(({ text, word }) => {
    return { text, isMatch: word && queryWords.some(asked => foldText(text).includes(asked)) };
  });
}

/** Returns the tags with a matching word. */
export function filterMatchingTags(tags: readonly string[], terms: SearchTerms): string[] {
  return tags.filter(tag => hasMatch(highlightTitle(tag, terms)));
}

export function hasMatch(marked: HighlightedParts): boolean {
  return marked.some(part => part.isMatch);
}

/** Characters shown before the first hit, and in total. */
const BEFORE = 60;
const SNIPPET = 180;

/** Maximum number of characters to move a cut to the next space. */
const MAX_CUT_SHIFT = 24;

/** Returns the text around the first match of a Markdown text, marked; empty without a match. */
export function createSnippet(markdown: string, terms: SearchTerms): HighlightedParts {
  const text = plainText(markdown);
  let first = 0;
  let isFound = false;
  for (const piece of splitMatches(text, terms)) {
    isFound = piece.isMatch;
    if (isFound) break;
    first += piece.text.length;
  }
  if (!isFound) return [];
  const start = first <= BEFORE ? 0 : findCutStart(text, first - BEFORE, first);
  const end = text.length - start <= SNIPPET + MAX_CUT_SHIFT ? text.length : findCutEnd(text, start + SNIPPET, first);
  const marked = highlightText(text.slice(start, end).trim(), terms);
  return [
    ...(start > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...marked,
    ...(end < text.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}

function findCutStart(text: string, from: number, max: number): number {
  const blank = text.indexOf(' ', from);
  return blank === -1 || blank >= Math.min(max, from + MAX_CUT_SHIFT) ? from : blank + 1;
}

function findCutEnd(text: string, to: number, min: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank <= Math.max(min, to - MAX_CUT_SHIFT) ? to : blank;
}

/**
 * Strips Markdown to one line of plain text. Leftover syntax is harmless, because it is shown as text. No pattern reads
 * past a second opening character, so the time stays linear.
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
