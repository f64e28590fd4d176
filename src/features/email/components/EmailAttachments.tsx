import Paperclip from 'lucide-react/icons/paperclip';
import { buildAttachmentPath } from '#shared/dashboard-paths.ts';
import type { Email } from '../contract.ts';

interface MailAttachmentsProps {
  /** Path of the email's page. */
  path: string;
  attachments: Email['attachments'];
}

/** Attachments with download links. */
export function EmailAttachments({ path, attachments }: MailAttachmentsProps) {
  if (attachments.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="attachments">
      <h2 id="attachments" className="text-h4">
        Attached
      </h2>
      <ul className="mt-2 grid">
        {attachments.map(({ name, sizeBytes }, place) => (
          <li key={name}>
            <a
              className="inline-flex min-h-11 items-center gap-2 text-small"
              href={buildAttachmentPath(path, place)}
              download
            >
              <Paperclip className="size-4" aria-hidden="true" />
              <span className="link">{name}</span>
              <span className="meta">{Math.max(1, Math.round(sizeBytes / 1024)).toLocaleString('en-US')} KB</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
