import type { ReactNode } from 'react';
import { zoneNote } from '#shared/time.ts';
import { colors, fonts, layoutTable } from './email-styles.ts';

/** Returns the styles of a font, with its size and line height in pixels. */
const font = (fontFamily: string, size: number, line: number) => ({
  fontFamily,
  fontSize: `${size}px`,
  lineHeight: `${line}px`,
});

/** Main heading of an email. */
export function EmailHeading({ children }: { children: ReactNode }) {
  return (
    <h1
      style={{
        margin: '0 0 20px',
        color: colors.light.ink,
        ...font(fonts.display, 25, 31),
        fontWeight: 700,
        letterSpacing: '-0.3px',
      }}
    >
      {children}
    </h1>
  );
}

/** A paragraph. Keeps the line breaks of a text. With `dir="auto"`, its first letter determines its direction. */
export function EmailText({ children, dir }: { children: ReactNode; dir?: 'auto' }) {
  const align = dir && ({ textAlign: 'start' } as const);
  return (
    <p dir={dir} style={{ margin: '0 0 18px', color: colors.light.ink, ...font(fonts.text, 17, 27), ...align }}>
      {typeof children === 'string'
        ? children.split('\n').flatMap((line, place) => (place === 0 ? [line] : [<br key={place} />, line]))
        : children}
    </p>
  );
}

/** A text that someone wrote, in any script, with its paragraphs. */
export function EmailMessage({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((part, index) => (
    // The paragraphs never change order.
    // oxlint-disable-next-line react/no-array-index-key
    <EmailText key={index} dir="auto">
      {part}
    </EmailText>
  ));
}

/** Secondary text, such as advice for unintended recipients. */
export function EmailNote({ children }: { children: ReactNode }) {
  return (
    <p className="soft" style={{ margin: '0 0 14px', color: colors.light.soft, ...font(fonts.text, 15, 23) }}>
      {children}
    </p>
  );
}

/** Shows the time zone of the dates in an email. */
export function EmailTimeZone({ timeZone }: { timeZone: string }) {
  return <EmailNote>{zoneNote(timeZone)}</EmailNote>;
}

/** Main action, with its full URL below for clients that show no button. */
export function EmailButton({
  href,
  label,
  linkIntro = 'Or open this link:',
}: {
  href: string;
  label: string;
  linkIntro?: string | undefined;
}) {
  return (
    <>
      <table {...layoutTable} className="button" style={{ margin: '28px 0 14px' }}>
        <tbody>
          <tr>
            <td style={{ backgroundColor: colors.light.accent, borderRadius: '3px' }}>
              <a
                href={href}
                className="label"
                style={{
                  display: 'inline-block',
                  padding: '14px 24px',
                  color: colors.light.onAccent,
                  ...font(fonts.display, 16, 20),
                  fontWeight: 700,
                  textDecoration: 'none',
                }}
              >
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p
        className="soft"
        style={{ margin: '0 0 28px', color: colors.light.soft, ...font(fonts.display, 13, 20), wordBreak: 'break-all' }}
      >
        <span className="plain-intro">
          {linkIntro}
          <br />
        </span>
        <a href={href} style={{ color: colors.light.soft }}>
          {href}
        </a>
      </p>
    </>
  );
}

/** A large code to type in; copies as one piece. */
export function EmailCode({ children }: { children: string }) {
  return (
    <p
      className="accent"
      style={{
        margin: '24px 0',
        color: colors.light.accent,
        ...font(fonts.mono, 38, 46),
        fontWeight: 700,
        letterSpacing: '8px',
      }}
    >
      {children}
    </p>
  );
}
