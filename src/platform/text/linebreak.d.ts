/** The part of the npm package `linebreak` (which ships no types) that documents and social cards use: where a text may be broken (UAX 14). */
declare module 'linebreak' {
  interface Break {
    /** The place in the text before which a line may begin. */
    readonly position: number;
    readonly required: boolean;
  }
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
