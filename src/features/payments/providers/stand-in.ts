import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '../contract/enums.ts';

/** A call of a provider's API, below its address. */
export interface StandInCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StandInAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What somebody does on the page of a provider. */
export const standInActs = ['pay', 'decline', 'cancel'] as const;
export type StandInAct = (typeof standInActs)[number];

/** A payment that somebody looks at on the page of a provider. */
export interface PlayedPayment {
  readonly title: string;
  /** As people read it, such as 499.00 USD. */
  readonly amount: string;
  /** Whether it can still be paid. */
  readonly open: boolean;
  /** Where somebody goes on who paid, or did not want to. */
  readonly returnTo: string;
  readonly cancelTo: string;
}

/** A provider that this site plays itself, in memory: what was begun there ends with the site, as if it had expired. */
export interface PlayedProvider {
  readonly name: ProviderName;
  readonly label: string;
  /** Answers as the provider's API does. */
  readonly answer: (call: StandInCall) => StandInAnswer;
  readonly find: (id: string) => PlayedPayment | undefined;
  /** Pays one that is open, and tells the site of it. */
  readonly pay: (id: string) => void;
  /** Tells the site, signed, of something that happened to money that was paid, such as a dispute. */
  readonly announce: (type: string, object: object) => void;
}

/** What a stand-in needs to play. */
export interface StandInStage {
  /** Where it stands, for the address of its page: `{address}/pay/{id}`. */
  readonly address: string;
  /** Sends what is told by itself, signed, to the site. */
  readonly tell: (body: string, headers: Record<string, string>) => void;
}

/** So many payments are remembered; then the oldest goes. */
const MOST = 1000;

/** Keeps things by their ids; the oldest goes where there are too many. */
export function remember<Thing>(kept: Map<string, Thing>, id: string, thing: Thing): void {
  kept.set(id, thing);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

/** Answers the same key as the first time, and refuses it with another body. */
export function createOnce(refused: StandInAnswer) {
  const given = new Map<string, { readonly body: string; readonly answer: StandInAnswer }>();
  return (key: string | undefined, { path, body }: StandInCall, make: () => StandInAnswer): StandInAnswer => {
    if (key === undefined) return make();
    const first = given.get(key);
    if (first) return first.body === path + body ? first.answer : refused;
    const answer = make();
    if (answer.status < 400) remember(given, key, { body: path + body, answer });
    return answer;
  };
}
