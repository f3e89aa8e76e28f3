import type { OutputOf } from '@cairn/contract'
import { fill } from '../../language/fill.tsx'
import { Day } from '../../presentation/time/moment.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { texts } from './texts.ts'

/** A token with its secret, which the service returns only once. */
export type Issued = OutputOf<'rotateApiToken'>

export function IssuedSecret({ token, secret }: Issued) {
  return (
    <Notice tone="good">
      <div className="space-y-3">
        <p>
          {fill(token.rotatedAt ? texts.secret.rotated : texts.secret.ready, {
            name: (
              <strong className="font-semibold wrap-anywhere">
                <bdi>{token.name}</bdi>
              </strong>
            ),
          })}
          {token.previousSecretExpiresAt && (
            <> {fill(texts.secret.old, { day: <Day time={token.previousSecretExpiresAt} /> })}</>
          )}
        </p>
        <CopyField key={secret} label={texts.secret.label} text={secret} isFocused />
      </div>
    </Notice>
  )
}
