import { useEffect, useRef } from 'react';
import { type Challenge, solveChallenge } from './solve-challenge.ts';

/** A proof is used within so many milliseconds; then another one is looked for. */
const LASTS = 100 * 60 * 1000;

/**
 * Shows by a proof of work that a form is filled in in a browser: it begins with the first word that is typed, and asks
 * nothing of anybody. `getChallenge` asks the server.
 */
export function useProofOfWork(getChallenge: () => Promise<Challenge>) {
  const work = useRef<{ readonly proof: Promise<string | undefined>; readonly end: number }>(undefined);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const begin = () => {
    const ended = leaving.current?.signal;
    if (!ended || (work.current && Date.now() < work.current.end)) return;
    // Without an answer the form goes out without a proof, and says by what the server answers what is missing.
    const proof = getChallenge().then(
      challenge => solveChallenge(challenge, ended),
      () => undefined,
    );
    work.current = { proof, end: Date.now() + LASTS };
  };
  return {
    /** For when somebody begins to type. */
    begin,
    /** The proof, once it is found; undefined where there is none. */
    take: (): Promise<string | undefined> => {
      begin();
      return work.current?.proof ?? Promise.resolve(undefined);
    },
    /** For when it was used or refused: the next one is another. */
    drop: () => {
      work.current = undefined;
    },
  };
}
