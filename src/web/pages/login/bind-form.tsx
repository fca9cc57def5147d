import { Button } from '#ui/controls/button.tsx';
import { MobileCodeForm } from './mobile-code-form.tsx';
import type { JoiningProps } from './ways.ts';

/** Who comes by WeChat for the first time shows which mobile is theirs. */
export const BindForm = ({ bindTicket, ...props }: JoiningProps & { bindTicket: string }) => (
  <MobileCodeForm
    {...props}
    purpose="bind"
    proof={(fields) => ({ grant_type: 'social', bindTicket, ...fields })}
    submitLabel="绑定并登录"
    isFocused
  >
    <Button tone="text" onClick={props.logIn.startOver}>
      换一种方式登录
    </Button>
  </MobileCodeForm>
);
