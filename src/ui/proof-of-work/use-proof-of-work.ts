import { useEffect, useRef } from 'react';
import { type Challenge, solveChallenge } from './solve-challenge.ts';

/** Milliseconds after which a proof is replaced by a new one. */
const LIFETIME = 100 * 60 * 1000;

/**
 * Solves a proof of work in the background once the user starts typing, without bothering them. `getChallenge` calls
 * the server.
 */
export function useProofOfWork(getChallenge: () => Promise<Challenge>) {
  const work = useRef<{ readonly proof: Promise<string | undefined>; readonly end: number }>(undefined);
  const controllerRef = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    controllerRef.current = controller;
    return () => controller.abort();
  }, []);
  const start = () => {
    const signal = controllerRef.current?.signal;
    if (!signal || (work.current && Date.now() < work.current.end)) return;
    // If the challenge can't be loaded, the form is sent without a proof and the server reports that.
    const proof = getChallenge().then(
      challenge => solveChallenge(challenge, signal),
      () => undefined,
    );
    work.current = { proof, end: Date.now() + LIFETIME };
  };
  return {
    /** Call when the user starts typing. */
    begin: start,
    /** Returns the proof once it is solved; undefined if there is none. */
    getProof: (): Promise<string | undefined> => {
      start();
      return work.current?.proof ?? Promise.resolve(undefined);
    },
    /** Call after a proof was used or refused; the next one is new. */
    reset: () => {
      work.current = undefined;
    },
  };
}
