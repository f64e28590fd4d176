/** The props of each email template, by name. Features add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface EmailTemplates {}

export type EmailTemplateName = keyof EmailTemplates;

/** The site that an email comes from. */
export interface EmailSite {
  /** The owner's name. */
  readonly name: string;
  /** The site's public origin. */
  readonly url: string;
  /** The time zone of its dates (IANA name). */
  readonly timeZone: string;
  /** The owner's postal address, on one line. */
  readonly address?: string;
}

/** An email as it is stored and sent. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders an email from its template. */
export type RenderEmail = <Name extends EmailTemplateName>(
  template: Name,
  props: EmailTemplates[Name],
  site: EmailSite,
) => Promise<RenderedEmail>;

/** An email's subject, the preview text next to it in the inbox, and the body. */
export interface EmailContent<Node> {
  readonly subject: string;
  readonly preheader: string;
  readonly body: Node;
  /** The language of the email (BCP 47); English if not set. */
  readonly language?: string | undefined;
  /** A long text in the body with its plain text. `wrap` returns the body with a placeholder for it. */
  readonly longText?: { readonly plain: string; readonly wrap: (place: Node) => Node };
}

/** A feature's templates by name. */
export type EmailTemplateRenderers<Name extends EmailTemplateName, Node> = {
  readonly [Each in Name]: (props: EmailTemplates[Each], site: EmailSite) => EmailContent<Node>;
};
