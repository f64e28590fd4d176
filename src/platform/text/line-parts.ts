import LineBreaker from 'linebreak';

/** Scripts that separate words with spaces seldom or never. Where Thai and its neighbors may break is left to a dictionary. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Yiii}\p{sc=Tibt}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const BY_DICTIONARY = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Whether a text is in a script that separates words with spaces seldom or never. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Yields the parts of a text between which a line may be broken (UAX 14), each with the spaces after it. */
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

/** Breaks between two words that follow each other, so that punctuation stays with its word. */
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
