import type { ReactNode } from 'react'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/notice.tsx'

type NewSecretProps = { secret: string; actions?: ReactNode; children: ReactNode }

/** Shows a secret, which the service returns only once. It takes the focus. */
export function NewSecret({ secret, actions, children }: NewSecretProps) {
  return (
    <Notice tone="good" actions={actions}>
      <div className="space-y-3">
        <p>{children}</p>
        <p>
          Give the secret to the receiver, which checks the signature of each delivery with it. Copy it now:
          it is not shown again.
        </p>
        <CopyField key={secret} label="Secret" text={secret} isFocused />
      </div>
    </Notice>
  )
}
