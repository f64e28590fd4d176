/** Every feature adds its mails here by declaration merging: a template's name, and the props that it is written from. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface MailTemplates {}

export type MailName = keyof MailTemplates;

/** Whose site a mail comes from. */
export interface MailSite {
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
export interface WrittenMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes a mail from its template. */
export type WriteMail = <Name extends MailName>(
  template: Name,
  props: MailTemplates[Name],
  site: MailSite,
) => Promise<WrittenMail>;

/** What a template makes of its props: one line for the subject, one for the list of mails beside it, and the text. */
export interface MailContent<Node> {
  readonly subject: string;
  readonly preheader: string;
  readonly body: Node;
  /** A long text in the body with a known plain text. `around` returns the body with a placeholder for it. */
  readonly longText?: { readonly plain: string; readonly around: (place: Node) => Node };
}

/** Templates of a feature by their names. */
export type MailWriters<Name extends MailName, Node> = {
  readonly [Each in Name]: (props: MailTemplates[Each], site: MailSite) => MailContent<Node>;
};
