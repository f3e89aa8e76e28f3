import { useState } from 'react'
import { isApiError } from '../../data/api/failures/failures.ts'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'

type RevokeTokenProps = {
  name: string
  /** The token's owner, if it is somebody else. */
  owner?: string
  send: () => Promise<unknown>
  onRevoked: () => Promise<void>
}

/** A button that asks, and then revokes a token. */
export function RevokeToken({ name, owner, send, onRevoked }: RevokeTokenProps) {
  const [isConfirming, setIsConfirming] = useState(false)

  async function revoke(): Promise<void> {
    try {
      await send()
    } catch (error) {
      // Already revoked by someone else, or expired.
      if (!isApiError(error, 'api_token_not_found')) throw error
    }
    await onRevoked()
    toast.success(texts.revoke.done)
  }

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={owner === undefined ? texts.revoke.one(name) : texts.revoke.oneOf(name, owner)}
        onClick={() => setIsConfirming(true)}
      >
        {texts.revoke.name}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.revoke.question}
        action={texts.revoke.action}
        onConfirm={revoke}
      >
        <p>
          {fill(owner === undefined ? texts.revoke.consequence : texts.revoke.consequenceOf, {
            name: (
              <strong className="font-semibold text-ink wrap-anywhere">
                <bdi>{name}</bdi>
              </strong>
            ),
            owner: <bdi>{owner}</bdi>,
          })}
        </p>
      </ConfirmDialog>
    </>
  )
}
