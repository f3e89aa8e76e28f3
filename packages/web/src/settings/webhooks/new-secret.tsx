import type { ReactNode } from 'react'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { texts } from './texts.ts'

type NewSecretProps = { secret: string; actions?: ReactNode; children: ReactNode }

/** Shows a secret, which the service returns only once. It takes the focus. */
export function NewSecret({ secret, actions, children }: NewSecretProps) {
  return (
    <Notice tone="good" actions={actions}>
      <div className="space-y-3">
        <p>{children}</p>
        <p>{texts.secret.text}</p>
        <CopyField key={secret} label={texts.secret.label} text={secret} isFocused />
      </div>
    </Notice>
  )
}
