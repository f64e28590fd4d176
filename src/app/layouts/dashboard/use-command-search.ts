import { useEffect, useState } from 'react';
import type { User } from '#features/auth/contract.ts';
import type { ClientListItem } from '#features/clients/contract/index.ts';
import type { Status } from '#features/publishing/contract/status.ts';
import type { SearchHit } from '#features/search/contract.ts';
import type { UserDetails } from '#features/users/contract.ts';
import { useApi } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { listNavPages } from './nav.ts';

/** Milliseconds without typing before a search. */
const DEBOUNCE_MS = 200;

/** Shorter queries would match nearly everything. */
const MIN_QUERY_LENGTH = 2;

/** Maximum number of results of each kind. */
const RESULT_LIMIT = 5;

/** A post or project that the user may edit. */
interface EditableText {
  readonly title: string;
  readonly status: Status;
  readonly editorPath: string;
}

interface CommandSearchResults {
  readonly people: readonly UserDetails[];
  readonly clients: readonly ClientListItem[];
  readonly hits: readonly SearchHit[];
  /** Number of further hits. */
  readonly remainingHitCount: number;
  readonly texts: readonly EditableText[];
}

const noResults: CommandSearchResults = { people: [], clients: [], hits: [], remainingHitCount: 0, texts: [] };

interface CommandSearchState extends CommandSearchResults {
  readonly query: string;
  /** Kinds whose search failed. */
  readonly failed: readonly string[];
}

/** Returns search results for the typed text after a pause; never results of another query. */
export function useCommandSearch(role: User['role'], typed: string) {
  const api = useApi();
  const [state, setState] = useState<CommandSearchState>({ ...noResults, query: '', failed: [] });
  const query = typed.trim().length >= MIN_QUERY_LENGTH ? typed.trim().slice(0, 120) : '';
  useEffect(() => {
    if (!query) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void searchAll(api, role, query).then(found => isCurrent && setState(found));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, role, query]);
  const current = state.query === query;
  return {
    results: query && current ? state : noResults,
    searching: query !== '' && !current,
    failed: query && current ? state.failed : [],
  };
}

/** Searches each kind separately, so one failure doesn't affect the others. */
async function searchAll(api: Api, role: User['role'], query: string): Promise<CommandSearchState> {
  const input = { search: query, pageSize: RESULT_LIMIT };
  const mayOpen = (path: string) => listNavPages(role).some(page => page.path === path);
  const [people, clients, hits, posts, projects] = await Promise.allSettled([
    role === 'owner' ? api.users.list(input) : undefined,
    role === 'owner' ? api.clients.list(input) : undefined,
    api.search.query({ q: query, pageSize: RESULT_LIMIT }),
    mayOpen(dashboardPaths.myBlogs) ? api.blog.listDrafts(input) : undefined,
    mayOpen(dashboardPaths.myProjects) ? api.projects.listDrafts(input) : undefined,
  ]);
  const { items = [], total = 0 } = valueOf(hits) ?? {};
  return {
    query,
    people: valueOf(people)?.items ?? [],
    clients: valueOf(clients)?.items ?? [],
    hits: items,
    remainingHitCount: total - items.length,
    texts: [
      ...(valueOf(posts)?.items ?? []).map(post => ({ ...post, editorPath: dashboardPaths.updateBlog(post.id) })),
      ...(valueOf(projects)?.items ?? []).map(project => ({
        ...project,
        editorPath: dashboardPaths.updateProject(project.id),
      })),
    ],
    failed: Object.entries({ people, clients, 'the site': hits, posts, projects })
      .filter(([, { status }]) => status === 'rejected')
      .map(([kind]) => kind),
  };
}

function valueOf<Value>(result: PromiseSettledResult<Value>): Value | undefined {
  return result.status === 'fulfilled' ? result.value : undefined;
}
