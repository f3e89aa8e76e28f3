import type { OAuthGrant } from '@cairn/contract/schemas/oauth'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { grantsQuery } from './grants-query.ts'
import { texts } from './texts.ts'

type EndGrantProps = { grant: Pick<OAuthGrant, 'id' | 'program'>; onEnded?: () => Promise<void> }

/** A button that asks, and then ends the access of a program. */
export function EndGrant({ grant: { id, program }, onEnded }: EndGrantProps) {
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)

  async function end(): Promise<void> {
    try {
      await personApi.endOAuthGrant({ params: { grantId: id } })
    } catch (error) {
      // It has ended already.
      if (!isApiError(error, 'oauth_grant_not_found')) throw error
    }
    await queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey })
    await onEnded?.()
    toast.success(texts.disconnected)
  }

  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={texts.disconnectOne(program.name)}
        onClick={() => setIsConfirming(true)}
      >
        {texts.disconnect}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.question}
        action={texts.disconnect}
        onConfirm={end}
      >
        <p>
          {fill(texts.consequence, {
            name: (
              <strong className="font-semibold text-ink wrap-anywhere">
                <bdi>{program.name}</bdi>
              </strong>
            ),
          })}
        </p>
      </ConfirmDialog>
    </>
  )
}
