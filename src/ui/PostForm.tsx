import { Form, type FormProps, useNavigation } from 'react-router';
import { useSubmitOnce } from './use-submit-once.ts';

/** A form of the page with its own fields and buttons. It is sent once until it is answered, and looks busy until then. */
export function PostForm({ onSubmit, ...props }: Omit<FormProps, 'method'>) {
  const sending = useNavigation().formData !== undefined;
  const submitOnce = useSubmitOnce(sending);
  return (
    <Form
      method="post"
      {...props}
      aria-busy={sending || undefined}
      onSubmit={event => {
        onSubmit?.(event);
        if (!event.defaultPrevented) submitOnce(event);
      }}
    />
  );
}
