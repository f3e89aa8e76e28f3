import type { OAuthGrant } from '@cairn/contract/schemas/programs/oauth'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { personApi } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { ProgramOrigin } from '../../programs/program-origin.tsx'
import { useSession } from '../../session/session.ts'
import { Ago, Day } from '../../time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Row, ScopeList } from '../rows.tsx'
import { grantsQuery } from './grants-query.ts'

/** A connected program, and a way to end its access. */
export function GrantRow({ grant }: { grant: OAuthGrant }) {
  const { organizations } = useSession()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const { program } = grant
  const organization = organizations.find(({ id }) => id === grant.organizationId)?.name

  async function end(): Promise<void> {
    try {
      await personApi.endOAuthGrant({ params: { grantId: grant.id } })
    } catch (error) {
      // It has ended already.
      if (!isApiError(error, 'oauth_grant_not_found')) throw error
    }
    await queryClient.invalidateQueries({ queryKey: grantsQuery.queryKey })
    toast.success('Program disconnected.')
  }

  return (
    <Row
      actions={
        <>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Disconnect ${program.name}`}
            onClick={() => setIsConfirming(true)}
          >
            Disconnect
          </Button>
          <ConfirmDialog
            open={isConfirming}
            onClose={() => setIsConfirming(false)}
            title="Disconnect this program?"
            action="Disconnect"
            onConfirm={end}
          >
            <p>
              <strong className="font-semibold text-ink wrap-anywhere">
                <bdi>{program.name}</bdi>
              </strong>{' '}
              loses access right away. It can ask you again.
            </p>
          </ConfirmDialog>
        </>
      }
    >
      <p className="font-medium wrap-anywhere">
        <bdi>{program.name}</bdi>
      </p>
      <ProgramOrigin program={program} className="text-sm text-ink-soft" />
      <p className="text-sm text-ink-soft wrap-anywhere">
        {organization === undefined ? 'An organization that you have left' : `In ${organization}`}
      </p>
      <p className="text-sm text-ink-faint">
        {grant.lastUsedAt ? (
          <>
            Last used <Ago time={grant.lastUsedAt} />
          </>
        ) : (
          'Never used'
        )}{' '}
        · connected <Day time={grant.createdAt} /> · ends <Day time={grant.expiresAt} /> if not used
      </p>
      <ScopeList scopes={grant.scopes} />
    </Row>
  )
}
