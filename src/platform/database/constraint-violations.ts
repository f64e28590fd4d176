import { findErrorCode } from '../startup-error.ts';

/** SQLSTATEs of PostgreSQL (Appendix A, class 23). */
const sqlStates = { exclusion: '23P01', foreign_key: '23503', unique: '23505' } as const;

/** Returns whether a statement failed because of a constraint of this kind. */
export function isConstraintViolation(error: unknown, kind: keyof typeof sqlStates): boolean {
  // Drizzle wraps the driver's error.
  return error instanceof Error && findErrorCode(error.cause) === sqlStates[kind];
}
