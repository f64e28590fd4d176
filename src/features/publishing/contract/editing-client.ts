import type { RevisionSummary } from './schemas.ts';
import type { PublishingTransition } from './status.ts';

/** The editing endpoints of posts or projects (`createEditingEndpoints`), as pages call them. */
export interface EditingClient<Summary, Draft extends { readonly id: number | string }, Content, Created> {
  readonly listDrafts: (
    query: Readonly<Record<string, string>>,
  ) => Promise<{ items: Summary[]; total: number; page: number; pageSize: number }>;
  readonly getDraft: (input: ById<Draft>) => Promise<Draft>;
  readonly create: (input: Created) => Promise<Draft>;
  readonly transition: (
    input: ById<Draft> & { transition: PublishingTransition } & TransitionOptions,
  ) => Promise<Draft>;
  readonly delete: (input: ById<Draft>) => Promise<Summary>;
  readonly restore: (input: ById<Draft>) => Promise<Summary>;
  readonly listRevisions: (input: ById<Draft>) => Promise<{ items: RevisionSummary[] }>;
  readonly getRevision: (input: ById<Draft> & { revision: string }) => Promise<RevisionSummary & { content: Content }>;
  readonly restoreRevision: (input: ById<Draft> & { revision: string; version: number }) => Promise<Draft>;
  readonly createPreviewLink: (input: ById<Draft>) => Promise<{ path: string }>;
  readonly revokePreviewLink: (input: ById<Draft>) => Promise<unknown>;
  readonly updateCommentsEnabled: (input: ById<Draft> & { enabled: boolean }) => Promise<unknown>;
  readonly setPublishDate: (input: ById<Draft> & { publishAt: string }) => Promise<Draft>;
}

/** The options of a transition: a time, a note to the author, and whether a post is also sent as a newsletter. */
export interface TransitionOptions {
  readonly publishAt?: string;
  readonly message?: string;
  readonly sendsNewsletter?: boolean;
}

interface ById<Draft extends { readonly id: number | string }> {
  /** Addresses of pages contain it as a text. */
  readonly id: Draft['id'] | string;
}
