import { Alert, Button, type ButtonProps, Drawer, Form, Modal } from 'antd';
import { createContext, type KeyboardEvent, type ReactNode, use, useId } from 'react';
import { useLeaveGuard } from '#client/leave-guard.ts';
import { isComposing } from '#ui/composing.ts';
import { useConfirm } from '../layout/confirm.tsx';
import { useReturnFocus } from '../layout/use-return-focus.ts';
import s from './form.module.css';
import type { Limits } from './limits.ts';
import type { Save } from './use-save.ts';
import { useUnsavedValues } from './use-unsaved-values.ts';

/** Field limits of a form, by field name. */
export const LimitsContext = createContext<Record<string, Limits>>({});

/** Returns the limits of the surrounding form, by field name. */
export const useLimits = (): Record<string, Limits> => use(LimitsContext);

type FormProps<V> = {
  save: Save<V>;
  id?: string;
  /** Accessible name of the form. */
  label: string;
  /** False for a form that saves nothing, such as a lookup: leaving the page does not ask for confirmation. */
  isGuarded?: boolean;
  children: ReactNode;
};

/** A form bound to `useSave`. Leaving the page with unsaved changes asks for confirmation. */
export function SaveForm<V extends object>({ save, id, label, isGuarded = true, children }: FormProps<V>) {
  const formName = useId();
  useLeaveGuard(isGuarded && save.isDirty);
  useUnsavedValues(save.form, {
    formName,
    label,
    initial: save.initial,
    isDirty: () => save.isDirty,
    onRestored: save.onChange,
  });
  return (
    <LimitsContext value={save.limits}>
      <Form<V>
        {...(id && { id })}
        name={formName}
        form={save.form}
        layout="vertical"
        aria-label={label}
        initialValues={save.initial}
        onValuesChange={save.onChange}
        onFinish={save.submit}
        onKeyDown={ignoreEnterInPicker}
        scrollToFirstError={{ focus: true, block: 'center' }}
        className={s.form ?? ''}
      >
        {children}
        {save.formError && <Alert type="error" showIcon role="alert" title={save.formError} />}
      </Form>
    </LimitsContext>
  );
}

/** Enter in a picker confirms the typed value; it must not submit the form as well. */
function ignoreEnterInPicker(event: KeyboardEvent): void {
  const isInPicker = event.target instanceof Element && event.target.closest('.ant-picker');
  if (event.key === 'Enter' && isInPicker && !isComposing(event)) event.preventDefault();
}

type DialogProps<V> = {
  save: Save<V>;
  title: string;
  okText?: string;
  isDanger?: boolean;
  width?: number;
  onClose: () => void;
  children: ReactNode;
};
type OkProps = {
  /** With `autoFocus`, Enter saves as soon as the dialog is open. With `loading`, the dialog can be closed while it saves. */
  okProps?: Pick<ButtonProps, 'autoFocus' | 'disabled' | 'loading'>;
};

/** Footer buttons of a form dialog or drawer. Closing with unsaved changes asks for confirmation. */
function useDialogForm<V>(save: Save<V>, onClose: () => void) {
  const id = useId();
  const confirm = useConfirm();
  useReturnFocus();
  const close = () => {
    if (!save.isDirty) return onClose();
    confirm({
      title: '有改动还没有保存',
      content: '关闭后，这次的改动会丢掉。',
      okText: '不保存',
      cancelText: '继续编辑',
      onOk: onClose,
    });
  };
  return { id, close };
}

/** A form in a dialog. Enter and the OK button save. */
export function FormDialog<V extends object>({
  save,
  title,
  okText = '保存',
  isDanger = false,
  width = 520,
  okProps,
  onClose,
  children,
}: DialogProps<V> & OkProps) {
  const { id, close } = useDialogForm(save, onClose);
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ id: `${id}-ok`, htmlType: 'submit', form: id, danger: isDanger, ...okProps }}
      // The dialog moves the focus when its animation ends, which overrides `autoFocus`.
      afterOpenChange={(isOpen) => {
        if (isOpen && okProps?.autoFocus) document.getElementById(`${id}-ok`)?.focus();
      }}
      // The dialog refuses to close while this is set.
      confirmLoading={save.isSaving && !okProps?.loading}
      // A click beside the dialog must not cancel an upload.
      mask={{ closable: !save.isSaving }}
      onCancel={close}
      width={width}
    >
      <SaveForm save={save} id={id} label={title}>
        {children}
      </SaveForm>
    </Modal>
  );
}

/** The same in a drawer, for forms longer than a screen. */
export function FormDrawer<V extends object>({
  save,
  title,
  okText = '保存',
  isDanger = false,
  width = 560,
  onClose,
  children,
}: DialogProps<V>) {
  const { id, close } = useDialogForm(save, onClose);
  return (
    <Drawer
      open
      title={title}
      size={width}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={close}
      extra={
        <Button type="primary" htmlType="submit" form={id} danger={isDanger} loading={save.isSaving}>
          {okText}
        </Button>
      }
    >
      <SaveForm save={save} id={id} label={title}>
        {children}
      </SaveForm>
    </Drawer>
  );
}

/** Save button at the end of a form on a page; `children` are the buttons beside it. */
export function SaveButton<V>({
  save,
  children = '保存',
  beside,
}: {
  save: Save<V>;
  children?: ReactNode;
  beside?: ReactNode;
}) {
  return (
    <div className={s.buttons}>
      <Button type="primary" htmlType="submit" loading={save.isSaving} disabled={!save.isDirty}>
        {children}
      </Button>
      {beside}
      {save.isDirty && <span className={s.dirty}>有改动还没有保存</span>}
    </div>
  );
}
