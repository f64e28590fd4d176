import { z } from 'zod';
import { versionSchema } from '#features/publishing/contract/endpoints.ts';
import { markdown } from '#features/publishing/contract/schemas.ts';
import {
  defineEndpoints,
  idempotencyKey,
  instant,
  singleLineText,
  createPageSchema,
  emptyInput,
  pageNumber,
  pageSize,
  integerBetween,
  integerParam,
} from '#shared/contract.ts';
import { MAX_EMAILS_PER_MINUTE, issueStates, MAX_PREVIEW_TEXT_LENGTH, MAX_SUBJECT_LENGTH, topics } from './limits.ts';

const { ownerEndpoint } = defineEndpoints('newsletter');

const figures = z.object({
  recipients: z.int(),
  /** Not queued yet, and queued but not yet accepted by the mail server. */
  pending: z.int(),
  queued: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Unsubscribed or blocked before their email was queued. */
  skipped: z.int(),
  unsubscribes: z.int(),
  opens: z.int(),
  clicks: z.int(),
});
export type IssueStats = z.infer<typeof figures>;

const issueContent = z.strictObject({
  subject: singleLineText
    .trim()
    .max(MAX_SUBJECT_LENGTH, `Enter a subject of at most ${MAX_SUBJECT_LENGTH} characters.`),
  previewText: singleLineText
    .trim()
    .max(MAX_PREVIEW_TEXT_LENGTH, `Enter a preview text of at most ${MAX_PREVIEW_TEXT_LENGTH} characters.`),
  markdown: markdown('This newsletter is too long. Shorten it to at most 500,000 characters.'),
  topic: z.enum(topics, 'Choose a topic.'),
});
export type IssueContent = z.infer<typeof issueContent>;
/** A partial update: omitted fields keep their values. */
export type IssuePatch = { readonly [Key in keyof IssueContent]?: IssueContent[Key] | undefined };

const issueLine = z.object({
  id: z.int(),
  subject: z.string(),
  topic: z.enum(topics),
  state: z.enum(issueStates),
  updatedAt: instant,
  scheduledAt: instant.nullable(),
  sendingStartedAt: instant.nullable(),
  sentAt: instant.nullable(),
  stats: figures,
});
export type IssueSummary = z.infer<typeof issueLine>;

const issue = issueLine.extend({
  previewText: z.string(),
  markdown: z.string(),
  version: z.int(),
  /** Why sending was paused automatically. */
  statusMessage: z.string(),
  isTrackingEnabled: z.boolean(),
  /** Current number of recipients. */
  audienceSize: z.int(),
  /** Whether a mail server is configured; without one nothing is sent. */
  isDeliveryEnabled: z.boolean(),
});
export type Issue = z.infer<typeof issue>;

const postNewsletter = issue.pick({ audienceSize: true, isDeliveryEnabled: true }).extend({
  /** The issue that the post was already sent with or will be; null if there is none. */
  issue: issueLine.pick({ id: true, state: true }).nullable(),
});
export type PostNewsletter = z.infer<typeof postNewsletter>;

const settings = z.strictObject({
  emailsPerMinute: integerBetween(1, MAX_EMAILS_PER_MINUTE, `Enter a whole number from 1 to ${MAX_EMAILS_PER_MINUTE}.`),
  isTrackingEnabled: z.boolean('Choose true or false.'),
});
export type NewsletterSettings = z.infer<typeof settings>;

const byId = z.strictObject({ id: integerParam });
const issueQuery = z.strictObject({
  state: z.enum(issueStates, `Choose one of: ${issueStates.join(', ')}.`).optional(),
  page: pageNumber.prefault(1),
  pageSize: pageSize.prefault(20),
});
export type IssueQuery = z.infer<typeof issueQuery>;

const transitionEndpoint = (path: `/${string}`, summary: string) =>
  ownerEndpoint(`POST /newsletter/issues/{id}${path}`, summary).input(byId).output(issue);

export const issuesContract = {
  listIssues: ownerEndpoint('GET /newsletter/issues', 'List newsletter issues, newest first')
    .input(issueQuery)
    .output(createPageSchema(issueLine)),
  getIssue: ownerEndpoint('GET /newsletter/issues/{id}', 'Get an issue with its sending progress')
    .input(byId)
    .output(issue),
  getPostNewsletter: ownerEndpoint('GET /newsletter/posts/{id}', 'Get who would get a post as a newsletter')
    .input(byId)
    .output(postNewsletter),
  createIssue: ownerEndpoint('POST /newsletter/issues', 'Create a newsletter issue, empty or from a published post', {
    body: 'long_text',
    successStatus: 201,
  })
    .input(issueContent.partial().extend({ postId: integerParam.optional(), idempotencyKey }))
    .output(issue),
  updateIssue: ownerEndpoint('PUT /newsletter/issues/{id}', 'Update an unsent issue', { body: 'long_text' })
    .input(byId.extend({ version: versionSchema, ...issueContent.partial().shape }))
    .output(issue),
  deleteIssue: ownerEndpoint('DELETE /newsletter/issues/{id}', 'Delete an unsent issue')
    .input(byId)
    .output(z.object({ id: z.int() })),
  sendTestEmail: ownerEndpoint('POST /newsletter/issues/{id}/test', 'Send a test of an issue to your own address')
    .input(byId)
    .output(z.object({ to: z.string() })),
  sendIssue: transitionEndpoint('/send', 'Send an issue now'),
  scheduleIssue: ownerEndpoint(
    'POST /newsletter/issues/{id}/schedule',
    'Schedule an issue in the owner’s time zone, such as 2026-12-01T09:00',
  )
    .input(
      byId.extend({
        /** An instant, or wall time in the owner's time zone. */
        scheduledAt: z.iso.datetime({ local: true, error: 'Choose a date and time.' }),
      }),
    )
    .output(issue),
  unscheduleIssue: transitionEndpoint('/unschedule', 'Cancel an issue’s schedule, so it becomes a draft again'),
  pauseIssue: transitionEndpoint('/pause', 'Pause sending an issue'),
  resumeIssue: transitionEndpoint('/resume', 'Resume sending an issue'),
  stopIssue: transitionEndpoint('/stop', 'Stop sending a paused issue; the remaining subscribers don’t get it'),
  getSettings: ownerEndpoint('GET /newsletter/settings', 'Get the newsletter settings')
    .input(emptyInput)
    .output(settings),
  updateSettings: ownerEndpoint('PUT /newsletter/settings', 'Update the newsletter settings')
    .input(settings)
    .output(settings),
};
