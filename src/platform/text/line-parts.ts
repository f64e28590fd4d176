import LineBreaker from 'linebreak';

/**
 * Scripts that rarely or never separate words with spaces. Line breaks in Thai and related scripts need a dictionary.
 */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Yiii}\p{sc=Tibt}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const BY_DICTIONARY = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns whether a text uses a script that rarely or never separates words with spaces. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Yields the parts of a text between which a line may break (UAX 14), each with its trailing spaces. */
export function* lineParts(text: string): Generator<string> {
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const part = text.slice(start, found.position);
    start = found.position;
    if (BY_DICTIONARY.test(part)) yield* wordParts(part);
    else yield part;
  }
}

/** Splits between two adjacent words, so punctuation stays with its word. */
function* wordParts(text: string): Generator<string> {
  let part = '';
  let afterWord = false;
  for (const { segment, isWordLike = false } of words.segment(text)) {
    if (isWordLike && afterWord) {
      yield part;
      part = '';
    }
    part += segment;
    afterWord = isWordLike;
  }
  yield part;
}
