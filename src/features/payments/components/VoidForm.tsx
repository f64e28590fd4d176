import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { PaymentListItem } from '../contract/review.ts';
import { EmailCheckbox } from './EmailCheckbox.tsx';

interface VoidFormProps {
  payment: PaymentListItem;
  formKey: string;
  refused: FailedSubmission | undefined;
}

/** Form for a payment that was recorded or confirmed by mistake. */
export function VoidForm({ payment: { documentNumber, clientEmail }, formKey, refused }: VoidFormProps) {
  return (
    <div className="max-w-xl border-b border-rule [&_form]:mt-4">
      <Disclosure label="Void this payment" open={refused !== undefined}>
        <p className="text-small text-ink-soft">
          Only if it was recorded by mistake and no money arrived. Invoice {documentNumber} is due again, and the
          receipt is canceled by another document. If money arrived, refund it instead.
        </p>
        <PageForm intent="void" error={refused?.failed} submitLabel="Void payment" busyLabel="Voiding…" danger>
          <input type="hidden" name="key" value={formKey} readOnly />
          <TextArea
            label="Reason"
            hint="The client sees this."
            rows={2}
            maxLength={500}
            {...createFieldProps(refused)('reason')}
          />
          {clientEmail !== null && <EmailCheckbox name="notifiesClient" refused={refused} />}
        </PageForm>
      </Disclosure>
    </div>
  );
}
