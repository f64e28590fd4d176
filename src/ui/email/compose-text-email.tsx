import { composeEmail } from './compose-email.tsx';
import { EmailText } from './EmailComponents.tsx';

interface TextEmail {
  subject: string;
  /** Paragraphs are separated by empty lines; single line breaks stay. */
  body: string;
  button: string;
  /** Introduces the URL below the button. */
  linkIntro: string;
  note?: string;
  /** BCP 47. */
  language: string;
}

/** Returns an email with a text that the owner can edit, greeting included, and a button to a URL. */
export function composeTextEmail(url: string, { subject, body, ...parts }: TextEmail) {
  const paragraphs = body.split(/\n{2,}/);
  return composeEmail(
    { url },
    {
      ...parts,
      subject,
      preheader: paragraphs[1] ?? '',
      heading: subject,
      text: paragraphs.map((paragraph, index) => (
        // The paragraphs of a text stay where they are.
        // oxlint-disable-next-line react/no-array-index-key
        <EmailText key={index}>{paragraph}</EmailText>
      )),
    },
  );
}
