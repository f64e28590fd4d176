import type { ActionResult } from '#platform/pages/loader.ts';
import type { Person } from '../contract.ts';
import { type Change, doneSentence } from '../rules.ts';

/** What came of a change of several people. */
export interface PeopleOutcome {
  readonly change: Change | undefined;
  readonly changed: readonly Person[];
  /** Why some were not changed, as a sentence. */
  readonly refused: string | undefined;
}

interface OutcomeProps {
  result: ActionResult<PeopleOutcome> | undefined;
  /** What was done before this page was loaded, and to how many: as the address tells without script. */
  did: Change | undefined;
  count: number;
}

/** Tells above the table what came of a form that was sent without script, and what was refused in any case. */
export function Outcome({ result, did, count }: OutcomeProps) {
  const refused = result && ('failed' in result ? result.failed.message : result.done.refused);
  if (refused) {
    return (
      <p role="alert" className="mb-4 border-l-2 border-danger pl-4 text-small">
        {refused}
      </p>
    );
  }
  if (!did || result) return null;
  return (
    <output className="mb-4 block border-l-2 border-accent pl-4 text-small">
      {doneSentence(did, count === 1 ? '1 person' : `${count} people`, count !== 1)}
    </output>
  );
}
