import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { truncateUnchanged } from '../rules/diff.ts';

/** Beyond this many word edits, texts are compared by line to keep the page responsive. */
const MAX_EDITS = 4000;

interface RevisionDiffProps {
  before: string;
  after: string;
}

/** Shows deletions and insertions between two texts inline. */
export function RevisionDiff({ before, after }: RevisionDiffProps) {
  const parts = useMemo(
    () => diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }) ?? diffLines(before, after),
    [before, after],
  );
  if (before === after) return <p className="text-ink-soft">This version is the same as the current one.</p>;
  return (
    <div className="max-w-[46rem] whitespace-pre-wrap [overflow-wrap:anywhere]">
      {parts.map((part, index) => {
        if (part.added) {
          return (
            <ins key={index} className="bg-accent-wash text-ink decoration-accent">
              {part.value}
            </ins>
          );
        }
        if (part.removed) {
          return (
            <del key={index} className="text-danger">
              {part.value}
            </del>
          );
        }
        return (
          <span key={index}>
            {truncateUnchanged(part.value, { first: index === 0, last: index === parts.length - 1 })}
          </span>
        );
      })}
    </div>
  );
}
