/**
 * The part of the npm package `linebreak` (which has no types) that billing documents and social cards use: line break
 * opportunities (UAX 14).
 */
declare module 'linebreak' {
  interface Break {
    /** The index in the text before which a line may start. */
    readonly position: number;
    readonly required: boolean;
  }
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
