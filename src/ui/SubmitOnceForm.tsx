import { Form, type FormProps, useNavigation } from 'react-router';
import { useSubmitOnce } from './use-submit-once.ts';

/** A form of buttons, sent once until it is answered: a double click would add two records. */
export function SubmitOnceForm(props: Omit<FormProps, 'method' | 'onSubmit'>) {
  const submitOnce = useSubmitOnce(useNavigation().formData !== undefined);
  return <Form method="post" {...props} onSubmit={submitOnce} />;
}
