import { Link } from 'react-router';
import { Badge } from '#ui/Badge.tsx';
import type { NextStep } from '../contract/index.ts';

/** Lists the next steps with a client, the owner's first. */
export function ClientNextSteps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <section aria-label="Next steps" className="min-w-0">
      <h2 className="border-t border-rule-strong pt-4 text-h4">Next steps</h2>
      <ul className="mt-3">
        {steps.map(({ title, status, by, path }) => (
          <li
            key={path}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-rule py-1.5"
          >
            <Link className="link min-w-0 [overflow-wrap:anywhere]" to={path}>
              {title}
            </Link>
            <span className="flex items-center gap-3">
              <span className="meta">{status}</span>
              <Badge tone={by === 'owner' ? 'active' : 'neutral'}>
                {by === 'owner' ? 'Your turn' : 'Waiting for client'}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
