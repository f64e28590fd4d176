import { useEffect, useState } from 'react';
import type { User } from '#features/auth/contract.ts';
import type { DraftLine } from '#features/blog/contract/editing.ts';
import type { Person } from '#features/users/contract.ts';
import type { SearchHit } from '#features/search/contract.ts';
import { useApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { pagesFor } from './dashboard-pages.ts';

/** It is looked for when nothing was typed for so many milliseconds. */
const TYPING_PAUSE = 200;

/** Fewer letters would find nearly everything. */
const FEWEST_LETTERS = 2;

/** So many of each kind are offered. */
const OFFERED = 5;

/** What the site knows under the words that were typed. */
export interface Findings {
  readonly people: readonly Person[];
  readonly hits: readonly SearchHit[];
  /** How many hits there are besides those. */
  readonly furtherHits: number;
  /** Posts that readers do not see yet, or see otherwise, of whoever may write them. */
  readonly drafts: readonly DraftLine[];
}

const nothing: Findings = { people: [], hits: [], furtherHits: 0, drafts: [] };

interface Answer extends Findings {
  readonly query: string;
  /** What could not be looked for. */
  readonly failed: readonly string[];
}

/** What the site finds for what is typed, once the typing pauses; an answer to other words is never shown. */
export function useFindings(role: User['role'], typed: string) {
  const api = useApi();
  const [answer, setAnswer] = useState<Answer>({ ...nothing, query: '', failed: [] });
  const query = typed.trim().length >= FEWEST_LETTERS ? typed.trim().slice(0, 120) : '';
  useEffect(() => {
    if (!query) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void find(api, role, query).then(found => wanted && setAnswer(found));
    }, TYPING_PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [api, role, query]);
  const current = answer.query === query;
  return {
    found: query && current ? answer : nothing,
    searching: query !== '' && !current,
    failed: query && current ? answer.failed : [],
  };
}

/** Each kind is asked for on its own, so that one that fails takes no other with it. */
async function find(api: Api, role: User['role'], query: string): Promise<Answer> {
  const writes = pagesFor(role).some(page => page.path === dashboardPaths.myBlogs);
  const [people, hits, drafts] = await Promise.allSettled([
    role === 'owner' ? api.people.list({ search: query, pageSize: OFFERED }) : undefined,
    api.search.find({ q: query, pageSize: OFFERED }),
    writes ? api.blog.mine({ search: query, pageSize: OFFERED }) : undefined,
  ]);
  const { items = [], total = 0 } = (hits.status === 'fulfilled' ? hits.value : undefined) ?? {};
  return {
    query,
    people: (people.status === 'fulfilled' ? people.value?.items : undefined) ?? [],
    hits: items,
    furtherHits: total - items.length,
    drafts: ((drafts.status === 'fulfilled' ? drafts.value?.items : undefined) ?? []).filter(
      draft => draft.status !== 'published',
    ),
    failed: [
      ...(people.status === 'rejected' ? ['people'] : []),
      ...(hits.status === 'rejected' ? ['posts and projects'] : []),
      ...(drafts.status === 'rejected' ? ['drafts'] : []),
    ],
  };
}
