import { oc, type HTTPMethod, type Route } from '@orpc/contract';
import { z } from 'zod';
import { MAX_SEARCH_LENGTH } from './lists.ts';
import { markdownProblem } from './markdown-limits.ts';

/** Who may call an endpoint. There is no default: an endpoint without an access is closed to everyone. */
export type Access = 'public' | 'member' | 'owner';

/** Returns the OpenAPI description of a body that is a file of one of these types. */
export function fileBody(types: readonly string[]) {
  const content = types.map(type => [type, { schema: { type: 'string', contentMediaType: type } as const }]);
  return { required: true, content: Object.fromEntries(content) };
}

/** The output of an endpoint that streams a file. */
export const streamedFile = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.file().or(z.custom<ReadableStream<Uint8Array>>(body => body instanceof ReadableStream)),
});

export interface EndpointMeta {
  access?: Access;
  /** Set if the body is JSON with a long text. */
  body?: 'long_text';
}

interface EndpointOptions
  extends Pick<EndpointMeta, 'body'>,
    Pick<Route, 'successStatus' | 'inputStructure' | 'outputStructure' | 'spec'> {}

/**
 * Returns functions that declare an endpoint by who may call it, from its method and path (`POST /payments/{id}/refunds`)
 * and its summary. The API reference lists the endpoints under the tag.
 */
export function defineEndpoints(tag: string) {
  const openTo =
    (access: Access) =>
    (methodAndPath: `${HTTPMethod} /${string}`, summary: string, { body, ...route }: EndpointOptions = {}) => {
      const [method, path] = methodAndPath.split(' ') as [HTTPMethod, `/${string}`];
      return oc
        .$meta<EndpointMeta>({})
        .meta({ access, ...(body && { body }) })
        .route({ method, path, tags: [tag], summary, ...route });
    };
  return { publicEndpoint: openTo('public'), memberEndpoint: openTo('member'), ownerEndpoint: openTo('owner') };
}

/** Messages for invalid values whose schema has none. */
z.config({
  customError: issue => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'This field is required.' : 'This value has the wrong type.';
      case 'too_small':
        return 'This value is too short or too small.';
      case 'too_big':
        return issue.origin === 'string'
          ? `Use at most ${issue.maximum.toLocaleString('en')} characters.`
          : 'This value is too long or too large.';
      default:
        return 'This value is invalid.';
    }
  },
});

/** One line of text. Rejects control characters, including the zero byte, which PostgreSQL can't store. */
export const singleLineText = z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove line breaks and control characters.');

/** Replaces the `Idempotency-Key` header, which a form can't send. */
export const idempotencyKey = singleLineText.max(64).optional();

/** What a list is searched for. */
export const searchTerm = singleLineText.trim().max(MAX_SEARCH_LENGTH);

/** A URL that a link may use: http or https, so no scripts. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'Enter a web address that starts with https:// or http://.',
});

/** For endpoints without input: rejects parameters instead of ignoring them. */
export const emptyInput = z.strictObject({}).optional();

/** An instant: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** Returns a schema for a calendar date; every error is `message`. Excludes the year 0, which PostgreSQL doesn't have. */
export const calendarDate = (message: string) => z.iso.date(message).refine(day => !day.startsWith('0000'), message);

/** A calendar day, `2026-11-16`, without a time zone. */
export const plainDate = calendarDate('Enter a date.');

/** The longest slug, in UTF-16 units. */
export const MAX_SLUG_LENGTH = 120;

const SLUG_CHARACTER = String.raw`[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]`;

/** A slug: letters of any script, without upper case, and single hyphens. */
export const slugShape = new RegExp(`^${SLUG_CHARACTER}+(?:-${SLUG_CHARACTER}+)*$`, 'u');

/** The kebab-case name of a post or project in a URL, in any script, as NFC. */
export const slug = z
  .string()
  .min(1, 'This field is required.')
  .max(MAX_SLUG_LENGTH)
  .normalize('NFC')
  .regex(slugShape, 'Use lowercase letters, digits and single hyphens.');

/** A slug in Latin letters, for names given by the site itself. */
export const asciiSlug = slug.regex(/^[a-z0-9-]*$/, 'Use lowercase letters, digits and single hyphens.');

/** An integer of 0 or more in a query string or path. Digits only, so "1e3" and " 7" are rejected. */
export const integerParam = z
  .union([z.number(), z.string().regex(/^(?:-[1-9]\d{0,8}|\d{1,9})$/, 'Enter a whole number.')])
  .transform(Number)
  .pipe(
    z.number().int('Enter a whole number.').min(0, 'Enter 0 or more.').max(2_147_483_647, 'This number is too large.'),
  );

/** Returns a schema for an integer of a range, in a form also with spaces around it; every error is `message`. */
export const integerBetween = (min: number, max: number, message: string) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,9}$/, message),
    ])
    .transform(Number)
    .pipe(z.number().int(message).min(min, message).max(max, message));

/** The number of a page, starting at 1. */
export const pageNumber = integerParam.pipe(
  z.int().min(1, 'Pages start at 1.').max(10_000, 'This page doesn’t exist.'),
);

/** Rows per page, at most 50. */
export const pageSize = integerParam.pipe(
  z.int().min(1, 'Use a page size of at least 1.').max(50, 'Use a page size of at most 50.'),
);

/** Identifies a row by its number, for `after` and `before`. */
export const rowNumber = integerParam;

/** Identifies a row by a text, for `after` and `before`. */
export const rowName = singleLineText.min(1, 'Enter a row.').max(60, 'This row doesn’t exist.');

/**
 * Returns the parameters that select a page of a list: its number, and optionally the last row of the previous page
 * (`after`) or the first row of the next one (`before`), which make a deep page as fast as the first.
 */
export function pagedBy<Row extends z.ZodType>(row: Row, size: number) {
  return {
    page: pageNumber.prefault(1),
    pageSize: pageSize.prefault(size),
    after: row.optional().describe('The last row of the previous page; makes deep pages fast'),
    before: row.optional().describe('The first row of the next page; ignored with `after`'),
  };
}

export const money = z.object({ minor: z.int().min(0).brand<'MinorUnits'>(), currency: z.string().length(3) });

/** An image of the site. Its files are at {@link import('./paths.ts').pictureFile}. */
export const picture = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  /** The colors of its six parts, two rows of three, with six hex digits each. Shown blurred until the image loads. */
  placeholderColors: z.string(),
});
export type Picture = z.infer<typeof picture>;

/** Returns the schema of one page of a list with its total. */
export function createPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() });
}

/** Returns the schema of one page of a searchable list. */
export function createSearchPageSchema<Item extends z.ZodType>(item: Item) {
  return createPageSchema(item).extend({
    /** The corrected search, if the original spelling has no matches. */
    correctedSearch: z.string().nullable(),
  });
}

/**
 * Returns the schema of a list's query: its filters, order and page. Takes the categories, the orders (the first is the
 * default) and the schema of a row's identifier.
 */
export function createListQuerySchema<
  const Categories extends readonly [string, ...string[]],
  const Sorts extends readonly [string, ...string[]],
  Row extends z.ZodType,
>(categories: Categories, sorts: Sorts, row: Row) {
  return z.strictObject({
    category: z.enum(categories, 'This category doesn’t exist.').optional(),
    tag: singleLineText.min(1, 'Enter a tag.').max(60).optional(),
    search: searchTerm.optional(),
    sort: z.enum(sorts, `Sort by one of: ${sorts.join(', ')}.`).prefault(sorts[0]),
    ...pagedBy(row, 12),
  });
}

const topic = z.object({ name: z.string(), count: z.int() });

/** Categories and tags in use, with the number of rows of each. */
export const facetsSchema = z.object({ categories: z.array(topic), tags: z.array(topic), total: z.int() });
export type Facets = z.infer<typeof facetsSchema>;

/** Rejects Markdown that is nested too deeply or repeats a symbol too often; for `superRefine`. */
export function checkMarkdown(text: string, context: z.RefinementCtx): void {
  const message = markdownProblem(text);
  if (message) context.addIssue({ code: 'custom', message });
}

/** Accepts multi-line text and normalizes the CRLF line endings that forms send (HTML, "newline normalization"). */
export const multilineText = (maxLength: number) =>
  z
    .string()
    .transform(text => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, 'Remove control characters.')
        .max(maxLength),
    );

/** A checkbox, which forms send only if it is checked. */
export const checkboxSchema = z
  .enum(['', 'on'], 'Send “on”, or leave this empty.')
  .optional()
  .transform(word => word === 'on');
