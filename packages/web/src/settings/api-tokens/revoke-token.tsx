import { useState } from 'react'
import { toast } from 'sonner'
import { isApiError } from '../../api/failures.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

type RevokeTokenProps = {
  name: string
  /** Whose it is, if it is not the person's own. */
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
    toast.success('Token revoked.')
  }

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={owner === undefined ? `Revoke ${name}` : `Revoke ${name} of ${owner}`}
        onClick={() => setIsConfirming(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Revoke this token?"
        action="Revoke token"
        onConfirm={revoke}
      >
        <p>
          Programs that use{' '}
          <strong className="font-semibold text-ink wrap-anywhere">
            <bdi>{name}</bdi>
          </strong>
          {owner !== undefined && (
            <>
              {' '}
              of <bdi className="wrap-anywhere">{owner}</bdi>
            </>
          )}{' '}
          lose access right away. You cannot undo this.
        </p>
      </ConfirmDialog>
    </>
  )
}
