import { hashKey } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { CallError } from '#client/call-error.ts';
import { type InputFault, readInput } from '#shared/read-input.ts';
import {
  type AnswerOf,
  type BodyOf,
  messageOf,
  queryClient,
  type SendKey,
  statusOf,
  type Upload,
  useSend,
} from '../data.ts';
import { type Limits, limitsOf } from './limits.ts';

type SaveOptions<K extends SendKey, V> = {
  /** Schema of the call's body: the source of validation rules, messages and field limits. */
  schema: z.ZodType<unknown, BodyOf<K>>;
  /** Initial values. An unchanged form adopts new initial values when they are refetched. */
  initial: V;
  /** Builds the call's body; by default the form values themselves. */
  toBody?: (values: V) => BodyOf<K>;
  /** Toast text after success. */
  done?: string | ((answer: AnswerOf<K>) => string);
  /** Asks for confirmation of valid values; false keeps the form open. A rejection is shown like a server error. */
  confirm?: () => Promise<boolean>;
  onSaved?: (answer: AnswerOf<K>, values: V) => void;
  upload?: Upload;
};

/** State and actions of a form, for `SaveForm` and `FormDialog`. */
export type Save<V> = {
  form: FormInstance<V>;
  initial: V;
  limits: Record<string, Limits>;
  isDirty: boolean;
  isSaving: boolean;
  /** Reason why saving failed, unless a field of the form shows it. */
  formError: string | undefined;
  submit: () => void;
  onChange: () => void;
  /** Shows the error of another call about these values, such as a test run, at the field it names. */
  showRefusal: (error: unknown) => void;
};

/**
 * A form that saves through one call. The call's schema validates the values on submit and, after a failed validation,
 * on every change. A server error is shown at the field it names. Typed values remain until they are saved.
 * After a conflict (409), fields that the user has not changed take the newly saved values, so that saving again
 * changes only what the user typed.
 */
export function useSave<K extends SendKey, V extends object>(
  key: K,
  { schema, initial, toBody = asBody, done, confirm, onSaved, upload }: SaveOptions<K, V>,
): Save<V> {
  const [form] = Form.useForm<V>();
  const [formError, setFormError] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  const dirtyState = useDirtyState(form, initial, () =>
    setFormError((message) => message && `${message}。你的改动还在，其他内容已换成最新的。`),
  );
  const limits = useMemo(() => limitsOf(schema), [schema]);
  const values = (): V => form.getFieldsValue(true);

  /** Shows the schema's validation errors. Returns whether the values are valid. */
  const check = (): boolean => {
    const { faults = [] } = readInput(schema, toBody(values()));
    setFormError(showFieldErrors(form, faults));
    setHasFailed(faults.length > 0);
    return faults.length === 0;
  };
  const showRefusal = (error: unknown) => {
    const path = error instanceof CallError ? (error.field?.split('.') ?? []) : [];
    setFormError(showFieldErrors(form, [{ path, message: messageOf(error) }]));
    if (statusOf(error) !== 409) return;
    dirtyState.mergeNext();
    void queryClient.invalidateQueries();
  };
  const { send, isSending } = useSend(key, {
    onDone: (answer) => {
      dirtyState.markSaved();
      onSaved?.(answer, values());
    },
    ...(done && { done }),
    ...(upload && { upload }),
    onFailed: showRefusal,
  });
  const confirmAndSend = async () => {
    try {
      if (confirm && !(await confirm())) return;
    } catch (error) {
      return showRefusal(error);
    }
    await send(toBody(values()));
  };
  return {
    form,
    initial,
    limits,
    isDirty: dirtyState.isDirty,
    isSaving: isSending,
    formError,
    submit: () => {
      if (!isSending && check()) void confirmAndSend();
      else focusFirstError(form);
    },
    onChange: () => {
      setFormError(undefined);
      dirtyState.update();
      if (hasFailed) check();
    },
    showRefusal,
  };
}

const asBody = (values: object): never => values as never;

/** Tracks whether the values differ from those opened or last saved. */
function useDirtyState<V extends object>(form: FormInstance<V>, initial: V, onMerged: () => void) {
  const baseline = useRef(initial);
  const shouldMerge = useRef(false);
  const [isDirty, setIsDirty] = useState(false);
  const hash = hashKey([initial]);
  // Hash of the initial values that the form has adopted. After a save they are older than the form until the refetch
  // arrives.
  const syncedHash = useRef(hash);
  const update = () => setIsDirty(hashKey([form.getFieldsValue(true)]) !== hashKey([baseline.current]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `hash` stands for `initial`, a new object with each render.
  useEffect(() => {
    if (hash === syncedHash.current || (isDirty && !shouldMerge.current)) return;
    syncedHash.current = hash;
    const next = isDirty ? mergeValues(baseline.current, form.getFieldsValue(true), initial) : initial;
    baseline.current = initial;
    form.setFieldsValue(next as never);
    if (!isDirty) return;
    shouldMerge.current = false;
    onMerged();
    update();
  }, [hash, isDirty]);
  return {
    isDirty,
    update,
    /** Lets the next initial values replace unchanged fields although the form is dirty. */
    mergeNext: () => {
      shouldMerge.current = true;
    },
    markSaved: () => {
      baseline.current = form.getFieldsValue(true);
      syncedHash.current = hash;
      shouldMerge.current = false;
      // The leave guard must be off before `onSaved` navigates.
      flushSync(() => setIsDirty(false));
    },
  };
}

/** Returns `newest` with the fields in which `values` differs from `baseline`. */
function mergeValues<V extends object>(baseline: V, values: V, newest: V): V {
  const isChanged = (name: keyof V) => hashKey([values[name]]) !== hashKey([baseline[name]]);
  const changed = (Object.keys(newest) as (keyof V)[]).filter(isChanged);
  return { ...newest, ...Object.fromEntries(changed.map((name) => [name, values[name]])) };
}

/** Shows each fault at the field its path leads to and clears the others. Returns the first fault of no field. */
function showFieldErrors<V>(form: FormInstance<V>, faults: readonly InputFault[]): string | undefined {
  const fieldNames = Object.keys(form.getFieldsValue() as object);
  const errors = faults.map(({ path, message }) => ({
    name: path.map(String).find((segment) => fieldNames.includes(segment)),
    message,
  }));
  form.setFields(
    fieldNames.map((name) => ({
      name: name as never,
      errors: errors.filter((error) => error.name === name).map(({ message }) => message),
    })),
  );
  return errors.find(({ name }) => name === undefined)?.message;
}

function focusFirstError<V>(form: FormInstance<V>): void {
  const [first] = form.getFieldsError().filter(({ errors }) => errors.length > 0);
  if (first) form.scrollToField(first.name, { focus: true, block: 'center' });
}
