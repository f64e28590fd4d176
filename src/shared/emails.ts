/** Every feature adds its mails here by declaration merging: a template's name, and the props that it is written from. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface EmailTemplates {}

export type EmailTemplateName = keyof EmailTemplates;

/** Whose site a mail comes from. */
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

/** A mail as it is kept and sent. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes a mail from its template. */
export type RenderEmail = <Name extends EmailTemplateName>(
  template: Name,
  props: EmailTemplates[Name],
  site: EmailSite,
) => Promise<RenderedEmail>;

/** What a template makes of its props: one line for the subject, one for the list of mails beside it, and the text. */
export interface EmailContent<Node> {
  readonly subject: string;
  readonly preheader: string;
  readonly body: Node;
  /** A long text in the body with a known plain text. `around` returns the body with a placeholder for it. */
  readonly longText?: { readonly plain: string; readonly around: (place: Node) => Node };
}

/** Templates of a feature by their names. */
export type EmailTemplateRenderers<Name extends EmailTemplateName, Node> = {
  readonly [Each in Name]: (props: EmailTemplates[Each], site: EmailSite) => EmailContent<Node>;
};
