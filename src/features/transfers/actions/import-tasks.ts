import type { ErrorCode } from '#shared/errors.ts';
import type { StoredImport } from './reading.ts';

/** What the import worker does: reads an archive, or puts pictures into one text. */
export type ImportTask =
  | {
      readonly kind: 'read';
      readonly path: string;
      /** Bytes that the archive may unpack to. */
      readonly room: number;
      /** Positions of posts that exceeded the limits before. They are left out. */
      readonly failed: readonly number[];
    }
  | {
      readonly kind: 'replace pictures';
      readonly markdown: string;
      /** The site's addresses of pictures, by how the text names them. Others become links. */
      readonly addresses: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: 'fill pictures';
      readonly current: string;
      /** The text as its archive has it. */
      readonly source: string;
      readonly addresses: ReadonlyMap<string, string>;
    };

/** What an archive holds, in numbers. */
export interface ReadSummary extends Pick<StoredImport, 'source'> {
  readonly posts: number;
  readonly projects: number;
  readonly comments: number;
  readonly documents: number;
}

export type ImportOutcome =
  /** `json` is the `StoredImport`: it may be large, so it is passed on without being parsed. */
  | { readonly kind: 'read'; readonly summary: ReadSummary; readonly json: Uint8Array }
  | { readonly kind: 'text'; readonly markdown: string; readonly filled: number }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'failed'; readonly message: string };

/** Milliseconds that one post may take: half a million characters of ordinary HTML take about one second. */
export const POST_TIME = 5000;
